import HubCore
import Marbles
import NIOCore
import Platform
import Player
import SceneFiles
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import Server

/// What viewers are sent when something else happens at the same time.
@Suite(.timeLimit(.minutes(30))) struct StateStoreTests {
  /// The recorder of a run, which does something once when it is asked what is missing.
  private final class Interruption: ArrivalRecorder {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)

    func happens(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func record(_ entries: [Recording.Entry]) {}
    func add(_ row: Scene.Row, at time: SceneTime) {}
    func end(at time: SceneTime, isStopped: Bool) {}
    func unrecorded(ofRow position: Int) -> Int {
      body.withLock { $0.take() }?()
      return 0
    }
  }

  private func show(_ scene: Scene, _ recorder: (any ArrivalRecorder)? = nil, on store: StateStore) throws
    -> ScenePlayback
  {
    let scenePlayback = try ScenePlayback(scene, speedFactor: 1, recorder: recorder)
    let run = PreparationQueue.Run(
      names: EventNames(scene), plan: scene.emptyRecording(), history: scene.emptyHistory, scenePlayback: scenePlayback)
    store.show(run, Playlist.Entry(scene: scene), HubDisplay(phase: .playing), isNewSlot: true)
    return scenePlayback
  }

  @Test("events get other numbers when a message has got theirs while they were encoded")
  func interrupted() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { live: true } }", path: "live.yaml").scene
    let (store, interruption) = (StateStore(settings: .gatheringNothing, run: "r"), Interruption())
    let scenePlayback = try show(scene, interruption, on: store)
    defer { scenePlayback.stop() }
    let viewer = try #require(store.subscribe(.events))
    _ = await store.next(for: viewer)
    let before = store.contents.withLock { $0.backlog.sequence }
    interruption.happens { store.publish(.message("hello"), at: 0) }
    let entry = Recording.Entry(
      row: 0, index: 0, time: .zero, kind: .value(Event(time: .zero, value: 7)))
    store.append([entry], of: scenePlayback, at: 0)
    var text = ""
    while !text.contains("event: event") { text += try #require(await store.next(for: viewer)).text }
    let ids = text.split(separator: "\n").filter { $0.hasPrefix("id: ") || $0.hasPrefix("event: ") }
    #expect(ids == ["id: r-\(before + 1)", "event: message", "id: r-\(before + 2)", "event: event"])
    #expect(store.contents.withLock { $0.playing?.history.rows[0].count } == 1)
  }

  /// A store of which two viewers have fallen behind, of a scene whose snapshot takes two seconds' share.
  private func behind(_ clock: ManualClock) async throws -> (store: StateStore, viewers: [Subscription]) {
    var settings = HubSettings.gatheringNothing
    settings.viewerQueueBytes = 4000
    settings.clock = clock
    settings.now = { clock.now.offset.wholeNanoseconds }
    let store = StateStore(settings: settings, run: "r")
    let about = String(repeating: "x", count: 1 << 18)
    let playback = try show(Scene(name: "s", about: about, rows: []), on: store)
    playback.stop()
    let viewers = try (0..<2).map { _ in try #require(store.subscribe(.lines)) }
    for viewer in viewers { #expect(await store.lines(for: viewer)?.isEmpty == false) }
    for number in 0..<500 { store.publish(.message("\(number)"), at: 0) }
    return (store, viewers)
  }

  @Test("a viewer that has fallen behind waits for the next large snapshot until its time has come")
  func pause() async throws {
    let clock = ManualClock()
    let (store, viewers) = try await behind(clock)
    #expect(await store.lines(for: viewers[0])?.first?.contains(#""type":"snapshot""#) == true)
    let wait = store.snapshotsBehind.pause(at: 0)
    #expect(wait > 500_000_000)
    let next = Task { await store.lines(for: viewers[1]) }
    await clock.untilAsleep()
    clock.advance(by: .nanoseconds(wait))
    #expect(await next.value?.first?.contains(#""type":"snapshot""#) == true)
  }

  @Test("the end of the streams ends that wait at once")
  func endOfPause() async throws {
    let clock = ManualClock()
    let (store, viewers) = try await behind(clock)
    _ = await store.lines(for: viewers[0])
    let next = Task { await store.lines(for: viewers[1]) }
    await clock.untilAsleep()
    store.endStreams()
    _ = await next.value
    #expect(clock.now.offset == .zero)
  }
}

extension [ByteBuffer] {
  fileprivate var text: String { map { String(buffer: $0) }.joined() }
}
