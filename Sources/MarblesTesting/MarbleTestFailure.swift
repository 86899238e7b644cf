internal import Marbles

/// A stream emitted something else than its test expects.
///
/// The description shows both diagrams with the same time step, and a caret under the first difference:
///
/// ```
/// at 4 s expected b, got nothing, which came at 5 s
///   expected  ----b--|
///   actual    -----b-|
///                 ^
/// ```
///
/// In a test, `expectMarbles` records it as a failure at the line of the call. Elsewhere it throws it, and the description
/// begins with the file and the line.
public struct MarbleTestFailure: Error, Sendable, CustomStringConvertible {
  /// The first difference, or what stopped the test.
  public var sentence: String
  /// What probably caused it; nil when that is unknown.
  public var note: String?
  /// The expected diagram.
  public var expected: String
  /// The diagram of what the stream emitted.
  public var actual: String
  /// Both diagrams, aligned by time, with a caret under the first difference.
  public var picture: String
  /// The file and the line of the call, such as `/shop/Tests/ShopTests/DebounceTests.swift:7`; nil in a failure
  /// that a test has recorded, which has them itself.
  public var location: String?

  /// What was expected, and what the stream emitted.
  let timelines: (expected: Timeline, actual: Timeline)
  /// The time of the first difference.
  let difference: SceneTime?
  /// The time of one character of the expected diagram.
  let step: SceneTime
  /// The time of one character of the picture; nil where the times are at the tokens.
  private let scale: SceneTime?

  /// The location, the sentence, the note and the picture.
  public var description: String {
    let lines = picture.split(separator: "\n").map { "  \($0)" }
    let scale = scale.map { $0 == .seconds(1) ? [] : ["  each character is \($0.inMilliseconds) s"] } ?? []
    let first = (location.map { "\($0): " } ?? "") + sentence
    return ([first] + (note.map { ["note: \($0)"] } ?? []) + lines + scale).joined(separator: "\n")
  }

  init(
    _ sentence: String, note: String? = nil, expected: Timeline, actual: Timeline,
    caret: DiagramComparison.Place? = nil, step: SceneTime, dialect: Dialect
  ) {
    self.sentence = sentence
    self.note = note
    timelines = (expected, actual)
    self.step = step
    difference = caret?.time(expected, actual)
    func text(_ timeline: Timeline) -> String {
      Diagram(timeline: timeline).printed(step: step, dialect: dialect) ?? timeline.diagram(step: step)
    }
    (self.expected, self.actual) = (text(expected), text(actual))
    let comparison = DiagramComparison(expected, actual, step: step, dialect: dialect)
    scale = comparison.step
    let labels = (upper: "expected", lower: "actual")
    picture =
      caret.map { comparison.picture(labels: labels, caret: $0) }
      ?? zip(["expected  ", "actual    "], comparison.lines).map(+).joined(separator: "\n")
  }
}

extension MarbleTestFailure: Hashable {
  /// Whether both say the same.
  public static func == (one: MarbleTestFailure, other: MarbleTestFailure) -> Bool {
    one.sentence == other.sentence && one.note == other.note && one.picture == other.picture
  }

  /// Hashes what the failure says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sentence)
    hasher.combine(note)
    hasher.combine(picture)
  }
}

extension DiagramComparison.Place {
  /// The time of this place in one of two timelines.
  fileprivate func time(_ upper: Timeline, _ lower: Timeline) -> SceneTime? {
    func time(_ index: Int, in timeline: Timeline) -> SceneTime? {
      index < timeline.events.count ? timeline.events[index].time : timeline.end.time ?? timeline.events.last?.time
    }
    return switch self {
    case .upper(let index): time(index, in: upper)
    case .lower(let index): time(index, in: lower)
    }
  }
}
