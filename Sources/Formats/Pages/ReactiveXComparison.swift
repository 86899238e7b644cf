internal import Marbles
public import Operators
public import Scenes

/// An expression and a call of ReactiveX for Python, with the same inputs: both rows, and how they differ.
///
/// The row of the expression is computed, that of ReactiveX was recorded; see ``ReactiveXResult``.
public struct ReactiveXComparison: Hashable, Sendable {
  /// What ran the calls, for a title: `ReactiveX for Python (reactivex 6.1.0)`.
  public static var title: String { "ReactiveX for Python (\(ReactiveXResult.package))" }

  /// The expression of marbled.
  public let expression: String
  /// The call of ReactiveX.
  public let call: String
  /// The inputs and both outputs as lines of diagrams, without a line break at the end.
  public let rows: String
  /// How the outputs differ, in a sentence with code between backticks.
  public let difference: String
  /// What the index of names says about the called operator.
  private let known: KnownName?

  /// All comparisons for an operator, that of its sample first.
  public static func all(
    of called: Operator, catalogue: Catalogue = .standard
  ) throws(SceneError) -> [ReactiveXComparison] {
    var all: [ReactiveXComparison] = []
    for result in ReactiveXResult.results(of: called) {
      all.append(try ReactiveXComparison(result, of: called, catalogue: catalogue))
    }
    return all
  }

  init(_ result: ReactiveXResult, of called: Operator, catalogue: Catalogue) throws(SceneError) {
    var called = called
    called.sample = result.sample
    let scene = Scene(sample: called, catalogue: catalogue)
    let recording = try BoundedRun(scene, catalogue: catalogue).perform().get()
    let here = recording.rows[scene.rows.count - 1].timeline
    let there = Self.timeline(of: result)
    (expression, call) = (result.sample.expression, result.call)
    let inputs = recording.rows.dropLast().map { (name: $0.name, timeline: $0.timeline) }
    rows =
      DiagramTable(
        rows: inputs + [(name: called.name, timeline: here), (name: "ReactiveX", timeline: there)],
        preferredStep: DiagramTable.step(dividing: inputs.map(\.timeline), preferred: scene.step)
      ).description
    difference = LibraryDifference(here: here, there: there, library: "ReactiveX").description
    known = result.known
  }

  private static func timeline(of result: ReactiveXResult) -> Timeline {
    do {
      return try Diagram.parse(result.diagram, row: result.operatorName).timeline
    } catch {
      preconditionFailure("the result of \(result.call): \(error)")
    }
  }

  /// The call, the expression and their difference, and what the index of names says about a difference: sentences with code
  /// between backticks.
  ///
  /// - Parameter text: what a reader has just read. What the index says is left out if it is part of it.
  public func sentences(after text: String = "") -> [String] {
    let said: String = difference.prefix(1).lowercased() + difference.dropFirst()
    let first = "`\(call)` for `\(expression)`: \(said)"
    guard let known, case .near(_, _, let index) = known.answer, !text.contains(index) else { return [first] }
    return [first, known.sentence]
  }
}
