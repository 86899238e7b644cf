import Expressions
import Marbles
import Playback
import SceneFiles
import Scenes
import Testing

/// Edits of scenes: what they change, what they refuse, and how they are taken back.
@Suite struct EditTests {
  /// Two inputs and an output.
  private static let scene: Scene = {
    let text = """
      rows:
        a: { marbles: "1-2-3|" }
        b: { marbles: "-x-y|" }
        zip: { apply: "zip(a, b)" }
        slow: { apply: "zip.debounce(for: .seconds(1))", color: red }
      """
    do { return try SceneFile(parsing: text, path: "t.yaml").scene } catch { preconditionFailure("\(error)") }
  }()

  /// The rows of a scene, one per line, as they are edited.
  private func rows(_ scene: Scene) -> [String] {
    scene.rows.indices.map { row in
      "\(scene.rows[row].name) = \(scene.rows[row].expression?.source ?? scene.diagram(ofRow: row) ?? "")"
    }
  }

  @Test(
    "A command edits a row",
    arguments: [
      ("move a#0 1s", ["a = -12-3|"]), ("move a#0 1500ms", ["a = 1@1.5 2@2 3@4 |@5"]),
      ("move a#2 9", ["a = 1-2------[3|]"]),
      ("insert a 1s 7", ["a = 172-3|"]), ("insert a 9s long text", ["a = 1-2-3----['long text'|]"]),
      ("value a#1 \"2\"", ["a = 1-'\"2\"'-3|"]), ("value a#1 two words", ["a = 1-'two words'-3|"]),
      ("delete a#1", ["a = 1---3|"]), ("finish a 8s", ["a = 1-2-3---|"]), ("finish a 4s", ["a = 1-2-[3|]"]),
      ("fail a 6s lost", ["a = 1-2-3-^"]), ("open a", ["a = 1-2-3"]), ("set a '12|'", ["a = 12|"]),
      ("set a = 'twelve'|", ["a = 'twelve'|"]), ("set zip 'merge(a, b)'", ["zip = merge(a, b)"]),
      ("rename zip both", ["both = zip(a, b)", "slow = both.debounce(for: .seconds(1))"]),
      ("rename a first", ["first = 1-2-3|", "zip = zip(first, b)"]), ("add c = a.map { $0 }", ["c = a.map { $0 }"]),
      ("set zip = let both = merge(a, // one\n  b) /* two */;", ["zip = merge(a, b)"]),
      (
        "set slow = zip\n  .map { $0 }\n  .debounce(for: .seconds(1))",
        ["slow = zip.map { $0 }.debounce(for: .seconds(1))"]
      ),
      ("add c = let both = a.map { $0 }", ["c = a.map { $0 }"]), ("stages slow true", []),
      ("expect", []), ("expect zip", []), ("expect zip none", []), ("expect slow = 1-|", []),
      ("label a \"x\\($0)\"", []),
      ("label a = $0", []), ("label a none", []), ("cold a true", []), ("cold a false", []), ("notes a = none", []),
      ("notes a It is 'first'.", []), ("notes a none", []), ("scene notes It waits.", []),
      ("scene order shuffled(3)", []),
      ("add c 1-2|", ["c = 1-2|"]), ("add c a", ["c = a"]), ("order slow 1", []),
    ])
  func commands(command: String, expected: [String]) throws {
    let edit = try EditCommand.parse(command, in: Self.scene)
    let edited = try Self.scene.applying(edit)
    #expect(rows(edited).filter { !rows(Self.scene).contains($0) } == expected)
    #expect(try edited.applying(edit.inverse(in: Self.scene)) == Self.scene)
    let commands = try #require(edit.commands(in: Self.scene))
    var again = Self.scene
    for command in commands { again = try again.applying(EditCommand.parse(command, in: again)) }
    #expect(again == edited)
  }

  @Test(
    "What can't be done is refused with a reason",
    arguments: [
      ("", "unknown command ``"), ("mvoe a#0 1s", "unknown command `mvoe`; did you mean `move`?"),
      ("finish a 1s", "row a has a value at 4s; expected an end there or later"),
      ("color zz red", "no row is called `zz`"), ("move a#9 1s", "no input has an event `a#9`"),
      ("move zip#0 1s", "no input has an event `zip#0`"),
      ("move a#0 soon", "`soon` is not a duration"), ("move a#0", "expected `move EVENT TIME`"),
      ("move a#0 1s 2s", "found `2s`, expected nothing more"), ("set q a", "no row is called `q`"),
      ("set zip zip(a,", "the text ends here"), ("set a 1-[", "found"),
      ("set zip slow", "rows refer to each other in a cycle"),
      ("set zip q.map { $0 }", "row zip: no row is called `q`"), ("remove a", "row a can't be removed: zip uses it"),
      ("rename a b", "two rows are called `b`"), ("rename a 1x", "`1x` is not a name for a row"),
      ("rename a true", "`true` is not a name for a row"), ("add a 1|", "two rows are called `a`"),
      ("color a mauve", "found `mauve`, expected one of red"), ("scene step 0s", "a step must be greater than 0"),
      (
        "scene tempo 3", "found `tempo`, expected step, duration, speed, refresh, title, about, notes, dialect or order"
      ),
      ("order a 9", "found `9`, expected a place"), ("stages zip yes", "found `yes`, expected true or false"),
      ("stages a true", "row a is not an output"), ("expect a", "row a is not an output"),
      ("expect zip 1-[", "found"), ("label a status", "no variable or function is called `status`"),
      ("label a", "expected `label ROW LABEL`"), ("cold zip true", "row zip is not an input"),
      ("cold a maybe", "found `maybe`, expected true or false"),
      ("scene order random", "found `random`, expected inTurn"),
      ("scene dialect rxjs", "found `rxjs`, expected marbled, rx or asv"), ("scene notes", "expected `scene SETTING"),
      ("notes a \(String(repeating: "x", count: 2001))", "the notes take 2001 bytes"),
      ("scene title", "expected `scene SETTING VALUE`"),
      ("scene title \(String(repeating: "x", count: 121))", "found `xxx"),
    ])
  func refusals(command: String, reason: String) {
    let error = #expect(throws: SceneEditError.self) {
      _ = try Self.scene.applying(EditCommand.parse(command, in: Self.scene))
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(String(describing: error))")
  }

  @Test("The steps of a row are shown in its file") func stages() throws {
    let text = "rows:\n  a: { marbles: \"1-2|\" }\n  out: { apply: \"a.map { $0 }.prefix(1)\" } # the result\n"
    let file = try SceneFile(parsing: text, path: "t.yaml")
    let shown = try file.scene.applying(EditCommand.parse("stages out true", in: file.scene))
    #expect(shown.rows[1].showsStages && shown.yaml.contains("stages: true"))
    let hidden = try shown.applying(EditCommand.parse("stages out false", in: shown))
    #expect(hidden == file.scene)
  }

  @Test("Outputs expect what they emit, or what a diagram says") func expectations() throws {
    func expected(_ scene: Scene) -> [String?] { scene.rows.map { $0.expectation?.text } }
    let all = try Self.scene.applying(EditCommand.parse("expect", in: Self.scene))
    #expect(expected(all) == [nil, nil, "-'(1, x)'-'(2, y)'|", all.rows[3].expectation?.text])
    #expect(all.rows[3].expectation != nil)
    #expect(try EditCommand.parse("expect", in: all) == EditCommand.parse("expect", in: Self.scene))
    let one = try Self.scene.applying(EditCommand.parse("expect slow", in: Self.scene))
    #expect(one.rows[2].expectation == nil && one.rows[3].expectation == all.rows[3].expectation)
    let own = try all.applying(EditCommand.parse("expect zip = x-|", in: all))
    #expect(own.rows[2].expectation?.text == "x-|")
    // What a row meets stays as it is written.
    let spaced = try all.applying(EditCommand.parse("expect slow = \(all.rows[3].expectation?.text ?? "") ", in: all))
    let again = try spaced.applying(EditCommand.parse("expect slow", in: spaced))
    #expect(again == spaced)
    #expect(try expected(own.applying(EditCommand.parse("expect zip none", in: own)))[2] == nil)
  }

  @Test("A scene that runs forever is not run for its results") func expectationsOfLongScenes() throws {
    let cancellation = Cancellation()
    cancellation.expire()
    #expect(throws: SceneEditError.self) {
      try EditCommand.parse("expect", in: Self.scene, constants: .constants(cancellation: cancellation))
    }
    let live = try SceneFile(parsing: "rows: { a: { live: true }, b: { apply: a } }", path: "t.yaml").scene
    let error = #expect(throws: SceneEditError.self) { try EditCommand.parse("expect", in: live) }
    #expect(error?.description.contains("a live scene has no result") == true, "\(String(describing: error))")
  }

  @Test("Expectations say the same in another dialect") func dialects() throws {
    let text = "rows:\n  a: { marbles: \"xy|\" }\n  b: { apply: a, expect: \"xy|\" }\n"
    let scene = try SceneFile(parsing: text, path: "t.yaml").scene
    let edit = try EditCommand.parse("scene dialect rx", in: scene)
    let edited = try scene.applying(edit)
    #expect(edited.dialect == .rx && edited.rows[0].input == scene.rows[0].input)
    #expect(edited.rows[1].expectation?.diagram.timeline == scene.rows[1].expectation?.diagram.timeline)
    #expect(try edited.applying(edit.inverse(in: scene)) == scene)
  }

  @Test("A dialect that can't say what a row expects is refused, and nothing changes") func refusedDialect() throws {
    let text = #"""
      rows:
        a: { marbles: "-x|" }
        b: { apply: 'a.map { _ in "it''s" }', expect: "-'\"it\\u0027s\"'|" }
      """#
    let scene = try SceneFile(parsing: text, path: "t.yaml").scene
    let edit = try EditCommand.parse("scene dialect asv", in: scene)
    let error = #expect(throws: SceneEditError.self) { try scene.applying(edit) }
    #expect(error?.description == "the expectation of row b can't be written in dialect asv")
  }

  @Test("A row is removed with those that use it, directly or not") func removing() throws {
    #expect(Self.scene.commandsRemoving("a") == ["remove slow", "remove zip", "remove a"])
    #expect(Self.scene.commandsRemoving("slow") == ["remove slow"])
  }

  @Test(
    "A title and a sentence are edited as texts",
    arguments: [
      ("scene title Late answers", "Late answers", "What b adds."),
      ("scene title = 'Two' = 2", "'Two' = 2", "What b adds."),
      ("scene title \"quoted\"", "quoted", "What b adds."), ("scene title ''", "t", "What b adds."),
      ("scene about Look at 7 s.", "Pairs", "Look at 7 s."), ("scene about \"\"", "Pairs", ""),
      ("scene about = one\ntwo", "Pairs", "one two"),
    ])
  func texts(command: String, title: String, about: String) throws {
    var scene = Self.scene
    (scene.title, scene.about) = ("Pairs", "What b adds.")
    let edit = try EditCommand.parse(command, in: scene)
    let edited = try scene.applying(edit)
    #expect(edited.title == title && edited.about == about)
    #expect(try edited.applying(edit.inverse(in: scene)) == scene)
    let commands = try #require(edit.commands(in: scene))
    #expect(try scene.applying(EditCommand.parse(commands[0], in: scene)) == edited)
  }

  @Test("An edited diagram keeps what a diagram can't say about the events around the change") func details() throws {
    let text = """
      rows:
        a: { events: [{ time: 0, value: { k: 1 }, id: first, color: pink }, { time: 1, value: 2 }, { time: 2, value: 3, id: last }] }
      """
    let scene = try SceneFile(parsing: text, path: "t.yaml").scene
    let diagram = try #require(scene.diagram(ofRow: 0))
    let input = try scene.input(ofRow: 0, from: diagram.replacing("2", with: "7"))
    #expect(input.timeline.events.map(\.name) == ["first", nil, "last"])
    #expect(input.timeline.events.map(\.color) == [.pink, .red, .red])
    #expect(input.timeline.events[1].value == 7)
    #expect(try scene.input(ofRow: 0, from: diagram) == scene.rows[0].input)
  }

  @Test("A new step changes neither times nor what is expected") func step() throws {
    let text = """
      rows:
        a: { marbles: "1-2|" }
        b: { apply: "a.map { $0 * 2 }", expect: "2-4|" }
      """
    let scene = try SceneFile(parsing: text, path: "t.yaml").scene
    let edited = try scene.applying(.setStep(.milliseconds(500)))
    #expect(rows(edited)[0] == "a = 1---2-|")
    #expect(edited.rows[1].expectation?.text == "2---4-|")
    #expect(edited.rows[1].expectation?.diagram == scene.rows[1].expectation?.diagram)
  }

  @Test("Inputs without a colour have that of their place") func colors() throws {
    let edited = try Self.scene.applying(.moveRow(1, to: 0))
    #expect(edited.rows.map(\.name).prefix(2) == ["b", "a"])
    #expect(edited.rows[0].timeline?.events.first?.color == .forInput(0))
    #expect(edited.rows[1].timeline?.events.first?.color == .forInput(1))
  }

  @Test("A preview replaces the one before it, and counts as one edit") func previews() throws {
    var history = EditHistory(Self.scene)
    let key = EventKey(row: 0, index: 0)
    for time in 1...9 { try history.preview(.moveEvent(key, to: .seconds(time))) }
    #expect(!history.canUndo && !history.hasUnsavedEdits)
    #expect(throws: SceneEditError.self) { try history.preview(.renameRow(0, to: "")) }
    // The refused one leaves the last.
    #expect(history.scene.rows[0].timeline?.events.last?.time == .seconds(9))
    let isKept = history.keep()
    #expect(isKept && history.edits.count == 1 && history.hasUnsavedEdits)
    let undone = [history.undo(), history.undo()]
    #expect(undone[0] == .moveEvent(key, to: .seconds(9)) && undone[1] == nil)
    #expect(history.scene == Self.scene && !history.hasUnsavedEdits)
    let redone = [history.redo(), history.redo()]
    #expect(redone[0] == undone[0] && redone[1] == nil)
    try history.preview(nil)
    let isKeptAgain = history.keep()
    #expect(!isKeptAgain)
  }

  @Test("A saved scene is unsaved after undo, and after an edit in place of an undone one") func saved() throws {
    var history = EditHistory(Self.scene)
    try history.apply(.setDuration(.seconds(9)))
    history.markSaved()
    #expect(!history.hasUnsavedEdits)
    history.undo()
    #expect(history.hasUnsavedEdits)
    try history.apply(.setDuration(.seconds(8)))
    #expect(history.hasUnsavedEdits && !history.canRedo)
  }
}
