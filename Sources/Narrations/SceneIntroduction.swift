internal import Expressions
internal import Marbles
public import Scenes

/// What a listener needs to know before the first event of a scene: its title, its rows and their expressions.
public struct SceneIntroduction: Hashable, Sendable {
  /// Sentences, each on one line and without control characters.
  public var sentences: [String] { title + rows }
  /// The sentences about its rows.
  public let rows: [String]
  /// What it is called and shows, as one sentence; empty for nothing.
  private let title: [String]

  /// The maximum number of rows that are named; the others are counted.
  private static let named = 40
  /// The maximum length of a title, a description or an expression, in characters.
  private static let length = 300

  /// - Parameter place: its place among several scenes.
  public init(to scene: Scene, at place: ScenePlace? = nil) {
    let expressions = scene.rows.compactMap { $0.expression?.text }
    var first = ""
    // The title of a scene from the command line is its expressions, which follow anyway.
    if place?.isAlone == false || !expressions.contains(scene.title) {
      first = "\(place?.opening ?? "Scene"): \(Self.sentence(scene.title))"
    }
    if !scene.about.isEmpty { first += (first.isEmpty ? "" : " ") + Self.sentence(scene.about) }
    title = first.isEmpty ? [] : [first]
    var sentences: [String] = []
    let rows = scene.rows.prefix(Self.named)
    let given = rows.filter { $0.input != nil }.map(\.name).map(Self.shown)
    let live = rows.filter { $0.live != nil }.map(\.name).map(Self.shown)
    if !given.isEmpty { sentences.append(Self.rows(given, "an input", "inputs")) }
    if !live.isEmpty { sentences.append(Self.rows(live, "live input", "live input")) }
    for row in rows {
      switch row.input?.start {
      case .channel: sentences.append("Row \(Self.shown(row.name)) is sent through a channel.")
      case .stream(let buffer):
        sentences.append("Row \(Self.shown(row.name)) is sent through a stream, \(Self.kept(by: buffer)).")
      case .hot, .cold, .unbuffered, nil: break
      }
      guard let expression = row.expression else { continue }
      let consumer =
        row.consumingTime.map { "; its consumer takes \(Narration.Style.spoken.span($0)) for each value" } ?? ""
      sentences.append("Row \(Self.shown(row.name)) is \(Self.shown(expression.source))\(consumer).")
    }
    if scene.rows.count > rows.count { sentences.append("There are \(scene.rows.count - rows.count) more rows.") }
    self.rows = sentences
  }

  private static func kept(by buffer: StreamBuffer) -> String {
    switch buffer {
    case .unbounded: "which keeps all values"
    case .newest(let count): "which keeps the newest \(count == 1 ? "value" : "\(count) values")"
    case .oldest(let count): "which keeps the oldest \(count == 1 ? "value" : "\(count) values")"
    }
  }

  private static func rows(_ names: [String], _ one: String, _ several: String) -> String {
    names.count == 1 ? "Row \(names[0]) is \(one)." : "Rows \(listed(names)) are \(several)."
  }

  private static func shown(_ text: String) -> String { DisplayText.shortened(text, to: length) }

  /// The text with a full stop, unless it ends with a punctuation mark.
  private static func sentence(_ text: String) -> String {
    let text = shown(text)
    return text.last.map { ".?!…".contains($0) } ?? true ? text : text + "."
  }
}

extension ScenePlace {
  /// `Scene 2 of 3`, or `Scene` for one that is played alone.
  var opening: String { isAlone ? "Scene" : "Scene \(number) of \(count)" }
}
