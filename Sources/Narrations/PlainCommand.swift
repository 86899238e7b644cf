public import Marbles
internal import Scenes

/// The commands that can be typed while a scene is printed as text.
public enum PlainCommand: Hashable, Sendable {
  /// Pause the playhead.
  case pause
  /// Resume the playhead.
  case resume
  /// Pause after this many instants with events.
  case step(Int)
  /// Pause this many instants with events earlier.
  case back(Int)
  /// Change the speed to this many scene seconds per wall-clock second; nil tells the speed.
  case speed(SpeedFactor?)
  /// Play the scene from its beginning.
  case restart
  /// Play the next scene.
  case next
  /// List the rows with their expressions and newest values.
  case rows
  /// Tell the scene, the time and the speed.
  case position
  /// Explain an event: the newest of all rows, the newest of a row, or one of a row by its number, from 1, or its
  /// value.
  case why(row: String?, event: String?)
  /// Edit the scene; the text is a command of ``EditCommand``.
  case edit(String)
  /// Take the last edit back.
  case undo
  /// Make the last undone edit again.
  case redo
  /// Write the scene to its file, or to a new one at this path.
  case save(String?)
  /// List the commands.
  case help
  /// Quit.
  case quit

  /// An error for the user.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// One sentence, without a full stop.
    public let description: String
  }

  /// Parses a line; nil for a blank line.
  ///
  /// - Parameters:
  ///   - line: the typed text.
  ///   - isLive: whether the scene has live input, so that time can't be controlled.
  /// - Throws: ``Failure`` with the expected input.
  public init?(parsing line: String, ofLiveScene isLive: Bool = false) throws(Failure) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = words.first.map({ String($0.trimmed) }), !first.isEmpty else { return nil }
    let rest = words.count > 1 ? String(words[1].trimmed) : ""
    let name = first.lowercased()
    switch name {
    case "speed": self = .speed(rest.isEmpty ? nil : try Self.factor(rest))
    case "step": self = .step(try Self.count(rest, of: name))
    case "back": self = .back(try Self.count(rest, of: name))
    case "why": self = Self.why(rest)
    case "save": self = .save(rest.isEmpty ? nil : rest)
    case _ where EditCommand.usage.contains { $0.name == name }: self = .edit(line)
    default:
      guard let command = Self.plain[name] else {
        let known = Self.usage.map(\.name) + EditCommand.usage.map(\.name)
        throw Failure(
          description: "unknown command `\(DisplayText.shortened(first, to: 40))`"
            + Suggestion.clause(for: name, among: known) + "; the commands are \(listed(Self.usage.map(\.name)))")
      }
      guard rest.isEmpty else {
        throw Failure(description: "`\(name)` takes no argument; found `\(DisplayText.shortened(rest, to: 40))`")
      }
      self = command
    }
    guard isLive, controlsTime else { return }
    throw Failure(
      description: "`\(name)` can't be used with live input; the commands are \(listed(Self.liveCommands))")
  }

  /// Whether it moves the playhead, whose time is wall-clock time in a live scene.
  private var controlsTime: Bool {
    switch self {
    case .pause, .resume, .step, .back, .speed, .restart, .edit, .undo, .redo, .save: true
    case .next, .rows, .position, .why, .help, .quit: false
    }
  }

  private static let plain: [String: PlainCommand] = [
    "pause": .pause, "resume": .resume, "restart": .restart, "next": .next, "rows": .rows, "where": .position,
    "undo": .undo, "redo": .redo,
    "help": .help, "?": .help, "quit": .quit,
  ]

  private static let liveCommands = ["next", "rows", "where", "why", "help", "quit"]

  private static func factor(_ text: String) throws(Failure) -> SpeedFactor {
    guard let factor = SpeedFactor(parsing: text) else {
      throw Failure(
        description: "`speed` takes \(SpeedFactor.expectation); found `\(DisplayText.shortened(text, to: 40))`")
    }
    return factor
  }

  /// The maximum number of steps of one command.
  private static let maximumSteps = 1000

  private static func count(_ text: String, of name: String) throws(Failure) -> Int {
    if text.isEmpty { return 1 }
    guard let count = Int(text), (1...maximumSteps).contains(count) else {
      throw Failure(
        description:
          "`\(name)` takes a number from 1 to \(maximumSteps); found `\(DisplayText.shortened(text, to: 40))`")
    }
    return count
  }

  private static func why(_ text: String) -> PlainCommand {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    return .why(row: words.first.map(String.init), event: words.count > 1 ? String(words[1].trimmed) : nil)
  }

  private static let usage: [(name: String, does: String)] = [
    ("pause", "stop the playhead"), ("resume", "start the playhead"),
    ("step", "pause at the next event; step 3 goes three times further"),
    ("back", "pause at the previous event"), ("speed", "tell the speed; speed 2 is twice as fast"),
    ("restart", "play the scene from its beginning"), ("next", "play the next scene"),
    ("rows", "list the rows, their expressions and newest values"),
    ("where", "tell the scene, the time and the speed"),
    ("why", "why zip 2 explains the second value of zip, or its newest 2"),
    ("undo", "take the last edit back"), ("redo", "make it again"),
    ("save", "write the scene to its file; save NAME writes a new file"),
    ("help", "list the commands"), ("quit", "quit"),
  ]

  /// The commands with their descriptions, one per line.
  public static var helpText: String {
    let edits = EditCommand.usage.map { "\($0.name) \($0.arguments): \($0.does)." }
    return (usage.map { "\($0.name): \($0.does)." } + edits).joined(separator: "\n")
  }
}
