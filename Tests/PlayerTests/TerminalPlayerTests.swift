import Dispatch
import Foundation
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What a player makes of what is typed while something plays, in virtual time.
@Suite struct TerminalPlayerTests {
  private static let gaps: [Int64] = [0, 20, 40, 60, 100]

  /// The commands of a show when a text is typed on a slow line, whose bytes are `gap` milliseconds apart.
  private func commands(
    _ text: String, gap: Int64, keys: InteractionPolicy.Keys = .all, environment: [String: String] = ["TERM": "linux"]
  ) throws -> (commands: [PlaybackCommand], source: ScriptedPlayback, terminal: VirtualTerminal) {
    // Small, as hundreds of frames are drawn.
    let terminal = try VirtualTerminal(columns: 40, rows: 8)
    let source = try ScriptedPlayback(now: { terminal.now })
    let end = terminal.type(text, at: 100, gap: gap)
    source.length = end + 1100
    try terminal.play(source, keys: keys, environment: environment)
    return (source.commands, source, terminal)
  }

  @Test("Keys of slow lines are whole while something plays", arguments: gaps)
  func slowKeys(gap: Int64) throws {
    #expect(try commands("\u{1B}[H", gap: gap).commands == [.seek(.zero)])
    #expect(try commands("\u{1B}[6~", gap: gap, keys: .safe).commands == [.changeScene(by: 1)])
    #expect(try commands("\u{1B}[5~\u{1B}[6~", gap: gap).commands == [.changeScene(by: -1), .changeScene(by: 1)])
  }

  @Test("Nothing of a reply in pieces is typed", arguments: gaps + [300])
  func slowReplies(gap: Int64) throws {
    let terminal = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    let played = try commands("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c", gap: gap, environment: terminal)
    #expect(played.commands.isEmpty)
    // An answer that takes longer than anybody waits for it changes nothing.
    #expect((played.source.drawing.theme == .light) == (gap <= 20), "\(gap)")
  }

  @Test(
    "A reply that comes soon after the last key is read, so that the shell does not get it; a late one is not waited for",
    arguments: [(1, true), (49, true), (51, false)])
  func lateReply(delay: Int64, isRead: Bool) throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    terminal.type("q", at: 20)
    terminal.type("\u{1B}[?62c", at: 20 + delay)
    #expect(try terminal.play(source, environment: ["TERM": "xterm-256color"]) == .left)
    #expect(terminal.isOver == isRead)
  }

  @Test("A click in pieces does not switch the mouse off", arguments: gaps + [300])
  func slowClicks(gap: Int64) throws {
    let played = try commands("\u{1B}[<0;60;20M\u{1B}[<0;60;20m", gap: gap)
    #expect(played.commands.isEmpty)
    // Once, when the terminal is given back.
    #expect(played.terminal.written.split(separator: "\u{1B}[?1003l", omittingEmptySubsequences: false).count == 2)
  }

  @Test("The list of scenes is drawn while the selected scene is computed", .timeLimit(.minutes(30)))
  func sceneThatIsNeverReady() throws {
    let terminal = try VirtualTerminal(columns: 100, rows: 24)
    let source = try ScriptedPlayback(now: { terminal.now })
    source.choices = ["AAAA", "BBBB"].map { SceneChoice(name: $0, title: "", about: $0, group: "Scenes") }
    let door = DispatchSemaphore(value: 0)
    source.makePreview = { _ in
      door.wait()
      throw CancellationError()
    }
    defer { door.signal() }
    terminal.type("p", at: 100)
    // Another scene is selected, and played.
    terminal.type("\u{1B}[B", at: 500)
    terminal.type("\r", at: 1000)
    source.length = 2000
    try terminal.play(source)
    #expect(source.commands == [.choose(1)])
    #expect(terminal.written.contains("AAAA") && terminal.written.contains("BBBB"))
  }

  @Test("Nothing is drawn by time alone while the list of scenes is open") func listOfScenes() throws {
    let terminal = try VirtualTerminal(columns: 100, rows: 24)
    let source = try ScriptedPlayback(now: { terminal.now })
    source.choices = [SceneChoice(name: "one", title: "one", about: "", group: "Scenes")]
    terminal.type("p", at: 20)
    terminal.type("\u{1B}[B", at: 4000)
    source.length = 5000
    try terminal.play(source)
    #expect(terminal.waits.count < 20)
  }

  @Test("A lone Escape is a key under a live row of 100 lines a second") func escapeUnderLoad() throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    for wake in stride(from: Int64(0), through: 3000, by: 10) { terminal.at(wake, .woken) }
    terminal.type("\u{1B}", at: 2000)
    // The arrow selects a marble of the first row, an input's, which can be moved.
    terminal.type("\u{1B}[B", at: 1600)
    terminal.type(">", at: 1800)
    terminal.type(">", at: 2200)
    terminal.type("q", at: 2500)
    #expect(try terminal.play(source) == .left)
    let edits = source.commands.filter { if case .edit = $0 { true } else { false } }
    #expect(edits.count == 1, "\(source.commands)")
  }

  @Test("What was predicted of a scene goes away when another scene comes by itself", arguments: [false, true])
  func nextScene(comes: Bool) throws {
    let terminal = try VirtualTerminal(columns: 120, rows: 40)
    let source = try ScriptedPlayback(now: { terminal.now })
    (source.pausedAt, source.length) = (.seconds(3), 3000)
    var other = source.drawing.scene
    other.name = "other"
    if comes { source.next = (1000, SceneDrawing(scene: other, plan: source.drawing.plan)) }
    terminal.type("hd1@0 |@8\r", at: 100)
    // Draws everything again.
    terminal.type("\u{0C}", at: 2000)
    try terminal.play(source)
    #expect(terminal.written.ranges(of: "are missing").count == (comes ? 1 : 2))
  }

  @Test("A player that plays nothing that moves sleeps until something happens") func sleeping() throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    source.pausedAt = .seconds(1)
    terminal.type(" ", at: 60_000)
    terminal.type("q", at: 120_000)
    #expect(try terminal.play(source) == .left)
    #expect(source.commands == [.resume])
    #expect(terminal.waits.filter { $0 == nil }.count == 2 && terminal.waits.count <= 3)
  }

  /// What is written while a paused show is looked at, and a key is pressed.
  private func written(keys: InteractionPolicy.Keys, _ key: String) throws -> String {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    source.pausedAt = .seconds(3)
    source.length = 200
    terminal.type(key, at: 100)
    try terminal.play(source, keys: keys)
    return terminal.written
  }

  @Test("On a kiosk, keys can't hide outputs; without keys, they can't select")
  func keysThatOthersWouldNotUnderstand() throws {
    #expect(try written(keys: .safe, "h") == written(keys: .safe, "x"))
    #expect(try written(keys: .none, "\t") == written(keys: .none, "x"))
    #expect(try written(keys: .watching, "h") != written(keys: .watching, "x"))
    #expect(try written(keys: .safe, "\t") != written(keys: .safe, "x"))
  }

  @Test("What a key may not do is said for three seconds") func refusal() throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    source.pausedAt = .seconds(3)
    source.overlay = PlaylistOverlay(position: 1, count: 2, next: "b")
    source.length = 5000
    terminal.type(" ", at: 1000)
    try terminal.play(source, keys: .watching, refusal: "only watches")
    #expect(source.commands.isEmpty && terminal.written.contains("watches"))
    // Asleep until the refusal is over, and then until the end.
    #expect(terminal.waits == [5000, 3000, 1000].map { $0 * 1_000_000 })
  }

  @Test("At a public screen, any key brings the keys that work, and a list of them, for ten seconds")
  func keysOfAKiosk() throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    source.pausedAt = .seconds(3)
    source.overlay = PlaylistOverlay(position: 1, count: 2, next: "b")
    source.length = 13_000
    terminal.type("q", at: 1000)
    try terminal.play(source, keys: .safe)
    #expect(source.commands.isEmpty && terminal.written.contains("PgUp PgDn") && !terminal.written.contains("quit"))
    // Asleep until the keys go away, and then until the end.
    #expect(terminal.waits == [13_000, 10_000, 2000].map { $0 * 1_000_000 })

    #expect(try written(keys: .safe, "?") != written(keys: .safe, "x"))
  }

  @Test("The key that lets phones steer works where phones are listened for, and with keys that a kiosk allows")
  func phones() throws {
    func commands(_ permissions: KeyPermissions, keys: InteractionPolicy.Keys) throws -> [PlaybackCommand] {
      let terminal = try VirtualTerminal()
      let source = try ScriptedPlayback(now: { terminal.now })
      (source.pausedAt, source.length, source.permissions) = (.seconds(3), 200, permissions)
      terminal.type("t", at: 100)
      try terminal.play(source, keys: keys)
      return source.commands
    }
    for keys in [InteractionPolicy.Keys.safe, .all] {
      #expect(try commands(.all.union(.remote), keys: keys) == [.toggleRemote])
      #expect(try commands(.all, keys: keys) == [])
    }
    #expect(try commands(.all.union(.remote), keys: .none) == [])
    #expect(try commands(.all.union(.remote), keys: .watching) == [])
  }

  @Test("A picture that moves takes its four places in turn, and wakes the player only then")
  func pixelShift() throws {
    let terminal = try VirtualTerminal()
    let source = try ScriptedPlayback(now: { terminal.now })
    (source.pausedAt, source.length) = (.seconds(3), 9000)
    try terminal.play(source, pixelShift: .seconds(2))
    #expect(terminal.waits == [2000, 2000, 2000, 2000, 1000].map { $0 * 1_000_000 })
    // The title is written again at each place, and once more at the first one.
    #expect(terminal.written.components(separatedBy: "sample").count - 1 == 5)
  }
}
