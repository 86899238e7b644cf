public import Marbles

/// The parts of a timeline that the notation can express: times, values with tuples as strings, and the kind of the
/// end.
public struct Notated: Equatable, Sendable, CustomStringConvertible {
  private var events: [String]
  private var end: String

  /// Extracts these parts from a timeline.
  public init(_ timeline: Timeline) {
    events = timeline.events.map { event in
      let value: Value = if case .tuple = event.value { .string(event.value.description) } else { event.value }
      // The case name distinguishes 1, 1.0 and "1".
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
    case .double(let double): "double \(double.value.bitPattern)"
    // Scalars, because `==` on strings treats é and e with a combining accent as equal.
    case .string(let text): "string \(text.unicodeScalars.map { String($0.value, radix: 16) })"
    default: value.json
    }
  }

  /// The times, values and end as text.
  public var description: String { "\(events) \(end)" }
}
