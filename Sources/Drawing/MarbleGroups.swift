internal import Marbles
internal import Terminal

/// A marble as it stands in a row: one event, or the count of several that would overlap.
struct MarbleGroup: Hashable {
  /// Which events of the row.
  var events: Range<Int>
  /// The left edge, in columns.
  var column: Int
  /// How many columns it takes.
  var width: Int

  /// The column behind it.
  var end: Int { column + width }
}

enum MarbleGroups {
  /// Puts the events of a row into marbles from the left: a group takes each event whose marble begins before its end.
  ///
  /// A group that is too wide for the right edge stands further left, and takes what it would cover. Only what can be
  /// seen is looked at, by binary search: a thousand events in a group cost little more than one.
  ///
  /// - Parameters:
  ///   - times: when the events of the row happen, from its first.
  ///   - scale: where they stand.
  ///   - suffix: what stands behind a count.
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

  /// An event that begins a marble, at the left of all that can be seen.
  ///
  /// In a dense row, where no gap shows which one does, it is one that is far enough out.
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

  /// The first event from `start` on that is not before `time`: in steps that double, then by halves.
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
