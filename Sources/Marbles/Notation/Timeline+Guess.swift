extension Timeline {
  /// Whether nothing comes, not even an end.
  package var isBlank: Bool { events.isEmpty && end == .open }

  /// This guess of what `actual` is, with the values that are meant: a value is that of `actual` which has the same letters,
  /// as people write `5fog`, `5 fog` or `(5,fog)` for the tuple `(5, fog)`.
  ///
  /// Of several such values it is the one of the same time, or else the first.
  package func read(as actual: Timeline, dialect: Dialect = .marbled) -> Timeline {
    var known: Set<TimelineComparison.Key> = []
    var alike: [String: (first: Value, byTime: [SceneTime: Value])] = [:]
    for event in actual.events {
      known.insert(TimelineComparison.Key(.value(event.value), dialect))
      let letters = event.value.letters
      if alike[letters]?.byTime[event.time] == nil {
        alike[letters, default: (event.value, [:])].byTime[event.time] = event.value
      }
    }
    let read = events.map { event in
      guard !known.contains(TimelineComparison.Key(.value(event.value), dialect)),
        let meant = alike[event.value.letters]
      else { return event }
      var event = event
      event.value = meant.byTime[event.time] ?? meant.first
      return event
    }
    return Timeline(events: read, end: end)
  }
}

extension Value {
  /// What is left of a value without brackets of lists, commas, blanks and quotes.
  fileprivate var letters: String {
    switch self {
    case .tuple(let elements), .array(let elements): elements.map(\.letters).joined()
    case .double(let double): Int(exactly: double.value).map(String.init) ?? description
    default: description.filter { !"(),\"'".contains($0) && !$0.isWhitespace }
    }
  }
}
