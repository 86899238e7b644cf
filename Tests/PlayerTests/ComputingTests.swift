import Dispatch
import Expressions
import Marbles
import Playback
import SceneFiles
import SceneTestSupport
import Scenes
import Synchronization
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// A terminal never computes on the thread that draws: an edit that takes long leaves the old picture, and keys go on.
@Suite(.timeLimit(.minutes(30))) struct ComputingTests {
  /// A viewer whose commands wait for nothing, with a watchdog that fires when it is told to.
  private final class Session {
    let playback: LocalPlayback
    private let news = DispatchSemaphore(value: 0)
    private let alarms: Alarms

    private final class Alarms: Sendable {
      let bodies = Mutex<[@Sendable () -> Void]>([])
    }

    init() throws {
      let alarms = Alarms()
      self.alarms = alarms
      playback = try LocalPlayback(
        drawings: [SceneDrawing(scene: .sample, plan: try Scene.sample.recorded())], startPausedAt: .seconds(3),
        resultWait: .zero, watchdog: Watchdog { _, body in alarms.bodies.withLock { $0.append(body) } })
      playback.begin { [news] in news.signal() }
    }

    deinit { playback.end() }

    /// Lets the time of all runs so far be up.
    func expire() { for body in alarms.bodies.withLock({ $0 }) { body() } }

    /// The snapshot once nothing is computed any more.
    func settled() -> PlaybackSnapshot {
      while true {
        let snapshot = playback.snapshot()
        if snapshot.edits.progress == nil { return snapshot }
        news.wait()
      }
    }

    func waitForLoads() {
      while case _ = playback.snapshot(), !playback.loads.isEmpty { news.wait() }
    }

    /// Waits until a run has begun: before, its watchdog can't fire.
    func waitForRun() {
      while alarms.bodies.withLock({ $0.isEmpty }) { _ = news.wait(timeout: .now() + .milliseconds(1)) }
    }
  }

  private static let hopeless = "(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }"

  private static func edit(_ text: String) throws -> SceneEdit {
    let row = try #require(Scene.sample.position(of: "zip"))
    return .setExpression(row: row, try Expression.parse(text))
  }

  private static func source(_ snapshot: PlaybackSnapshot) -> String? {
    snapshot.drawing.scene.rows.first { $0.name == "zip" }?.expression?.source
  }

  @Test("the old picture stays while a scene is computed, and the newest text counts")
  func newest() throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .preview))
    let computing = session.playback.snapshot()
    #expect(computing.edits.progress == EditState.computing && Self.source(computing) == "zip(ints, strings)")
    let frame = computing.frame(
      at: FrameState(at: .seconds(3), of: computing.playhead.playback, by: FrameSchedule(of: computing.drawing)),
      size: Size(columns: 80, rows: 24))
    #expect(frame.lines.contains { $0.contains("computing…") })
    session.playback.handle(.edit(try Self.edit("zip(strings, ints)"), phase: .preview))
    #expect(Self.source(session.settled()) == "zip(strings, ints)")
    session.playback.handle(.edit(nil, phase: .kept))
    #expect(Self.source(session.settled()) == "zip(ints, strings)")
  }

  @Test("a preview that is taken back is not computed again, and one that is kept is not either")
  func known() throws {
    let session = try Session()
    let edit = try Self.edit("zip(strings, ints)")
    session.playback.handle(.edit(edit, phase: .preview))
    #expect(Self.source(session.settled()) == "zip(strings, ints)")
    session.playback.handle(.edit(nil, phase: .preview))
    #expect(session.playback.pending == nil && Self.source(session.playback.snapshot()) == "zip(ints, strings)")
    session.playback.handle(.edit(edit, phase: .preview))
    _ = session.settled()
    session.playback.handle(.edit(edit, phase: .kept))
    #expect(session.playback.pending == nil && session.playback.history?.undoCount == 1)
  }

  @Test("an edit whose time is up is refused, and what was confirmed after it follows")
  func outOfTime() throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .kept))
    // Not lost, though the first edit is still computed.
    session.playback.handle(.edit(try Self.edit("zip(strings, ints)"), phase: .kept))
    #expect(session.playback.snapshot().edits.progress != nil)
    session.waitForRun()
    session.expire()
    let settled = session.settled()
    #expect(Self.source(settled) == "zip(strings, ints)")
    #expect(session.playback.unsaved.first?.edits.count == 1)
  }

  @Test("a refusal names the time limit")
  func refusal() throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .preview))
    session.waitForRun()
    session.expire()
    #expect(session.settled().edits.refusal == Cancellation.Cause.outOfTime.description)
    #expect(Self.source(session.playback.snapshot()) == "zip(ints, strings)")
  }

  @Test("the end does not wait for an edit, and keeps one that was confirmed", arguments: [false, true])
  func end(isConfirmed: Bool) throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .preview))
    if isConfirmed { session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .kept)) }
    #expect(
      session.playback.history.map { $0.scene != .sample } == (isConfirmed ? true : nil),
      "what is written is what was confirmed")
    #expect(session.playback.snapshot().edits.isUnsaved == isConfirmed)
    #expect(session.playback.snapshot().edits.progress == EditState.computing)
    session.playback.end()
    #expect(session.playback.unsaved.count == (isConfirmed ? 1 : 0))
  }

  @Test("what follows an undo waits for it")
  func undo() throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit("zip(strings, ints)"), phase: .preview))
    _ = session.settled()
    session.playback.handle(.edit(try Self.edit("zip(strings, ints)"), phase: .kept))
    for command in [PlaybackCommand.undo, .seek(.seconds(1))] { session.playback.handle(command) }
    let settled = session.settled()
    #expect(Self.source(settled) == "zip(ints, strings)" && settled.edits.canRedo)
    #expect(settled.playhead.time == .seconds(1))
  }

  @Test("what is written, and what is left at the end, has all edits that were confirmed")
  func several() throws {
    let session = try Session()
    for text in [Self.hopeless, "zip(strings, ints)", "zip(ints, ints)"] {
      session.playback.handle(.edit(try Self.edit(text), phase: .kept))
    }
    // Shown, and not confirmed.
    session.playback.handle(.edit(try Self.edit("zip(strings, strings)"), phase: .preview))
    let row = try #require(Scene.sample.position(of: "zip"))
    for _ in 0..<2 {
      #expect(session.playback.history?.edits.count == 3)
      #expect(session.playback.history?.scene.rows[row].expression?.source == "zip(ints, ints)")
      session.playback.end()
    }
  }

  @Test("a text is read with the scene that it will change, also while that is still computed")
  func pendingScene() throws {
    let session = try Session()
    session.playback.handle(.edit(try Self.edit(Self.hopeless), phase: .kept))
    session.playback.handle(.edit(.setStep(.milliseconds(600)), phase: .kept))
    var viewer = Viewer()
    viewer.focus(on: 0)
    func press(_ key: Key, _ modifiers: Modifiers = []) {
      let requests = viewer.press(
        key, modifiers, watching: session.playback.snapshot(), size: Size(columns: 80, rows: 24))
      for case .steer(let command) in requests { session.playback.handle(command) }
    }
    press(.character("i"))
    press(.character("u"), .control)
    for character in "ints = ---1-2--|" { press(.character(character)) }
    press(.enter)
    viewer.selected = EventKey(row: 0, index: 0)
    for _ in 0..<2 {
      for case .steer(let command) in viewer.moveSelected(-1, watching: session.playback.snapshot()) {
        session.playback.handle(command)
      }
    }
    session.waitForRun()
    session.expire()
    let scene = session.settled().drawing.scene
    #expect(scene.rows[0].timeline?.events.map(\.time) == [.milliseconds(600), .milliseconds(3000)])
  }

  @Test("edits that followed one which is refused, and would change other rows now, are not made")
  func otherRows() throws {
    let session = try Session()
    let new = Scene.Row(name: "new", content: .output(try Expression.parse(Self.hopeless)))
    session.playback.handle(.edit(.insertRow(new, at: 0), phase: .kept))
    session.playback.handle(.edit(.removeRow(1), phase: .kept))
    session.waitForRun()
    session.expire()
    let settled = session.settled()
    #expect(settled.drawing.scene == .sample)
    #expect(settled.notice == Cancellation.Cause.outOfTime.description + "; what followed it was not made")
  }

  @Test("of several changes of a file the newest counts")
  func reloads() throws {
    let session = try Session()
    var changed = Scene.sample
    changed.title = "changed"
    changed.rows[try #require(changed.position(of: "zip"))].content = .output(try Expression.parse(Self.hopeless))
    session.playback.reload(.changed(changed))
    session.playback.reload(.changed(.sample))
    #expect(session.playback.loads.isEmpty)
    changed = .sample
    changed.title = "another"
    session.playback.reload(.changed(changed))
    session.waitForLoads()
    #expect(session.playback.snapshot().drawing.scene.title == "another")
  }

  @Test("a scene that is chosen is computed in the background, and a newer choice replaces it")
  func choice() throws {
    let news = DispatchSemaphore(value: 0)
    var slow = Scene.sample
    slow.name = "slow"
    slow.rows[try #require(slow.position(of: "zip"))].content = .output(try Expression.parse(Self.hopeless))
    var other = Scene.sample
    other.name = "other"
    let scenes = ["slow": slow, "other": other]
    let library = ChoosableScenes(
      choices: { ["slow", "other"].map { SceneChoice(name: $0, title: $0, about: "", group: "Scenes") } },
      scene: { choice, _ in scenes[choice.name]! }, drawing: { SceneDrawing(scene: $0, plan: $1) })
    let playback = try LocalPlayback(
      drawings: [SceneDrawing(scene: .sample, plan: try Scene.sample.recorded())], library: library,
      startPausedAt: .zero, resultWait: .zero, watchdog: Watchdog { _, _ in })
    playback.begin { news.signal() }
    defer { playback.end() }
    let names = playback.choices.map(\.name)
    playback.handle(.choose(try #require(names.firstIndex(of: "slow"))))
    #expect(playback.snapshot().drawing.scene.name == "sample")
    #expect(playback.snapshot().edits.progress == "computing slow…")
    playback.handle(.choose(try #require(names.firstIndex(of: "other"))))
    while playback.snapshot().drawing.scene.name != "other" { news.wait() }
    // Not while the scene is edited.
    playback.handle(.edit(try Self.edit(Self.hopeless), phase: .preview))
    playback.load(SceneLoad(scene: .sample, purpose: .choice(0)))
    #expect(playback.snapshot().edits.progress == "computing… then sample opens")
    playback.handle(.edit(try Self.edit("zip(strings, ints)"), phase: .preview))
    while case _ = playback.snapshot(), playback.pending != nil { news.wait() }
    #expect(playback.snapshot().drawing.scene.name == "other" && !playback.loads.isEmpty)
    #expect(playback.snapshot().edits.progress == "sample opens after the edit")
    playback.handle(.edit(nil, phase: .kept))
    while playback.snapshot().drawing.scene.name != "sample" { news.wait() }
  }
}
