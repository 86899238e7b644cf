internal import Marbles
internal import Terminal

/// A marble in a row: one event, or a count of several that would overlap.
struct MarbleGroup: Hashable {
  /// The indices of its events in the row.
  var events: Range<Int>
  /// The left edge, in columns.
  var column: Int
  /// The width in columns.
  var width: Int

  /// The column after it.
  var end: Int { column + width }
}

enum MarbleGroups {
  /// Groups the events of a row into marbles, from left to right: a group takes each event whose marble starts before
  /// the end of the group.
  ///
  /// A group that would exceed the right edge moves left, and takes the events that it would cover. Only visible events
  /// are examined, by binary search: a thousand events in a group cost little more than one.
  ///
  /// - Parameters:
  ///   - times: the times of the row's events, in order.
  ///   - scale: the map from times to columns.
  ///   - suffix: the text after a count.
  static func of(_ times: ArraySlice<SceneTime>, scale: TimeScale, suffix: String) -> [MarbleGroup] {
    let suffix = DisplayWidth.of(suffix) + 2
    let isEverythingShown = scale.columns.upperBound >= scale.limit
    var groups: [MarbleGroup] = []
    var index = start(of: times, scale: scale)
    while index < times.endIndex {
      let column = scale.edge(times[index])
      guard column < scale.columns.upperBound else { break }
      var group = MarbleGroup(events: index..<index + 1, column: column, width: scale.marble)
      var end = Int.min
      while end < group.end {
        end = group.end
        let next = first(in: times, from: group.events.upperBound, at: scale.earliest(at: end))
        guard next > index + 1 else { break }
        group.events = index..<next
        group.width = max(scale.marble, digits(next - index) + suffix)
      }
      groups.append(group)
      index = group.events.upperBound
    }
    if isEverythingShown { keepInside(&groups, scale: scale, suffix: suffix) }
    if scale.scrolled > 0 { groups.removeAll { $0.end <= scale.left } }
    return groups
  }

  /// The first event that starts a marble at the left of the visible area.
  ///
  /// In a dense row without gaps, this is an event that is far enough to the left.
  private static func start(of times: ArraySlice<SceneTime>, scale: TimeScale) -> Int {
    guard scale.scrolled > 0 else { return times.startIndex }
    let widest = digits(times.count) + 3
    var index = first(in: times, from: times.startIndex, at: scale.earliest(at: scale.left - widest))
    for _ in 0..<4096 {
      guard index > times.startIndex, index < times.endIndex else { return index }
      if scale.edge(times[index]) - scale.edge(times[index - 1]) >= widest { return index }
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
    var high = min(low + step, times.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func keepInside(_ groups: inout [MarbleGroup], scale: TimeScale, suffix: Int) {
    guard var last = groups.popLast() else { return }
    while last.end > scale.limit {
      last.column = max(scale.left - scale.scrolled, scale.limit - last.width)
      guard let covered = groups.last, covered.end > last.column else { break }
      groups.removeLast()
      last.events = covered.events.lowerBound..<last.events.upperBound
      last.column = covered.column
      last.width = max(scale.marble, digits(last.events.count) + suffix)
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
