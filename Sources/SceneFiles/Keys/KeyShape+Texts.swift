internal import Marbles
internal import Scenes

/// The shapes of values whose text has a form, as regular expressions of JSON Schema.
///
/// They accept each text that the decoder accepts, and some that it refuses, as a wrong path in `tail:`.
extension KeyShape {
  /// A few sentences.
  static let notes = KeyShape.sentences(limit: SceneLimits.notes, mayBeBlank: true)
  static let positiveDuration = KeyShape.duration(mayBeZero: false)
  static let speed = KeyShape.number(SpeedFactor.range)
  /// What marbles stand for.
  static let values = KeyShape.names(pattern: nil, of: .value)

  /// The name of a row, which begins with a letter or `_`, as far as ASCII goes.
  static let rowNamePattern = #"^[^\s0-9!-/:-@\[-^\x60{-~][^\s!-/:-@\[-^\x60{-~]*$"#
  static let rowName = KeyShape.pattern(rowNamePattern, examples: [])

  /// An icon, whose limit is in characters of a reader: only those of ASCII are single ones for sure.
  static let icon = KeyShape.pattern(
    "^(?![ -~]{\(ListItem.longestIcon + 1)})[\\s\\S]+$", examples: ["●", "S7"], mayBeNumber: true)
  static let animation = KeyShape.any([
    .choice(["none"]), .choice(Animation.Transition.self), .mapping(.animation),
  ])
  /// A whole number from 0 on.
  private static let count = #"(\+?[0-9]+|-0+)"#
  static let order = KeyShape.pattern(
    "^(\(InstantOrder.names.joined(separator: "|"))|shuffled\\(\(count)\\))$",
    examples: ["inTurn", "together", "shuffled(1)"])
  static let streamBuffer = KeyShape.pattern(
    "^(unbounded|(newest|oldest)\\(\(count)\\))$", examples: ["unbounded", "newest(2)", "oldest(2)"])
  static let memberPath = KeyShape.pattern(
    #"^(\$0)?[.\[]"#, examples: [".value", ".items[0].price"], mayBeNumber: true)
  static let lineForm = KeyShape.pattern(
    "^(\(LineSettings.Form.named.map(\.text).joined(separator: "|"))|re:[\\s\\S]*)$",
    examples: LineSettings.Form.named.map(\.text) + ["re:/(?<status>[0-9]+)/"])
  static let liveSource = KeyShape.pattern(
    #"^((exec:|tap:|tail:|@|rediss?://)[\s\S]+|-)$"#,
    examples: ["exec:COMMAND", "tap:NAME", "tail:FILE", "@FIFO", "redis://HOST/STREAM"])
  static let valueRange = KeyShape.pattern(#"^[+-]?[0-9]+\.\.\.[+-]?[0-9]+$"#, examples: ["1...9"])
  static let issueLink = KeyShape.pattern(#"^https://([\s\S]*/)?[+-]?[0-9]+/*$"#, examples: [])
  static let libraryVersion = KeyShape.pattern(#"^[0-9]+\.[0-9]+\.[0-9]+$"#, examples: ["1.1.4"])
}
