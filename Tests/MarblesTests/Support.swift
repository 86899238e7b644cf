import Marbles

/// A timeline as its times in seconds and its values, for tables: `1.5:a 2:3 4:|`.
///
/// A string that could be taken for another kind of value is in double quotes.
func spelled(_ timeline: Timeline) -> String {
  var words = timeline.events.map { event in
    if case .string(let text) = event.value, (try? Value(json: text)) == nil { return "\(event.time):\(text)" }
    return "\(event.time):\(event.value.json)"
  }
  switch timeline.end {
  case .finish(let time): words.append("\(time):|")
  case .error(let time, _): words.append("\(time):^")
  case .open: break
  }
  return words.joined(separator: " ")
}
