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

/// What of a timeline the notation can say: times, values with tuples as strings, and the kind of the end.
struct Notated: Equatable, CustomStringConvertible {
  var events: [String]
  var end: String

  init(_ timeline: Timeline) {
    events = timeline.events.map { event in
      let value: Value = if case .tuple = event.value { .string(event.value.description) } else { event.value }
      // The case name tells 1 from 1.0 from "1".
      return "\(event.time) \(Self.canonical(value))"
    }
    end =
      switch timeline.end {
      case .finish(let time): "finish \(time)"
      case .error(let time, _): "error \(time)"
      case .open: "open"
      }
  }

  private static func canonical(_ value: Value) -> String {
    switch value {
    case .int(let int): "int \(int)"
    case .double(let double): "double \(double.bitPattern)"
    // Scalars, as `==` on strings would not tell é from e and an accent.
    case .string(let text): "string \(text.unicodeScalars.map { String($0.value, radix: 16) })"
    default: value.json
    }
  }

  var description: String { "\(events) \(end)" }
}
