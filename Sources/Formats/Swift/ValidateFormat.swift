internal import Expressions
internal import Marbles
internal import Scenes

/// A scene as `validate { … }` blocks of AsyncSequenceValidation, for an issue of swift-async-algorithms: one test for each
/// output row, with the diagrams of its inputs, its expression, and what it gave here.
///
/// The values of such diagrams are texts, their times are steps, and their first character is one step after the start of the
/// clock. So ``scene(_:)`` is run instead of a scene of another dialect.
struct ValidateFormat {
  private let original: Scene
  private let scene: Scene
  private let recording: Recording
  private let graph: SceneGraph

  /// The file, with a line feed at the end. A comment says why an output has no test.
  static func write(_ document: SceneDocument) -> String { ValidateFormat(document).file() }

  /// Why outputs have no test: the row, its expression and the reason, a sentence each.
  static func refusals(_ document: SceneDocument) -> [String] {
    let format = ValidateFormat(document)
    guard !format.outputs.isEmpty else { return ["no test: the scene has no output"] }
    return format.outputs.compactMap { position in
      do throws(Untranslatable) {
        _ = try format.block(of: position)
        return nil
      } catch {
        return format.refusal(of: position, error)
      }
    }
  }

  private init(_ document: SceneDocument) {
    (original, scene, recording) = (document.scene, Self.scene(document.scene), document.recording)
    graph = SceneGraph(scene)
  }

  /// The scene in the dialect of such diagrams: a scene of another dialect with its values as texts, one step later, and without
  /// what can't be said there.
  static func scene(_ scene: Scene) -> Scene {
    guard scene.dialect != .asv else { return scene }
    var texts = scene
    texts.dialect = .asv
    for position in texts.rows.indices {
      (texts.rows[position].expectation, texts.rows[position].consumingTime) = (nil, nil)
      if let timeline = scene.rows[position].timeline {
        texts.rows[position].input?.timeline = timeline.asTexts(after: scene.step)
      }
    }
    texts.duration = scene.duration.map { $0 + scene.step }
    return texts
  }

  private var outputs: [Int] { scene.rows.indices.filter { scene.rows[$0].expression != nil } }

  private func refusal(of position: Int, _ error: Untranslatable) -> String {
    "no test of `\(scene.rows[position].name)`: \(error.sentence), in `\(scene.rows[position].expression?.text ?? "")`"
  }

  private func file() -> String {
    var names = SwiftNames(reserving: [])
    let suite = names.name(
      for: original.title.isEmpty ? original.name : original.title, isType: true, otherwise: "Scene")
    var tests = SwiftNames()
    let bodies = outputs.map { position in
      do throws(Untranslatable) {
        let name = tests.name(for: "test \(scene.rows[position].name)", otherwise: "testRow")
        return "  func \(name)() {\n\(try block(of: position))  }\n"
      } catch {
        return SwiftText.comment(refusal(of: position, error), indent: "  ")
      }
    }
    return """
      \(heading)
      import AsyncAlgorithms
      import AsyncSequenceValidation
      import XCTest

      final class \(suite): XCTestCase {
      \(bodies.isEmpty ? "  // no test: the scene has no output\n" : bodies.joined(separator: "\n"))}

      """
  }

  /// The comment at the top of the file.
  private var heading: String {
    let order = scene.order == .inTurn ? "" : " with `order: \(scene.order)`"
    let origin = "// Written by `marbled render --format asv`"
    guard let issue = original.issue else {
      return "\(origin). The last diagram of each test is what marbled gave\(order):\n// change it to what you expect."
    }
    return "\(origin) for \(issue.link).\n"
      + "// The last diagram of each test is what should come. A comment says where \(issue.checkedWith) gives another"
      + "\(order)."
  }

  /// The call of `validate`, with line feeds.
  private func block(of position: Int) throws(Untranslatable) -> String {
    guard original.rows[position].consumingTime == nil else {
      throw Untranslatable("its consumer takes time (`consume:`), which a diagram of AsyncSequenceValidation can't say")
    }
    let inputs = graph.needed(by: position).filter { scene.rows[$0].expression == nil }.sorted()
    var rows: [String: SwiftCode] = [:]
    var diagrams: [String] = []
    for (index, input) in inputs.enumerated() {
      rows[scene.rows[input].name] = SwiftCode(text: "$0.inputs[\(index)]", type: .string, isInput: true)
      diagrams.append(try diagram(ofInput: input))
    }
    let code = try code(of: position, rows)
    guard code.type == .string else {
      throw Untranslatable(
        "its values are no texts, as those of a diagram of AsyncSequenceValidation are; add a `.map` that makes texts")
    }
    let (gives, wanted) = (try expected(position), try wanted(position))
    var note = ""
    if let issue = original.issue, let wanted, wanted != gives {
      note = "    // \(issue.checkedWith) gives \(gives).\n"
    }
    let block = ValidationBlock(inputs: diagrams, operation: code.text, expected: wanted ?? gives)
    return note + block.text(indent: "    ")
  }

  /// The most characters of an expression: outputs that read each other twice double it each time.
  private static let longest = 10_000

  /// The expression of an output, with the expressions of the outputs that it reads in the places of their names.
  private func code(of position: Int, _ inputs: [String: SwiftCode]) throws(Untranslatable) -> SwiftCode {
    var rows = inputs
    let needed = graph.needed(by: position)
    for row in graph.order where needed.contains(row) {
      guard let expression = scene.rows[row].expression else { continue }
      var streams = SwiftStreams(rows: rows, step: scene.step)
      (streams.clockName, streams.countsSteps, streams.awaits) = ("$0.clock", true, false)
      let code = try streams.stream(expression.plan)
      if streams.tries { throw Untranslatable("`prefix(while:)` can throw, which `validate` does not take") }
      if !streams.imports.isEmpty {
        throw Untranslatable("it needs \(streams.imports.sorted().joined(separator: " and "))")
      }
      guard code.text.utf8.count <= Self.longest else {
        throw Untranslatable("with the outputs that it reads, it is longer than \(Self.longest) characters")
      }
      rows[scene.rows[row].name] = code
    }
    guard let code = rows[scene.rows[position].name] else { throw Untranslatable("it has no expression") }
    return code
  }

  private func diagram(ofInput position: Int) throws(Untranslatable) -> String {
    let row = scene.rows[position]
    guard let input = row.input else { throw Untranslatable("`\(row.name)` is a live row") }
    switch input.start {
    case .hot: break
    case .channel: throw Untranslatable("`\(row.name)` is a channel")
    case .stream: throw Untranslatable("`\(row.name)` is an AsyncStream")
    case .cold, .unbuffered:
      throw Untranslatable("`\(row.name)` is not hot, as diagrams of AsyncSequenceValidation are")
    }
    return try text(Diagram(timeline: input.timeline), ofRow: row.name)
  }

  private func expected(_ position: Int) throws(Untranslatable) -> String {
    var diagram = Diagram(timeline: recording.rows[position].timeline)
    if let expectation = scene.rows[position].expectation?.diagram {
      (diagram.cancellation, diagram.withheld) = (expectation.cancellation, expectation.withheld)
    }
    return try text(diagram, ofRow: scene.rows[position].name)
  }

  /// What the output should give by the issue of the scene; nil for one of which nothing is said.
  private func wanted(_ position: Int) throws(Untranslatable) -> String? {
    guard var diagram = original.wanted(of: original.rows[position]) else { return nil }
    if original.dialect != .asv { diagram.timeline = diagram.timeline.asTexts(after: original.step) }
    return try text(diagram, ofRow: original.rows[position].name)
  }

  private func text(_ diagram: Diagram, ofRow name: String) throws(Untranslatable) -> String {
    do throws(ValidationBlock.Refusal) {
      return try ValidationBlock.literal(of: diagram, step: scene.step)
    } catch {
      switch error {
      case .betweenSteps:
        throw Untranslatable("`\(name)` has a time between two steps of \(DurationNotation.print(scene.step))")
      case .unprintable: throw Untranslatable("`\(name)` has a value with quotes or control characters")
      }
    }
  }
}
