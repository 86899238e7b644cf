import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

/// What keys that edit do to a scene and to its picture.
@Suite struct EditingKeyTests {

  private static let two = inputScene([("a", [(1, 1), (2, 2)], .finish(.seconds(3)))])

  @Test("an edit without a line that is refused says why") func refusal() throws {
    let session = try Session(.sample)
    session.viewer.focus(on: 0)
    session.press(.character("X"))
    let why = try #require(session.notice)
    #expect(why.contains("can't be removed") && session.lines.last?.contains("can't be removed") == true)
    session.press(.character(" "))
    #expect(session.notice == nil)
  }

  @Test(
    "a line that is refused stays open, and says why", arguments: ["remove ints", "rename ints zip", "add zip ints"])
  func refusedLine(command: String) throws {
    let session = try Session(.sample)
    session.command(command)
    guard case .line(let line)? = session.viewer.tool else {
      Issue.record("the line is closed")
      return
    }
    #expect(line.field.text == command && session.scene == .sample)
    guard case .problem = line.shown(EditState()).note else {
      Issue.record("nothing is said")
      return
    }
    session.press(.backspace)
    guard case .line(let changed)? = session.viewer.tool, case .hint = changed.shown(EditState()).note else {
      Issue.record("the problem of an older text is said")
      return
    }
  }

  @Test("what the playback refuses is said of the text that it refused alone") func staleRefusal() throws {
    let session = try Session(.sample)
    session.viewer.focus(on: 0)
    session.press(.character("A"))
    // The expression can be read, but no row has the name.
    session.type("nowhere")
    #expect(session.playback.snapshot().edits.refusal != nil)
    #expect(session.lines.contains { $0.contains("nowhere") && !$0.contains("out =") })
    session.press(.character("("))
    #expect(session.playback.snapshot().edits.refusal != nil, "an unfinished text is not sent to the playback")
    guard case .line(let line)? = session.viewer.tool else {
      Issue.record("no line is open")
      return
    }
    #expect(!line.isPreviewed)
    var edits = EditState()
    edits.refusal = "an older text"
    #expect(line.shown(edits).note == line.shown(EditState()).note)
  }

  @Test(
    "a name that may become longer is no problem until Enter is pressed",
    arguments: [
      ("deb", "debounce(for: Duration", "no row is called `deb`"),
      ("ints.", "adjacentPairs()", "expected a name after the dot"),
    ])
  func unfinishedName(typed: String, hint: String, problem: String) throws {
    let session = try Session(.sample)
    session.viewer.focus(on: 0)
    session.press(.character("A"))
    session.type(typed)
    #expect(session.lines.suffix(3).contains { $0.contains(hint) }, "\(session.lines)")
    #expect(!session.lines.contains { $0.contains(problem) })
    session.press(.enter)
    let line = try #require(session.lines.first { $0.contains(problem) })
    #expect(!line.contains("row out"), "\(line)")
    session.type("x")
    #expect(session.viewer.tool != nil)
  }

  @Test(
    "a name may be typed in front of the text of a new row",
    arguments: [("A", "late = ints.debounce(for: .seconds(1))"), ("I", "late = 1-'two'-|")])
  func namedRow(key: String, text: String) throws {
    let session = try Session(.sample)
    session.press(.character(Character(key)))
    session.type(text)
    session.press(.enter)
    let row = try #require(session.scene.position(of: "late"))
    #expect("late = \(session.scene.text(ofRow: row))" == text)
    #expect(session.scene.rows.count == Scene.sample.rows.count + 1)
  }

  @Test("Home goes to the start of the text, and then in front of the name") func home() throws {
    let session = try Session(.sample)
    session.viewer.focus(on: 2)
    session.press(.character("e"), .home)
    guard case .line(let line)? = session.viewer.tool else {
      Issue.record("no line is open")
      return
    }
    #expect(line.field.text == "merge = merge(ints, strings)" && line.field.cursor == "merge = ".count)
    session.press(.home)
    session.type("my_")
    session.press(.enter)
    #expect(session.scene.rows[2].name == "my_merge")
  }

  @Test("a new marble goes to the first step without one") func freeStep() throws {
    let session = try Session(inputScene([("a", [(1, 1), (1.5, 2), (2, 3)], .open)]))
    session.viewer.selected = EventKey(row: 0, index: 0)
    session.press(.character("n"))
    session.type("9")
    session.press(.enter)
    let events = try #require(session.scene.rows[0].timeline?.events)
    #expect(events.last?.value == 9 && Set(events.map(\.time)).count == 4)
    #expect(try #require(session.viewer.selected).index == 3)
  }

  @Test("undo selects what was selected before the edit") func undoneSelection() throws {
    let session = try Session(.sample)
    session.viewer.focus(on: 1)
    session.press(.character("o"), .enter)
    #expect(session.viewer.focusedRow == 2 && session.scene.rows.count == Scene.sample.rows.count + 1)
    session.press(.character("u"))
    #expect(session.viewer.focusedRow == 1 && session.scene == .sample)
    session.viewer.selected = EventKey(row: 0, index: 1)
    session.press(.character("x"), .character("u"))
    #expect(session.viewer.selected == EventKey(row: 0, index: 1))
  }

  @Test("a scene whose file changes under an open line or unsaved edits is loaded when they are gone")
  func changedFile() throws {
    var changed = Self.two
    changed.about = "changed"
    let session = try Session(Self.two)
    session.viewer.focus(on: 0)
    session.press(.character("e"))
    session.reloads.put(.changed(changed))
    try session.playback.advance()
    #expect(session.scene.about.isEmpty && session.notice?.contains("the file") == true)
    session.press(.escape)
    try session.playback.advance()
    #expect(session.scene == changed)

    session.command("value a#0 9")
    session.reloads.put(.changed(Self.two))
    try session.playback.advance()
    #expect(session.scene.about == "changed" && session.scene.rows[0].timeline?.events[0].value == 9)
    session.press(.character("u"))
    try session.playback.advance()
    #expect(session.scene == Self.two)
  }

  @Test("a file that is changed back under an open line is not loaded as it was in between") func changedBack() throws {
    var changed = Self.two
    changed.about = "changed"
    let session = try Session(Self.two)
    session.viewer.focus(on: 0)
    session.press(.character("e"))
    for scene in [changed, Self.two] {
      session.reloads.put(.changed(scene))
      try session.playback.advance()
    }
    session.press(.escape)
    try session.playback.advance()
    #expect(session.scene == Self.two)
  }

  @Test("a changed file does not replace a scene that was saved under another name") func savedElsewhere() throws {
    var changed = Self.two
    changed.about = "changed"
    let session = try Session(Self.two)
    session.command("value a#0 9")
    session.reloads.put(.changed(changed))
    try session.playback.advance()
    session.playback.handle(.markSaved)
    try session.playback.advance()
    #expect(session.scene.about.isEmpty && session.scene.rows[0].timeline?.events[0].value == 9)
  }

  @Test("the scene is marked while it has unsaved edits") func modified() throws {
    let session = try Session(.sample)
    #expect(session.lines.first?.contains("sample*") == false)
    session.command("scene speed 2")
    #expect(session.lines.first?.contains("sample*") == true)
    session.playback.handle(.markSaved)
    #expect(session.lines.first?.contains("sample*") == false)
  }

  @Test("an edited row is visible above its line in a small window", arguments: [8, 10, 12]) func visibleRow(rows: Int)
    throws
  {
    let session = try Session(.sample, size: Size(columns: 60, rows: rows))
    for row in Scene.sample.rows.indices {
      session.viewer.focus(on: row)
      session.press(.character("e"))
      let name = Scene.sample.rows[row].name
      #expect(
        session.lines.dropLast(EditLine.height(in: rows)).contains {
          $0.contains("›\(name)") || $0.contains(" \(name) ")
        },
        "\(session.lines)")
      session.press(.escape)
    }
  }

  @Test("undo and redo say that there is nothing left") func nothingToUndo() throws {
    let session = try Session(.sample)
    for (key, modifiers, what) in [("u", Modifiers(), "undo"), ("U", [], "redo"), ("r", .control, "redo")] {
      session.press(.character(Character(key)), modifiers: modifiers)
      #expect(session.requests == [.say("nothing to \(what)")])
    }
  }

  @Test("the caret of a command is below the mistake in its expression") func caretOfCommand() throws {
    let session = try Session(.sample)
    session.command("set zip = ints.mop { $0 }")
    let row = try #require(session.lines.firstIndex { $0.contains("set zip = ints.mop") })
    let text = Array(session.lines[row])
    let caret = try #require(session.lines[row + 1].firstIndex(of: "^"))
    let column = session.lines[row + 1].distance(from: session.lines[row + 1].startIndex, to: caret)
    #expect(String(text[column...].prefix(3)) == "mop", "\(session.lines.suffix(3))")
  }

  @Test("a new marble is selected, and undo keeps the selection") func selection() throws {
    let session = try Session(Self.two)
    session.viewer.selected = EventKey(row: 0, index: 0)
    session.press(.character("n"))
    session.type("7")
    session.press(.enter)
    let key = try #require(session.viewer.selected)
    #expect(session.scene.event(at: key)?.value == 7)
    session.press(.character("c"), .character("u"))
    #expect(session.viewer.selected == key && session.scene.event(at: key)?.value == 7)
  }

  @Test("a key that can't edit what is selected says what can be edited") func says() throws {
    let session = try Session(.sample)
    session.press(.character("x"))
    #expect(session.requests == [.say("select a marble first: Tab")])
    session.viewer.selected = EventKey(row: 3, index: 0)
    for (key, participle) in [("x", "deleted"), ("<", "moved"), (">", "moved"), ("n", "inserted")] {
      session.press(.character(Character(key)))
      guard case .say(let text)? = session.requests.first else {
        Issue.record("\(key) says nothing")
        continue
      }
      #expect(text.contains("inputs") && text.contains(participle))
    }
    #expect(session.scene == .sample)
  }

  @Test("the list of keys has pages, and keys that edit don't edit behind it") func listOfKeys() throws {
    let session = try Session(.sample, size: Size(columns: 44, rows: 12))
    session.viewer.selected = EventKey(row: 0, index: 0)
    var listed: Set<String> = []
    var pages = 0
    session.press(.character("?"))
    while session.viewer.pageOfKeys != nil {
      listed.formUnion(session.lines)
      pages += 1
      session.press(.character("?"))
    }
    #expect(pages > 1)
    for binding in KeyBinding.all where binding.works(in: session.context) {
      let sentence = binding.sentence(in: session.context)
      #expect(listed.contains { $0.contains(sentence) }, "\(sentence)")
    }
    #expect(listed.contains { $0.contains("press ? for ") } && listed.contains { $0.contains("press ? to close") })
    session.press(.character("?"), .character("x"))
    #expect(session.scene == .sample && session.viewer.pageOfKeys == nil)
    session.press(.character("x"))
    #expect(session.scene != .sample)
  }

  @Test("Ctrl-C closes an open line before it quits") func interrupt() throws {
    let session = try Session(.sample)
    session.press(.character("e"))
    session.press(.character("c"), modifiers: .control)
    #expect(session.viewer.tool == nil && session.requests.isEmpty)
    session.press(.character("c"), modifiers: .control)
    #expect(session.requests == [.leave])
  }

  @Test("a problem that is longer than its line continues in the line of the keys", arguments: [40, 80])
  func longProblem(columns: Int) throws {
    let session = try Session(.sample, size: Size(columns: columns, rows: 24))
    session.press(.character("A"))
    session.type("numbers.nothingOfThisName(1)")
    session.press(.enter)
    let text = session.lines.suffix(2).joined(separator: " ")
    #expect(text.contains("nothingOfThisName"), "\(text)")
    #expect(text.contains("^"))
  }

  @Test("save, write, undo and redo are commands, too") func commands() throws {
    let session = try Session(Self.two)
    session.command("value a#0 9")
    #expect(session.scene.rows[0].timeline?.events[0].value == 9)
    session.command("undo")
    #expect(session.scene == Self.two)
    session.command("redo")
    #expect(session.scene != Self.two)
    session.command("w")
    #expect(session.requests == [.write(nil)])
    session.command("save other.yaml")
    #expect(session.requests == [.write("other.yaml")])
    session.command("q")
    #expect(session.requests == [.leave])
    session.command("?")
    #expect(session.viewer.pageOfKeys == 0 && session.viewer.tool == nil)
  }

  @Test("help lists the commands, and Enter inserts the chosen one") func helpOfCommands() throws {
    let session = try Session(Self.two)
    session.command("help")
    #expect(session.viewer.pageOfKeys == nil)
    let lines = session.lines.joined(separator: "\n")
    #expect(lines.contains("set     ROW TEXT") && lines.contains("rename  ROW NAME"), "\(lines)")
    session.press(.enter)
    #expect(session.lines.contains { $0.hasPrefix(" : set") }, "\(session.lines)")
  }

  @Test(
    "commands that can't be right are refused",
    arguments: [
      ("finish a 1500ms", "row a has a value at 2s"), ("fail a 0s late", "expected an end there or later"),
      ("color zz red", "zz"), ("color a#9 red", "no input has an event `a#9`; expected an id such as a#0"),
      ("step 250ms", "did you mean `scene step VALUE`?"),
    ])
  func refused(command: String, problem: String) throws {
    let session = try Session(Self.two)
    session.command(command)
    #expect(session.scene == Self.two)
    #expect(session.lines.contains { $0.contains(problem) }, "\(session.lines.suffix(3))")
  }

  @Test(
    "Tab completes commands, rows, ids, colours, settings and expressions",
    arguments: [
      ("ren", "rename "), ("wr", "write"), ("remove i", "remove ints "), ("color ints#0 re", "color ints#0 red "),
      ("scene st", "scene step "), ("ste", "scene step "), ("set zip stri", "set zip strings"),
      ("add late = ints.deb", "add late = ints.debounce("), ("add late deb", "add late ints.debounce("),
      ("add both mer", "add both merge("),
    ])
  func completedCommands(typed: String, expected: String) throws {
    let session = try Session(.sample)
    session.type(":" + typed)
    session.press(.tab)
    guard case .line(let line)? = session.viewer.tool else {
      Issue.record("no line is open")
      return
    }
    #expect(line.field.text.hasPrefix(expected), "\(line.field.text)")
  }

  @Test("what is typed is shown as soon as it parses, and its caret until then") func typed() throws {
    let session = try Session(.sample)
    session.viewer.focus(on: session.scene.rows.lastIndex { $0.expression != nil } ?? 0)
    session.press(.character("e"))
    let before = session.scene
    session.type(".map { $0 ")
    #expect(session.scene == before && session.lines.contains { $0.contains("map(") })
    session.type("}")
    #expect(session.scene != before && session.scene.rows.last?.expression?.source.hasSuffix(".map { $0 }") == true)
    session.press(.escape)
    #expect(session.scene == .sample)
  }
}
