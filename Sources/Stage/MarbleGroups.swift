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
}

enum MarbleGroups {
  /// Puts the events of a row into marbles from the left: a group takes each event whose marble begins before its end.
  ///
  /// A group that is too wide for the right edge stands further left, and takes what it would cover.
  static func of(_ events: ArraySlice<Event>, scale: TimeScale, times: String) -> [MarbleGroup] {
    var groups: [MarbleGroup] = []
    for index in events.indices {
      let column = scale.edge(events[index].time)
      if var last = groups.last, column < last.column + last.width {
        last.events = last.events.lowerBound..<index + 1
        last.width = width(of: last, scale: scale, times: times)
        groups[groups.count - 1] = last
      } else {
        groups.append(MarbleGroup(events: index..<index + 1, column: column, width: scale.marble))
      }
    }
    keepInside(&groups, scale: scale, times: times)
    return groups
  }

  private static func width(of group: MarbleGroup, scale: TimeScale, times: String) -> Int {
    max(scale.marble, DisplayWidth.of("\(group.events.count)\(times)") + 2)
  }

  private static func keepInside(_ groups: inout [MarbleGroup], scale: TimeScale, times: String) {
    guard var last = groups.popLast() else { return }
    while last.column + last.width > scale.columns.upperBound {
      last.column = max(scale.left, scale.columns.upperBound - last.width)
      guard let covered = groups.last, covered.column + covered.width > last.column else { break }
      groups.removeLast()
      last.events = covered.events.lowerBound..<last.events.upperBound
      last.column = covered.column
      last.width = width(of: last, scale: scale, times: times)
    }
    groups.append(last)
  }

  /// The widest marbles with which no two events at different times of any row overlap.
  static func width(rows: [[SceneTime]], left: Int, columns: Int, duration: SceneTime) -> Int {
    for marble in [5, 4] {
      let scale = TimeScale(left: left, width: columns, marble: marble, duration: duration)
      let fits = rows.allSatisfy { times in
        zip(times, times.dropFirst()).allSatisfy { $0 == $1 || scale.edge($1) - scale.edge($0) >= marble }
      }
      if fits { return marble }
    }
    return 3
  }
}
