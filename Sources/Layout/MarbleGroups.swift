package import Marbles

/// The events of a row that share a marble: one event, or several that would overlap.
package struct MarbleGroup: Hashable {
  /// The indices of its events in the row.
  package var events: Range<Int>
  /// The column of its first event.
  package var anchor: Int
  /// The left edge of the narrowest marble, in columns.
  package var column: Int
  /// The width of the narrowest marble, in columns.
  package var width: Int

  /// The column after the narrowest marble.
  package var end: Int { column + width }
}

package enum MarbleGroups {
  /// The width of the narrowest marble: one character between two edges.
  package static let narrowest = 3

  /// Groups the events of a row into marbles, from left to right: a group takes each event whose narrowest marble
  /// starts before the end of the group.
  ///
  /// A group that would exceed the right edge moves left, and takes the events that it would cover. Only visible events
  /// are examined, by binary search: a thousand events in a group cost little more than one. One group right of the
  /// visible columns may follow, because it limits the last visible marble.
  ///
  /// - Parameters:
  ///   - times: the times of the row's events, in order.
  ///   - scale: the map from times to columns.
  ///   - widest: the maximum width of a marble that starts left of the visible columns.
  package static func of(_ times: ArraySlice<SceneTime>, scale: TimeScale, widest: Int = narrowest) -> [MarbleGroup] {
    let isEverythingShown = scale.columns.upperBound >= scale.limit
    var groups: [MarbleGroup] = []
    var index = start(of: times, scale: scale, widest: widest)
    while index < times.endIndex {
      let anchor = scale.center(times[index])
      var group = MarbleGroup(events: index..<index + 1, anchor: anchor, column: anchor - 1, width: narrowest)
      var end = Int.min
      while end < group.end {
        end = group.end
        // The marble of a time starts one column left of it.
        let next = first(in: times, from: group.events.upperBound, at: scale.earliest(at: end + 1 - scale.lead))
        guard next > index + 1 else { break }
        group.events = index..<next
        group.width = width(ofCount: next - index)
      }
      groups.append(group)
      guard group.column < scale.columns.upperBound else { break }
      index = group.events.upperBound
    }
    if isEverythingShown { keepInside(&groups, scale: scale) }
    return groups
  }

  /// The width of a marble with a count such as `≡12`.
  private static func width(ofCount count: Int) -> Int { digits(count) + narrowest }

  /// The first event that starts a group left of the visible area.
  ///
  /// In a dense row without gaps, this is an event that is far enough to the left.
  private static func start(of times: ArraySlice<SceneTime>, scale: TimeScale, widest: Int) -> Int {
    guard scale.scrolled > 0 else { return times.startIndex }
    let count = width(ofCount: times.count)
    var index = first(in: times, from: times.startIndex, at: scale.earliest(at: scale.left - count - widest))
    for _ in 0..<4096 {
      guard index > times.startIndex, index < times.endIndex else { return index }
      if scale.edge(times[index]) - scale.edge(times[index - 1]) >= count { return index }
      index -= 1
    }
    return index
  }

  /// The first event from `start` on that is not before `time`, by exponential and binary search.
  private static func first(in times: ArraySlice<SceneTime>, from start: Int, at time: SceneTime) -> Int {
    var (low, step) = (start, 1)
    while low + step <= times.endIndex, times[low + step - 1] < time {
      low += step
      step *= 2
    }
    return times[low..<min(low + step, times.endIndex)].partitioningIndex { $0 >= time }
  }

  private static func keepInside(_ groups: inout [MarbleGroup], scale: TimeScale) {
    guard var last = groups.popLast() else { return }
    while last.end > scale.limit {
      last.column = max(scale.left - scale.scrolled, scale.limit - last.width)
      guard let covered = groups.last, covered.end > last.column else { break }
      groups.removeLast()
      last.events = covered.events.lowerBound..<last.events.upperBound
      (last.anchor, last.column) = (covered.anchor, covered.column)
      last.width = width(ofCount: last.events.count)
    }
    groups.append(last)
  }

  private static func digits(_ number: Int) -> Int {
    var (number, count) = (number, 1)
    while number >= 10 {
      number /= 10
      count += 1
    }
    return count
  }
}
