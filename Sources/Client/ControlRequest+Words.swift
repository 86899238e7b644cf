internal import Marbles
public import Wire

extension ControlRequest {
  /// The usage and the help of every control command.
  public static let verbs: [(usage: String, help: String)] = [
    ("speed X", "use one speed for all scenes; `speed scene` undoes this"),
    ("speed scene", "return to the speed of each scene"),
    ("pause", "stop the playhead"), ("resume", "start the playhead"),
    ("step [N]", "play to the next event, or to the N-th event, and pause"),
    ("seek T", "go to this scene time: 2.5, 500ms"), ("scene NAME", "play another scene"),
    ("next", "play the next scene of the playlist"),
    ("previous", "play the previous scene of the playlist"),
    ("message TEXT", "show a banner; without TEXT, remove it"),
    ("edit COMMAND", "edit the scene that plays, as `:` does in `marbled play`"),
    ("undo", "take the last edit back"), ("redo", "make the edit again that was taken back last"),
    ("reload", "read the configuration and the scenes again"), ("quit", "end the daemon"),
  ]

  /// Parses the arguments of `marbled control`: `speed 2`, `scene next`, `message Back in 5 minutes`.
  ///
  /// - Throws: ``Invalid`` with the expected form.
  public init(words: [String]) throws(Invalid) {
    self.init()
    guard let verb = words.first else { throw Invalid("a command is missing; \(Self.expected)") }
    let rest = words.dropFirst()
    switch (verb, rest.first, rest.count) {
    case ("pause", nil, _): isPaused = true
    case ("resume", nil, _): isPaused = false
    case ("step", nil, _): step = 1
    case ("step", let text?, 1):
      guard let count = Int(text), Self.steps.contains(count) else {
        throw Invalid("`step \(text)` is invalid; expected \(Self.stepsExpectation)")
      }
      step = count
    case ("next", nil, _), ("scene", "next"?, 1): scene = .next
    case ("previous", nil, _), ("scene", "previous"?, 1): scene = .previous
    case ("scene", let name?, 1): scene = .named(name)
    case ("speed", "scene"?, 1): speed = .scene
    case ("speed", let text?, 1):
      guard let factor = SpeedFactor(parsing: text) else {
        throw Invalid("`speed \(text)` is invalid; expected \(SpeedFactor.expectation), or `scene`")
      }
      speed = .factor(factor)
    case ("seek", let text?, 1):
      do throws(DurationNotation.Problem) { seek = try DurationNotation.parse(text) } catch {
        if error == .tooLong { throw Invalid("`seek \(text)` \(error)") }
        throw Invalid("`seek \(text)` is invalid; expected seconds, or a number with a unit: 2.5, 500ms, 2m")
      }
    case ("message", _, _): message = rest.joined(separator: " ")
    case ("edit", _?, _): edit = .commands([rest.joined(separator: " ")])
    case ("undo", nil, _): edit = .undo
    case ("redo", nil, _): edit = .redo
    case ("reload", nil, _): reloads = true
    case ("quit", nil, _): quits = true
    default: throw Self.misused(verb, rest)
    }
  }

  private static var expected: String { "expected one of: \(verbs.map(\.usage).joined(separator: ", "))" }

  /// Why the arguments are not a valid command.
  private static func misused(_ verb: String, _ rest: ArraySlice<String>) -> Invalid {
    let usages = verbs.map(\.usage).filter { $0.prefix { $0 != " " } == verb }
    guard !usages.isEmpty else {
      let names = Set(verbs.map { String($0.usage.prefix { $0 != " " }) })
      let hint = Suggestion.clause(for: verb, among: names.sorted())
      return Invalid("unknown command `\(verb)`\(hint.isEmpty ? "; \(expected)" : hint)")
    }
    let problem = if let word = rest.last { "takes no `\(word)`" } else { "needs a value" }
    return Invalid("`\(verb)` \(problem); expected \(usages.map { "`\($0)`" }.joined(separator: " or "))")
  }
}
