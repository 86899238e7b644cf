public import Marbles

/// What of a timeline the notation can say: times, values with tuples as strings, and the kind of the end.
public struct Notated: Equatable, Sendable, CustomStringConvertible {
  private var events: [String]
  private var end: String

  /// Takes from `timeline` what can be said.
  public init(_ timeline: Timeline) {
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

  /// Times, kinds and values.
  public var description: String { "\(events) \(end)" }
}
