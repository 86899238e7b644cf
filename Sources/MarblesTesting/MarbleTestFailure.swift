internal import Marbles

/// A stream emitted something else than its test expects.
///
/// The description shows all diagrams with the same time step, the source of the operation, and a caret under the first
/// difference:
///
/// ```
/// at 4 s expected b, got nothing, which came at 5 s
///   input     a-b----|
///   operator  { input, clock in input.debounce(for: .seconds(3), clock: clock) }
///   expected  ----b--|
///   actual    -----b-|
///                 ^
/// ```
///
/// In a test, `expectMarbles` records it as a failure at the line of the call. Elsewhere it throws it, and the description
/// begins with the file and the line.
public struct MarbleTestFailure: Error, Sendable, CustomStringConvertible {
  /// The first difference, or what stopped the test.
  public let sentence: String
  /// What probably caused it; nil when that is unknown.
  public let note: String?
  /// The diagrams of the inputs, in their order.
  public let inputs: [String]
  /// The source of the operation, such as `{ input, clock in input.debounce(for: .seconds(3), clock: clock) }`.
  ///
  /// It is read from the file of the test; nil where that can't be read, and where a helper calls `expectMarbles`.
  public var operation: String? { source?.text }
  /// The expected diagram.
  public let expected: String
  /// The diagram of what the stream emitted.
  public let actual: String
  /// The file and the line of the call, such as `/shop/Tests/ShopTests/DebounceTests.swift:7`; nil in a failure
  /// that a test has recorded, which has them itself.
  public var location: String?

  /// The source of the operation; nil if it is not known.
  var source: OperationSource?
  /// What was tested.
  let test: TestedDiagrams
  /// What the stream emitted.
  let result: Timeline
  /// The time of the first difference.
  let difference: SceneTime?
  /// The time of one character of the picture; nil where the times are at the tokens.
  private let scale: SceneTime?
  /// The lines of the picture above and below the source of the operation.
  private let parts: (above: [String], compared: [String])

  /// The number of cells before each diagram and before the source of the operation.
  private static var margin: Int { 10 }

  /// All diagrams, aligned by time, with the source of the operation, and a caret under the first difference.
  public var picture: String {
    var lines = parts.above
    let source = source?.shown() ?? []
    for (index, line) in source.enumerated() {
      lines.append((index == 0 ? "operator  " : String(repeating: " ", count: Self.margin)) + line)
    }
    return (lines + parts.compared).joined(separator: "\n")
  }

  /// The location, the sentence, the note and the picture.
  public var description: String {
    let lines = picture.split(separator: "\n").map { "  \($0)" }
    let scale = scale.map { $0 == .seconds(1) ? [] : ["  each character is \($0.inMilliseconds) s"] } ?? []
    let first = (location.map { "\($0): " } ?? "") + sentence
    return ([first] + (note.map { ["note: \($0)"] } ?? []) + lines + scale).joined(separator: "\n")
  }

  init(
    _ sentence: String, note: String? = nil, of test: TestedDiagrams, result: Timeline,
    caret: DiagramComparison.Place? = nil
  ) {
    self.sentence = sentence
    self.note = note
    (self.test, self.result) = (test, result)
    let expectation = test.expectation.timeline
    difference = caret?.time(expectation, result)
    inputs = test.inputs.map { test.text($0.timeline) }
    (expected, actual) = (test.text(expectation), test.text(result))
    let comparison = DiagramComparison(
      expectation, result, under: test.inputs.map { ($0.name, $0.timeline) }, step: test.step, dialect: test.dialect)
    scale = comparison.step
    parts = comparison.parts(labels: ("expected", "actual"), caret: caret, margin: Self.margin)
  }
}

/// The diagrams of a marble test.
struct TestedDiagrams: Sendable {
  /// The inputs, with the names that errors use.
  var inputs: [(name: String, timeline: Timeline)] = []
  /// What the stream should emit.
  var expectation: Diagram
  /// The time of one character.
  var step: SceneTime
  var dialect: Dialect

  /// A timeline as a diagram.
  func text(_ timeline: Timeline) -> String {
    Diagram(timeline: timeline).printed(step: step, dialect: dialect) ?? timeline.diagram(step: step)
  }
}

extension OperationSource {
  /// The lines to show: at most 12 of at most 100 cells.
  func shown() -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map {
      DisplayText.shortened(String($0), to: 100)
    }
    return lines.count > 12 ? lines.prefix(11) + ["…"] : lines
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
