import Marbles
import Narrations
import Playback
import Scenes
import Synchronization
import Terminal
import Testing
import Wire

@testable import Client
@testable import Drawing
@testable import Player

/// An attached terminal edits what the daemon plays.
@Suite struct RemoteEditingTests {
  /// What an attached terminal has sent, and what it shows.
  private final class Terminal {
    let store: RemoteStateStore
    private let now: Mutexed
    private(set) var source: RemotePlayback!
    private(set) var sent: [String] = []

    final class Mutexed: Sendable { let value = Mutex<Int64>(0) }

    init(editor: String? = "ada") {
      let now = Mutexed()
      var wall = WallClock.monotonic
      wall.now = { now.value.withLock { $0 } }
      (self.now, store) = (now, RemoteStateStore(wall: wall))
      let settings = DisplaySettings(color: .never, isASCII: false, themeName: nil, environment: [:])
      source = RemotePlayback(store, settings: settings, rates: RefreshRates(), hint: "", editor: editor) {
        [unowned self] in sent.append($0.json)
      }
    }

    func pass(seconds: Double) { now.value.withLock { $0 += Int64(seconds * 1e9) } }

    /// The daemon sends a scene.
    func receive(_ rows: String, time: Double = 0, edits: String = #""edits":0,"undone":0,"#) {
      store.take(
        #"{"type":"snapshot","time":\#(time),"speedFactor":1,"phase":"playing","scene":"one",\#(edits)"#
          + #""yaml":"rows: { \#(rows) }","rows":[],"events":[]}"#)
    }

    /// The daemon sends a live scene with an output, and what has happened.
    func receive(_ output: String, values: [Int], results: [Int], edits: String = "") {
      let events = zip(["a", "b"], [values, results]).flatMap { row, values in
        values.enumerated().map { index, value in
          #"{"row":"\#(row)","kind":"value","id":"\#(row)#\#(index)","time":\#(Double(index) / 100),"value":\#(value)}"#
        }
      }.joined(separator: ",")
      store.take(
        #"{"type":"snapshot","time":1,"speedFactor":1,"phase":"playing","scene":"one","edits":0,"undone":0,"live":true,"#
          + #""yaml":"rows: { a: { live: true }, b: { apply: '\#(output)' } }","rows":["#
          + #"{"name":"a","kind":"input","earlier":0},{"name":"b","kind":"output","earlier":0,"edits":[\#(edits)]}],"#
          + #""events":[\#(events)]}"#)
    }

    /// An event of the live row or of the output.
    func receive(_ row: String, _ index: Int, _ value: Int) {
      store.take(
        #"{"type":"event","row":"\#(row)","kind":"value","id":"\#(row)#\#(index)","time":\#(Double(index) / 100),"#
          + #""value":\#(value)}"#)
    }

    func values(_ row: Int) -> [Value] { snapshot.recording.rows[row].timeline.events.map(\.value) }

    /// Waits until the output has these values; what computes them says so.
    func await(_ results: [Value]) async {
      let (news, report) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      source.begin { report.yield() }
      defer { store.observe {} }
      while values(1) != results { for await _ in news { break } }
    }

    func handle(_ commands: PlaybackCommand...) { for command in commands { source.handle(command) } }

    var snapshot: PlaybackSnapshot { source.snapshot() }
    var diagram: String? { snapshot.drawing.scene.diagram(ofRow: 0) }
    func input(_ text: String) throws -> SceneEdit {
      .setInput(row: 0, try snapshot.drawing.scene.input(ofRow: 0, from: text))
    }
  }

  @Test("who edits sees what the doctor finds, and who watches does not") func findings() {
    for editor in ["ada", nil] {
      let terminal = Terminal(editor: editor)
      terminal.receive("a: { marbles: 'abcdefgh|' }, b: { apply: 'a.debounce(for: .seconds(2))' }")
      #expect(terminal.snapshot.drawing.findings.concern("b") == (editor != nil))
      terminal.receive("a: { marbles: 'a---b---|' }, b: { apply: 'a.debounce(for: .seconds(2))' }")
      #expect(terminal.snapshot.drawing.findings.isEmpty)
    }
  }

  @Test("a preview stays here and holds the scene; a kept edit is sent, and shown until the daemon has it")
  func edits() throws {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1-2-3|' }")
    terminal.pass(seconds: 1.5)
    terminal.handle(.edit(try terminal.input("1-5|"), phase: .preview))
    terminal.pass(seconds: 1)
    #expect(terminal.diagram == "1-5|" && terminal.sent == [])
    #expect(terminal.snapshot.playhead.time == .seconds(1.5) && terminal.snapshot.playhead.state == .paused)
    terminal.handle(.edit(try terminal.input("1-6|"), phase: .kept))
    #expect(terminal.sent == [#"{"edit":"set a = 1-6|","in":"one","editor":"ada"}"#])
    #expect(terminal.diagram == "1-6|" && terminal.snapshot.playhead.time == .seconds(1.5))
    terminal.receive("a: { marbles: '1-6|' }", time: 2.5, edits: #""edits":1,"undone":0,"#)
    #expect(terminal.snapshot.playhead.time == .seconds(2.5) && terminal.snapshot.playhead.state == .playing)
    #expect(terminal.snapshot.edits.canUndo && !terminal.snapshot.edits.canRedo && terminal.snapshot.edits.isUnsaved)
    terminal.handle(.undo, .markSaved)
    #expect(terminal.sent.last == #"{"undo":true,"in":"one","editor":"ada"}"# && !terminal.snapshot.edits.isUnsaved)
    terminal.receive("a: { marbles: '1-2-3|' }", edits: #""edits":0,"undone":1,"#)
    #expect(!terminal.snapshot.edits.canUndo && terminal.snapshot.edits.canRedo)
    terminal.handle(.redo)
    #expect(terminal.sent.last == #"{"redo":true,"in":"one","editor":"ada"}"#)
  }

  @Test("an edit that the daemon refuses is taken back, and the reason is shown")
  func refused() throws {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1-2-3|' }")
    terminal.handle(.edit(try terminal.input("1-5|"), phase: .kept))
    #expect(terminal.diagram == "1-5|")
    terminal.store.refuse("bob is editing; try again in 12 s")
    #expect(terminal.diagram == "1-2-3|")
    #expect(terminal.snapshot.overlay?.notice == "bob is editing; try again in 12 s")
  }

  @Test("an edit that can't be played here is not sent, nor one of a scene that no longer plays")
  func notSent() throws {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1-2-3|' }, b: { apply: 'a.map { $0 }' }")
    terminal.handle(.edit(.removeRow(0), phase: .preview))
    #expect(terminal.snapshot.edits.refusal == "row a can't be removed: b uses it")
    terminal.handle(.edit(.removeRow(0), phase: .kept))
    #expect(terminal.sent == [] && terminal.snapshot.overlay?.notice == "row a can't be removed: b uses it")
    terminal.handle(.edit(.removeRow(1), phase: .preview))
    terminal.receive("c: { marbles: '7|' }")
    terminal.handle(.edit(.removeRow(1), phase: .kept))
    #expect(terminal.sent == [] && terminal.diagram == "7|")
    #expect(terminal.snapshot.overlay?.notice == "the scene has changed; the edit was not sent")
    // An edit that changes nothing.
    terminal.handle(.edit(try terminal.input("7|"), phase: .kept))
    #expect(terminal.sent == [])
  }

  private static func setting(_ expression: String) throws -> SceneEdit {
    let live = Scene.Row(name: "a", content: .live(Scene.Live()))
    let output = try EditCommand.parse("add b = a.map { $0 }", in: Scene(name: "one", rows: [live]))
    let scene = try Scene(name: "one", rows: [live]).applying(output)
    return try EditCommand.parse("set b = \(expression)", in: scene)
  }

  @Test("results over what has arrived are shown while a live scene's expression is typed, and its values go on")
  func live() async throws {
    let terminal = Terminal()
    terminal.receive("a.map { $0 + 1 }", values: [1, 2, 3], results: [2, 3, 4])
    terminal.handle(.edit(nil, phase: .preview))
    #expect(terminal.values(1) == [2, 3, 4])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 10 }"), phase: .preview))
    await terminal.await([10, 20, 30])
    #expect(terminal.values(0) == [1, 2, 3] && terminal.sent == [] && terminal.snapshot.playhead.state == .playing)
    terminal.receive("a", 3, 4)
    terminal.receive("b", 3, 5)
    #expect(terminal.values(0) == [1, 2, 3, 4])
    terminal.pass(seconds: 1)
    await terminal.await([10, 20, 30, 40])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 100 }.prefix(2)"), phase: .preview))
    await terminal.await([100, 200])
    // Escape: what the daemon has shown meanwhile is there.
    terminal.handle(.edit(nil, phase: .kept))
    #expect(terminal.values(1) == [2, 3, 4, 5] && terminal.sent == [])
    terminal.source.end()
  }

  @Test("an edit of a live scene is sent; its results stay until the daemon has them, and its mark is shown")
  func keepsLive() async throws {
    let terminal = Terminal()
    terminal.receive("a.map { $0 + 1 }", values: [1, 2], results: [2, 3])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 10 }"), phase: .preview))
    await terminal.await([10, 20])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 10 }"), phase: .kept))
    #expect(terminal.sent == [#"{"edit":"set b = a.map { $0 * 10 }","in":"one","editor":"ada"}"#])
    #expect(terminal.values(1) == [10, 20])
    terminal.receive(
      "a.map { $0 * 10 }", values: [1, 2, 3], results: [2, 3, 30],
      edits: #"{"time":0.015,"index":2,"old":"a.map { $0 + 1 }"}"#)
    #expect(terminal.values(1) == [2, 3, 30])
    let edits = terminal.snapshot.recording.rows[1].edits
    #expect(edits.map(\.old) == ["a.map { $0 + 1 }"] && edits.map(\.index) == [2])
    terminal.source.end()
  }

  @Test("an edit of a live scene that is refused, here or by the daemon, is taken back, and the reason is shown")
  func refusesLive() async throws {
    let terminal = Terminal()
    terminal.receive("a.map { $0 }", values: [1], results: [1])
    terminal.handle(.edit(.removeRow(0), phase: .preview))
    #expect(terminal.snapshot.edits.refusal == "row a receives values, so it stays")
    terminal.handle(.edit(.removeRow(0), phase: .kept))
    #expect(terminal.sent == [] && terminal.snapshot.overlay?.notice == "row a receives values, so it stays")
    terminal.handle(.edit(try Self.setting("a.map { $0 * 2 }"), phase: .preview))
    await terminal.await([2])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 2 }"), phase: .kept))
    #expect(terminal.sent.count == 1)
    terminal.store.refuse("bob is editing; try again in 12 s")
    #expect(terminal.values(1) == [1] && terminal.snapshot.overlay?.notice == "bob is editing; try again in 12 s")
    // Another viewer edits the scene meanwhile.
    terminal.handle(.edit(try Self.setting("a.map { $0 * 3 }"), phase: .preview))
    terminal.receive("a.map { $0 * 7 }", values: [1], results: [1])
    #expect(terminal.snapshot.edits.refusal == "the scene has changed; the edit was not sent")
    terminal.handle(.edit(try Self.setting("a.map { $0 * 3 }"), phase: .kept))
    #expect(terminal.sent.count == 1 && terminal.values(1) == [1])
    terminal.source.end()
  }

  @Test("a new snapshot of the same scene, as after a gap, is repeated anew")
  func repeatsSnapshot() async throws {
    let terminal = Terminal()
    terminal.receive("a.map { $0 }", values: [1, 2, 3], results: [1, 2, 3])
    terminal.handle(.edit(try Self.setting("a.map { $0 * 2 }"), phase: .preview))
    await terminal.await([2, 4, 6])
    terminal.receive("a.map { $0 }", values: [8], results: [8])
    await terminal.await([16])
    #expect(terminal.values(0) == [8])
    terminal.source.end()
  }

  @Test("the scene that repeats while it is edited here stays held")
  func repeats() throws {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1-2-3|' }")
    terminal.handle(.edit(try terminal.input("1-5|"), phase: .preview))
    terminal.receive("a: { marbles: '1-2-3|' }")
    #expect(terminal.diagram == "1-5|")
    terminal.handle(.edit(try terminal.input("1-5|"), phase: .kept))
    #expect(terminal.sent == [#"{"edit":"set a = 1-5|","in":"one","editor":"ada"}"#])
  }

  @Test("a playhead that is dragged moves here, and then everywhere")
  func drags() {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1-2-3|' }")
    terminal.handle(.drag(to: .seconds(2), phase: .preview), .drag(to: .seconds(3), phase: .preview))
    #expect(terminal.snapshot.playhead.time == .seconds(3) && terminal.sent == [])
    terminal.handle(.drag(to: .seconds(3), phase: .kept))
    #expect(terminal.sent == [#"{"seek":3}"#] && terminal.snapshot.playhead.time == .seconds(3))
    terminal.receive("a: { marbles: '1-2-3|' }", time: 3)
    #expect(terminal.snapshot.playhead.state == .playing)
  }

  @Test("a viewer can't edit with an older daemon, or without --control")
  func permissions() {
    let terminal = Terminal()
    terminal.receive("a: { marbles: '1|' }")
    #expect(terminal.snapshot.permissions.contains(.edit))
    terminal.receive("a: { marbles: '1|' }", edits: "")
    #expect(!terminal.snapshot.permissions.contains(.edit))
    let watching = Terminal(editor: nil)
    watching.receive("a: { marbles: '1|' }")
    #expect(!watching.snapshot.permissions.contains(.edit))
    #expect(!InteractionPolicy.Keys.watching.permissions.contains(.edit))
  }
}
