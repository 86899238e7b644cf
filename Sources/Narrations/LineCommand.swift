public import Marbles

/// What can be typed, a line each, while a scene is told as text.
public enum LineCommand: Hashable, Sendable {
  /// The playhead stands still.
  case pause
  /// It goes on.
  case resume
  /// It pauses, and moves to the next instant.
  case step
  /// It pauses, and moves to the instant before.
  case back
  /// So many scene seconds a wall second from here on.
  case speed(SpeedFactor)
  /// Tells about an event: the newest, the newest of a row, or one of a row by its number, from 1, or its value.
  case why(row: String?, event: String?)
  /// Lists these.
  case help
  /// Ends it.
  case quit

  /// What the person who typed is told.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// One sentence, without a full stop.
    public let description: String
  }

  /// Reads a line; nil when there is nothing on it.
  ///
  /// - Parameters:
  ///   - line: what was typed.
  ///   - isLive: whether something comes from outside, which goes on as it comes: time can't be steered.
  /// - Throws: ``Failure`` that says what was expected.
  public init?(parsing line: String, ofLiveScene isLive: Bool = false) throws(Failure) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = words.first.map({ $0.trimmed }), !first.isEmpty else { return nil }
    let rest = words.count > 1 ? words[1].trimmed : ""
    let name = first.lowercased()
    switch name {
    case "speed": self = .speed(try Self.factor(rest))
    case "why": self = Self.why(rest)
    default:
      guard let command = Self.plain[name] else {
        let known = Self.usage.map(\.name)
        throw Failure(
          description: "there is no command `\(DisplayText.shortened(first, to: 40))`"
            + Suggestion.clause(for: name, among: known) + "; there are \(listed(known))")
      }
      guard rest.isEmpty else {
        throw Failure(description: "`\(name)` takes nothing; found `\(DisplayText.shortened(rest, to: 40))`")
      }
      self = command
    }
    switch self {
    case .pause, .resume, .step, .back, .speed:
      guard isLive else { return }
      throw Failure(
        description: "`\(name)` is not for what is live, which goes on as it comes; there are why, help and quit")
    case .why, .help, .quit: break
    }
  }

  private static let plain: [String: LineCommand] = [
    "pause": .pause, "resume": .resume, "step": .step, "back": .back, "help": .help, "quit": .quit,
  ]

  private static func factor(_ text: String) throws(Failure) -> SpeedFactor {
    guard let factor = SpeedFactor(parsing: text) else {
      let found = text.isEmpty ? "nothing" : "`\(DisplayText.shortened(text, to: 40))`"
      throw Failure(description: "`speed` takes \(SpeedFactor.expectation); found \(found)")
    }
    return factor
  }

  private static func why(_ text: String) -> LineCommand {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    return .why(row: words.first.map(String.init), event: words.count > 1 ? words[1].trimmed : nil)
  }

  private static let usage: [(name: String, does: String)] = [
    ("pause", "stand still"), ("resume", "go on"), ("step", "the next instant"), ("back", "the instant before"),
    ("speed", "speed 2 is twice as fast"),
    ("why", "why zip 2 tells about the second of zip, or the one with that value"),
    ("help", "this list"), ("quit", "leave"),
  ]

  /// All commands, a line each.
  public static var helpText: String { usage.map { "\($0.name): \($0.does)." }.joined(separator: "\n") }
}

extension Substring {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
