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
  static func of(_ events: ArraySlice<Event>, scale: TimeScale, times: String) -> [MarbleGroup] {
    var groups: [MarbleGroup] = []
    for index in events.indices {
      let column = scale.edge(events[index].time)
      if var last = groups.last, column < last.column + last.width {
        last.events = last.events.lowerBound..<index + 1
        last.width = max(scale.marble, DisplayWidth.of("\(last.events.count)\(times)") + 2)
        groups[groups.count - 1] = last
      } else {
        groups.append(MarbleGroup(events: index..<index + 1, column: column, width: scale.marble))
      }
    }
    return groups
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
