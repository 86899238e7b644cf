import Expressions
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneUpdating

/// An edited scene is written to its file; what did not change stays, byte for byte.
@Suite struct SceneUpdateTests {
  typealias Edit = @Sendable (inout Scene) throws -> Void

  /// A change of a scene, and the replacements that it makes in the text.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let replacements: [(old: String, new: String)]
    let edit: Edit

    init(_ name: String, _ replacements: [(String, String)], _ edit: @escaping Edit) {
      testDescription = name
      self.replacements = replacements.map { (old: $0.0, new: $0.1) }
      self.edit = edit
    }

    func expected(from text: String) throws -> String {
      try replacements.reduce(text) { text, replacement in
        try #require(text.contains(replacement.old), "\(replacement.old)")
        return text.replacing(replacement.old, with: replacement.new)
      }
    }
  }

  /// Updates a file with LF, with CR LF, and without a line break at the end.
  private func check(_ text: String, _ example: Example) throws {
    let expected = try example.expected(from: text)
    try check(text, expected, example.edit)
    try check(text.replacing("\n", with: "\r\n"), expected.replacing("\n", with: "\r\n"), example.edit)
    try check(String(text.dropLast()), String(expected.dropLast()), example.edit)
  }

  private func check(_ text: String, _ expected: String, _ edit: Edit) throws {
    let file = try SceneFile(parsing: text, path: "x.yaml")
    var scene = file.scene
    try edit(&scene)
    let updated = try file.updated(to: scene)
    #expect(updated.text.utf8.elementsEqual(expected.utf8), "\(updated.text)")
    #expect(updated.scene == scene)
  }

  // MARK: Examples

  private static let text = """
    # What it shows.
    title: A title   # short
    step: 500ms

    # The rows, from top to bottom.
    rows:
      # The numbers.
      ints:
        # In red.
        color: red   # as blood
        marbles: "1-2-3|"   # three of them
      words: { marbles: 'a - b  |', cold: true }\t# lazy

      # All.
      both:
        apply: merge(ints, words)
        # Nothing is expected.
      last: { apply: "both.prefix(2)" }
      # Das Ende, 終.

    """

  private static let examples: [Example] = [
    Example("nothing", []) { _ in },
    Example("a diagram", [("1-2-3", "12-3")]) { try $0.draw("ints", "12-3|") },
    Example("a time between two steps", [("1-2-3|", "1@0 2@0.3 |@1")]) { try $0.draw("ints", "1@0 2@0.3 |@1") },
    Example("a diagram in single quotes", [("a - b  |", "a-b-c|")]) { try $0.draw("words", "a-b-c|") },
    Example("an error", [("'a - b  |', cold: true", "'a-b^', cold: true, error: \"gone\"")]) {
      try $0.draw("words", "a-b^", message: "gone")
    },
    Example("a colour", [("color: red ", "color: blue ")]) { $0.paint("ints", .blue) },
    Example("no colour", [("color: red   # as blood", "# as blood")]) { $0.paint("ints", nil) },
    Example("a new colour", [("cold: true }", "cold: true, color: pink }")]) { $0.paint("words", .pink) },
    Example(
      "the colour of an event",
      [
        (
          "    marbles: \"1-2-3|\"   # three of them\n",
          """
              events:
                - { time: 0s, value: 1 }
                - { time: 1s, value: 2, color: green }
                - { time: 2s, value: 3 }   # three of them
              finish: 2.5s

          """
        )
      ]
    ) { $0.change("ints") { $0[1].color = .green } },
    Example("hot", [(", cold: true", "")]) { scene in
      let timeline = try #require(scene.rows[1].timeline)
      scene.rows[1].content = .input(Scene.Input(timeline))
    },
    Example("a stream", [(", cold: true", ", source: stream, buffer: newest(2)")]) {
      $0.rows[1].input?.start = .stream(.newest(2))
    },
    Example("a channel", [("three of them\n", "three of them\n    source: channel\n")]) {
      $0.rows[0].input?.start = .channel
    },
    Example("a consumer that takes time", [("prefix(2)\"", "prefix(2)\", consume: 2s")]) {
      $0.rows[3].consumingTime = .seconds(2)
    },
    Example("stages that are shown", [("prefix(2)\"", "prefix(2)\", stages: true")]) {
      $0.rows[3].showsStages = true
    },
    Example("an expression", [("merge(ints, words)", "merge(words, ints)")]) {
      try $0.apply("both", "merge(words, ints)")
    },
    Example("an expression that needs quotes", [("merge(ints, words)", "\"ints.debounce(for: .seconds(1))\"")]) {
      try $0.apply("both", "ints.debounce(for: .seconds(1))")
    },
    Example("an expression with escapes", [("both.prefix(2)", #"both.filter { $0 != \"a\" }"#)]) {
      try $0.apply("last", #"both.filter { $0 != "a" }"#)
    },
    Example("a name", [("  ints:", "  zahlen:"), ("merge(ints", "merge(zahlen")]) {
      $0.rows[0].name = "zahlen"
      try $0.apply("both", "merge(zahlen, words)")
    },
    Example(
      "a label and an interval",
      [
        ("words)\n", "words)\n    label: \"$0\"\n"), ("prefix(2)\"", "prefix(2)\", refreshInterval: 100ms"),
      ]
    ) {
      $0.rows[2].label = try ValueExpression(parsing: "$0")
      $0.rows[3].refreshInterval = .milliseconds(100)
    },
    Example("a row less", [("  last: { apply: \"both.prefix(2)\" }\n", "")]) { $0.rows.removeLast() },
    Example(
      "a row with comments less",
      [
        (
          "  both:\n    apply: merge(ints, words)\n    # Nothing is expected.\n  last: { apply: \"both.prefix(2)\" }\n",
          "  # Nothing is expected.\n"
        )
      ]
    ) { $0.rows.removeLast(2) },
    Example("a row more", [("(2)\" }\n", "(2)\" }\n  more: { apply: words }\n")]) {
      try $0.insert("more", "words", at: 4)
    },
    Example("a row between", [("of them\n", "of them\n  third:\n    apply: ints\n")]) {
      try $0.insert("third", "ints", at: 1)
    },
    Example(
      "another order",
      [
        (
          """
            words: { marbles: 'a - b  |', cold: true }\t# lazy

            # All.
            both:
              apply: merge(ints, words)
              # Nothing is expected.

          """,
          """
            # All.
            both:
              apply: merge(ints, words)
              # Nothing is expected.

            words: { marbles: 'a - b  |', cold: true }\t# lazy

          """
        )
      ]
    ) { $0.rows.swapAt(1, 2) },
    Example("a title", [("A title", "Another one")]) { $0.title = "Another one" },
    Example("a title in quotes", [("A title", "\"It is: this\"")]) { $0.title = "It is: this" },
    Example("about", [("500ms\n", "500ms\nabout: Why not\n")]) { $0.about = "Why not" },
    Example(
      "other keys",
      [("500ms\n", "500ms\nduration: 8s\nwindow: 2s\nspeedFactor: 0.5\nrefreshInterval: 50ms\nloop: true\n")]
    ) {
      $0.duration = .seconds(8)
      $0.window = .seconds(2)
      $0.speedFactor = 0.5
      $0.refreshInterval = .milliseconds(50)
      $0.loops = true
    },
    Example("motion", [("500ms\n", "500ms\nanimationTime: wall\nreducedMotion: true\n")]) {
      $0.animationTime = .wall
      $0.reducesMotion = true
    },
    Example("a shorter step", [("500ms", "250ms"), ("1-2-3|", "1---2---3-|"), ("a - b  |", "a---b-|")]) {
      $0.step = .milliseconds(250)
    },
  ]

  @Test(arguments: examples) func whatDiffersIsReplaced(example: Example) throws {
    try check(Self.text, example)
  }

  private static let events = """
    rows:
      a:
        events:   # by hand
          # First.
          - { time: 0, value: x }   # at once
          - { time: 1.5, value: "two", id: 7 }

          - { time: 2, value: [3] }
        finish: 4
      b: { events: [{ time: 1s, value: 1 }, { time: 2s, value: 2 }], error: { time: 3s } }

    """

  private static let eventExamples: [Example] = [
    Example("a time", [("1.5", "1.75")]) { $0.change("a") { $0[1].time = .seconds(1.75) } },
    Example("a colour", [("value: x", "value: x, color: green")]) { $0.change("a") { $0[0].color = .green } },
    Example("a string in quotes", [("\"two\"", "\"2\"")]) { $0.change("a") { $0[1].value = "2" } },
    Example("a number in place of a string", [("\"two\"", "2")]) { $0.change("a") { $0[1].value = 2 } },
    Example("an id", [("id: 7", "id: eight")]) { $0.change("a") { $0[1].name = "eight" } },
    Example("one more", [("value: [3] }\n", "value: [3] }\n      - { time: 3, value: y }\n")]) {
      $0.change("a") { $0.append(Event(time: .seconds(3), value: "y", color: .red)) }
    },
    Example("one less", [("      - { time: 0, value: x }   # at once\n", "      # at once\n")]) {
      $0.change("a") { $0.removeFirst() }
    },
    Example("no end", [("finish: 4", "finish: never")]) { $0.change("a", end: .open) { _ in } },
    Example("the end of the last event", [("    finish: 4\n", "")]) {
      $0.change("a", end: .finish(.seconds(2))) { _ in }
    },
    Example("a value in brackets", [("value: 1 }", "value: 5 }")]) { $0.change("b") { $0[0].value = 5 } },
    Example("one less in brackets", [("{ time: 1s, value: 1 }, ", "")]) { $0.change("b") { $0.removeFirst() } },
    Example("one more in brackets", [("value: 2 }", "value: 2 }, { time: 2.5s, value: 3 }")]) {
      $0.change("b") { $0.append(Event(time: .seconds(2.5), value: 3, color: .green)) }
    },
    Example("none in brackets", [("[{ time: 1s, value: 1 }, { time: 2s, value: 2 }]", "[]")]) {
      $0.change("b") { $0 = [] }
    },
  ]

  @Test(arguments: eventExamples) func listsOfEventsKeepTheirLines(example: Example) throws {
    try check(Self.events, example)
  }

  private static let values = """
    values: { x: { price: 1 }, y: { price: 2 } }   # prices
    rows:
      a: { marbles: "x-y|" }
      b:
        marbles: "n-x|"   # n for nothing
        values: { n: null }

    """

  private static let valueExamples: [Example] = [
    Example("values of the scene", [("x-y|", "y-x|")]) {
      $0.change("a") { ($0[0].value, $0[1].value) = ($0[1].value, $0[0].value) }
    },
    Example("values of the row", [("n-x|", "y-n|")]) {
      $0.change("b") { ($0[0].value, $0[1].value) = (.object(["price": 2]), .null) }
    },
    Example("a value that is not used any more", [("n-x|", "x-x|"), ("    values: { n: null }\n", "")]) {
      $0.change("b") { $0[0].value = .object(["price": 1]) }
    },
  ]

  @Test(arguments: valueExamples) func marblesThatStandForValuesGoOnStandingForThem(example: Example) throws {
    try check(Self.values, example)
  }

  @Test("block styles, and aliases of anchored values") func blocks() throws {
    try check(
      "rows:\n  a:\n    marbles: |-   # long\n      1@0\n      2@1 |@3\n  b:\n    apply: >-\n      merge(a,\n      a)\n",
      Example("", [("2@1 |@3", "3@2\n      |@4"), ("merge(a,\n      a)", "merge(a, a).prefix(1)")]) {
        try $0.draw("a", "1@0 3@2 |@4")
        try $0.apply("b", "merge(a, a).prefix(1)")
      })
    try check(
      "rows:\n  a: { random: { seed: 3, count: 4 }, color: red }   # rolls\n",
      Example("", [("random: { seed: 3, count: 4 }", "marbles: \"1-2|\"")]) { try $0.draw("a", "1-2|") })
    try check(
      "rows:\n  a: &it { marbles: \"1|\" }   # one\n  b: *it   # two\n",
      Example("", [("1|", "2|"), ("  b: *it   # two\n", "  # two\n  b:\n    marbles: \"1|\"\n")]) {
        try $0.draw("a", "2|")
      })
  }

  @Test("rows in braces") func braces() throws {
    let text = "rows: { a: { marbles: \"1|\" }, \"b\": { apply: a } }   # tight\n"
    try check(text, Example("", [(", \"b\": { apply: a }", "")]) { $0.rows.removeLast() })
    try check(text, Example("", [("a } }", "a }, c: { apply: b } }")]) { try $0.insert("c", "b", at: 2) })
    let lines = "rows: {\n  a: { marbles: \"1|\" },   # one\n  b: { apply: a },\n  c: { apply: b }   # three\n}\n"
    try check(lines, Example("", [("apply: a }", "apply: a, color: pink }")]) { $0.rows[1].color = .pink })
    // A comment between rows has no place when the rows change theirs.
    let file = try SceneFile(parsing: lines, path: "x.yaml")
    var scene = file.scene
    scene.rows.swapAt(0, 1)
    let updated = try file.updated(to: scene)
    #expect(updated.text == "# one\n# three\n\(scene.yaml)")
  }

  @Test("a scene in a quote keeps its document") func markdown() throws {
    let text = """
      Intro.

      > ```yaml {marbled} title="Pairs"
      > # Numbers.
      > rows:
      >   a: { marbles: "1|" }   # one
      > ```
      > ![More](more.svg)

      """
    let document = try MarkdownDocument(parsing: text, path: "x.md")
    let file = try SceneFile(document.scenes[0], of: document)
    var scene = file.scene
    try scene.draw("a", "2-|")
    try scene.insert("b", "a", at: 1)
    scene.loops = true
    let updated = try file.updated(to: scene)
    #expect(
      updated.text
        == text.replacing("1|", with: "2-|").replacing("# one\n", with: "# one\n>   b: { apply: a }\n").replacing(
          "> rows", with: "> loop: true\n> rows"))
    #expect(updated.scene.rows == scene.rows && updated.scene.loops)
    scene.title = "It has one"
    let titled = try updated.updated(to: scene)
    #expect(titled.text == updated.text.replacing("> rows", with: "> title: It has one\n> rows"))
    #expect(titled.scene.name == "It has one")
  }

  @Test("the defaults of the file count") func defaults() throws {
    let defaults = SceneDefaults(speedFactor: 2, loops: true)
    let file = try SceneFile(parsing: "rows:\n  a: { marbles: \"1|\" }\n", path: "x.yaml", defaults: defaults)
    var scene = file.scene
    try scene.draw("a", "2|")
    #expect(try file.updated(to: scene).text == "rows:\n  a: { marbles: \"2|\" }\n")
    scene.speedFactor = .normal
    scene.loops = false
    #expect(try file.updated(to: scene).text == "speedFactor: 1\nloop: false\nrows:\n  a: { marbles: \"2|\" }\n")
  }

  @Test("what a file can't hold is an error") func errors() throws {
    let file = try SceneFile(parsing: "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a }\n", path: "x.yaml")
    func message(_ edit: (inout Scene) throws -> Void) throws -> String? {
      var scene = file.scene
      try edit(&scene)
      let edited = scene
      let error = #expect(throws: SceneFileError.self) { try file.updated(to: edited) }
      return error?.message
    }
    #expect(try message { $0.name = "y" } == "the scene is called `y`, but its file names it `x`")
    #expect(try message { $0.rows.removeFirst() }?.hasPrefix("the edited scene is not valid: ") == true)
    // The usual id of an event is never written.
    #expect(
      try message { $0.change("a") { $0[0].name = "a#0" } }
        == "the edited scene can't be written as a scene file: the file would hold another scene")
  }

}
