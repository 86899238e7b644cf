import Marbles
import Operators
import Scenes

@testable import SceneFiles

/// Scene files whose expectations are what happens, written in all the ways in which they can be.
struct SceneFileGenerator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let expressions = [
    "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "chain(a, b)", "merge(a, b).debounce(for: .steps(2))",
    "a.map { \"it is \\($0)\" }", "a.chunks(ofCount: 2)", "zip(a, b).removeDuplicates()", "merge(a, b).prefix(3)",
    "a.flatMap { _ in \"x-y|\" }",
  ]

  /// A file; its expectations are canonical.
  mutating func next() throws -> String {
    let step = random.pick(["1s", "500ms", "100ms"])
    var text = "# \(random.below(1000))\nstep: \(step)\nrows:\n"
    for name in ["a", "b"] {
      let tokens = ["-", "-", "1", "2", "漢", "'long one'", "[34]", "'{\"x\":1}'", "e\u{301}"].filter {
        $0 != "'it''s'"
      }
      let diagram = (0..<(3 + random.below(6))).map { _ in random.pick(tokens) }.joined() + random.pick(["|", "^", ""])
      text += "  \(name): { marbles: '\(diagram.replacing("'", with: "''"))' }\n"
    }
    let rows = (0..<(1 + random.below(3))).map { (name: "r\($0)", apply: random.pick(Self.expressions)) }
    let plain = text + rows.map { "  \($0.name): { apply: '\($0.apply)' }\n" }.joined()
    let file = try SceneFile(parsing: plain, path: "generated.yaml")
    let recording = try file.scene.recorded()
    for row in rows {
      let timeline = recording.rows[file.scene.position(of: row.name)!].timeline
      let form = random.pick([DiagramSourceMap.Form.grid, .absolute])
      let diagram = Diagram(timeline: timeline).printed(as: form, step: file.scene.step) ?? ""
      text += "  \(row.name):\n    expect: \(scalar(diagram))\(random.pick(["", "   # so be it"]))\n"
      text += "    apply: '\(row.apply)'\n"
    }
    return text
  }

  private mutating func scalar(_ diagram: String) -> String {
    // In a plain scalar these would be something else.
    let canBePlain = diagram.first.map { !"-|^'[{\"".contains($0) } ?? false
    switch random.below(canBePlain ? 3 : 2) {
    case 0: return "'\(diagram.replacing("'", with: "''"))'"
    case 1: return YAMLScalarWriter.quoted(diagram)
    default: return diagram
    }
  }
}
