import Expressions
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What keys that edit do to a scene and to its picture.
@Suite struct EditingKeyTests {
  /// A viewer of a scene that is played in this process.
  fileprivate final class Session {
    let playback: LocalPlayback
    let size: Size
    var viewer = Viewer()
    /// The requests of the last key that are not commands of the playback.
    var requests: [Viewer.Request] = []

    init(_ scene: Scene, at time: SceneTime = .seconds(3), size: Size = Size(columns: 80, rows: 24)) throws {
      self.size = size
      playback = try LocalPlayback(
        drawings: [SceneDrawing(scene: scene, plan: try scene.recorded())], startPausedAt: time)
    }

    deinit { playback.end() }

    var scene: Scene { playback.snapshot().drawing.scene }
    var lines: [String] { viewer.screen(of: playback.snapshot(), size: size).canvas.lines }
    var notice: String? { playback.snapshot().notice }
    var selection: String? { viewer.selected.flatMap { scene.id(of: $0) } }

    func press(_ keys: Key..., modifiers: Modifiers = []) {
      for key in keys {
        requests = []
        for request in viewer.press(key, modifiers, watching: playback.snapshot(), size: size) {
          if case .steer(let command) = request { playback.handle(command) } else { requests.append(request) }
        }
      }
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    /// Opens the line of commands and enters one.
    func command(_ text: String) {
      type(":" + text)
      press(.enter)
    }
  }

  private static let two = inputScene([("a", [(1, 1), (2, 2)], .finish(.seconds(3)))])

  @Test("an edit that is refused says why after its line is closed") func refusal() throws {
    let session = try Session(.sample)
    session.command("remove \(session.scene.rows[0].name)")
    #expect(session.viewer.tool == nil)
    let why = try #require(session.notice)
    #expect(why.contains("can't be removed") && session.lines.last?.contains("can't be removed") == true)
    session.press(.character(" "))
    #expect(session.notice == nil)
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
    let session = try Session(.sample)
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
    #expect(listed.contains { $0.contains("? lists ") } && listed.contains { $0.contains("? closes the list") })
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
  }

  @Test(
    "commands that can't be right are refused",
    arguments: [
      ("finish a 1500ms", "row a has a value at 2s"), ("fail a 0s late", "expected an end there or later"),
      ("color zz red", "zz"), ("color a#9 red", "no input has an event `a#9`"),
    ])
  func refused(command: String, problem: String) throws {
    let session = try Session(Self.two)
    session.command(command)
    #expect(session.scene == Self.two)
    #expect(session.lines.contains { $0.contains(problem) }, "\(session.lines.suffix(3))")
  }

  @Test("a drag moves the end of an input, not before its last value") func draggedEnd() throws {
    let scene = inputScene([("a", [(1, 1), (2, 2)], .finish(.seconds(6)))])
    let session = try Session(scene, at: .seconds(4))
    func x(_ time: Double) throws -> (column: Int, row: Int) {
      let snapshot = session.playback.snapshot()
      let layout = snapshot.drawing.layout(at: session.viewer.moment(of: snapshot), size: session.size)
      let row = try #require(layout.marbleLines(0).first)
      return (layout.scale.center(.seconds(time)), row)
    }
    let (mark, later, early) = (try x(6), try x(4), try x(0.5))
    func point(_ action: Mouse.Action, _ column: Int) {
      for case .steer(let command) in session.viewer.point(
        Mouse(action, column: column, row: mark.row), watching: session.playback.snapshot(), size: session.size)
      {
        session.playback.handle(command)
      }
    }
    point(.press(.left), mark.column)
    point(.drag(.left), later.column)
    point(.release(.left), later.column)
    let end = try #require(session.scene.rows[0].timeline?.end.time)
    #expect(end > .seconds(3.8) && end < .seconds(4.2))
    session.press(.character("u"))
    #expect(session.scene == scene)
    point(.press(.left), mark.column)
    point(.drag(.left), early.column)
    point(.release(.left), early.column)
    #expect(session.scene.rows[0].timeline?.end == .finish(.seconds(2)))
  }

  @Test(
    "Tab completes commands, rows, ids, colours, settings and expressions",
    arguments: [
      ("ren", "rename "), ("remove i", "remove ints "), ("color ints#0 re", "color ints#0 red "),
      ("scene st", "scene step "), ("set zip stri", "set zip strings"),
      ("add late = ints.deb", "add late = ints.debounce("),
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

extension EditingKeyTests.Session {
  /// What decides which keys work now.
  fileprivate var context: KeyContext { viewer.keyContext(of: playback.snapshot(), size: size) }
}
