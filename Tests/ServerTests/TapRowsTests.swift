import HubCore
import Logging
import Marbles
import SceneFiles
import Scenes
import TestSupport
import Testing
import Wire

@testable import Inputs
@testable import Server

/// The scene of all taps, whose programs report new ones while it plays.
@Suite(.timeLimit(.minutes(30))) struct TapRowsTests {
  private let folder: TemporaryFolder
  private let taps: TapListener
  private let hub: Hub

  init() throws {
    folder = try TemporaryFolder()
    taps = TapListener(at: folder.file("t.sock"), isPermanent: true)
    var settings = HubSettings.gatheringNothing
    settings.tapPause = 0
    settings.taps = taps
    hub = Hub(
      playlist: Playlist(entries: [
        Playlist.Entry(scene: try SceneFile(parsing: "rows: { a: { marbles: '1|' } }", path: "one.yaml").scene)
      ]), settings: settings, run: "r", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func post(_ numbers: ClosedRange<Int>, of tap: String) {
    for number in numbers {
      var delivery = TapBoard.delivery(of: TapReport(tap: tap, iteration: 1, time: nil, event: .value(.int(number))))
      // The rows have room.
      #expect(taps.board.pass(&delivery, of: 1) {})
    }
  }

  /// Plays the scene of all taps, of which there is one with 20 events.
  private func play() async throws -> (viewer: Subscription, player: Task<Void, Never>) {
    #expect(await hub.begin())
    let player = Task { [hub] in await hub.play() }
    taps.board.join("first")
    var request = ControlRequest()
    request.scene = .named("taps")
    try await hub.control(request, library: SceneLibrary(folders: []))
    let viewer = try #require(hub.store.subscribe(.lines))
    post(1...20, of: "first")
    _ = try await read(viewer) { _ in hub.store.current?.history.rows[0].timeline.events.count == 20 }
    return (viewer, player)
  }

  private func end(_ player: Task<Void, Never>) async {
    await hub.stop()
    await player.value
    taps.close()
  }

  /// Reads on until `isLast` is true of a message.
  private func read(_ viewer: Subscription, until isLast: (StreamEvent) -> Bool) async throws -> StreamEvent {
    while let lines = await hub.store.lines(for: viewer) {
      for line in lines {
        if let event = StreamEvent(json: line), isLast(event) { return event }
      }
    }
    throw Ended()
  }

  private struct Ended: Error {}

  @Test("A second tap adds a row; the first row keeps its events")
  func secondTap() async throws {
    let (viewer, player) = try await play()
    let before = try #require(hub.store.current)
    taps.board.join("second")
    let told = try await read(viewer) { event in
      if case .snapshot(let snapshot, _) = event { snapshot.rows.count == 2 } else { false }
    }
    guard case .snapshot(let snapshot, let motion) = told else { throw Ended() }
    #expect(snapshot.rows.map(\.name) == ["first", "second"] && motion.phase == .playing)
    #expect(snapshot.events.count == 20 && snapshot.events.allSatisfy { $0.row == "first" })
    #expect(try SceneFile(parsing: snapshot.yaml, path: "taps.yaml").scene.rows.map(\.name) == ["first", "second"])
    let after = try #require(hub.store.current)
    #expect(after.run == before.run && after.scenePlayback === before.scenePlayback)
    // Both rows go on.
    post(1...1, of: "second")
    post(21...21, of: "first")
    _ = try await read(viewer) { _ in
      hub.store.current?.history.rows.map(\.timeline.events.count) == [21, 1]
    }
    let rows = try #require(hub.store.status().playing?.rows)
    #expect(rows.map(\.name) == ["first", "second"] && rows.map(\.events) == [21, 1])
    let metrics = hub.store.metricsText().text
    #expect(metrics.contains(#"marbled_events_total{scene="taps",row="second"} 1"#))
    #expect(metrics.contains(#"marbled_live_dropped_total{scene="taps",row="second"} 0"#))
    await end(player)
  }

  @Test("Twenty taps that begin one after the other do not restart the scene")
  func twentyTaps() async throws {
    let (viewer, player) = try await play()
    let before = try #require(hub.store.current)
    for number in 1...20 {
      taps.board.join("n\(number)")
      _ = try await read(viewer) { event in
        if case .snapshot(let snapshot, _) = event { snapshot.rows.count == 1 + number } else { false }
      }
    }
    let after = try #require(hub.store.current)
    #expect(after.run == before.run && after.scenePlayback === before.scenePlayback)
    #expect(after.history.rows.map(\.timeline.events.count) == [20] + [Int](repeating: 0, count: 20))
    await end(player)
  }

  @Test("Viewers learn once, at the next second, who waits for whom, also those that come later")
  func loops() async throws {
    let (viewer, player) = try await play()
    let reports: [(TapReport.Event, Int64)] = [(.request, 0), (.value(21), 20), (.request, 520)]
    for (event, time) in reports {
      var delivery = TapBoard.delivery(
        of: TapReport(tap: "first", iteration: 1, time: .milliseconds(time), event: event))
      #expect(taps.board.pass(&delivery, of: 1) {})
    }
    // With the next value, the row has been told of all that came before it.
    post(22...22, of: "first")
    _ = try await read(viewer) { _ in hub.store.current?.history.rows[0].timeline.events.count == 22 }
    hub.store.tellLoops(at: 0)
    hub.store.tellLoops(at: 1_000_000_000)
    let told = try await read(viewer) { $0.type == "loop" }
    guard case .loop(row: "first", let loop) = told else { throw Ended() }
    #expect(loop.waiting == .milliseconds(20) && loop.busy == .milliseconds(500))
    var request = ControlRequest()
    request.message = "next"
    try await hub.control(request, library: SceneLibrary(folders: []))
    #expect(try await read(viewer) { ["loop", "message"].contains($0.type) } == .message("next"))
    // A viewer that comes later draws what the daemon draws.
    let current = try #require(hub.store.current)
    let follower = RecordingFollower(current.scene)
    var recording = current.scene.emptyRecording()
    _ = try await read(try #require(hub.store.subscribe(.lines))) { event in
      if case .snapshot(let snapshot, _) = event { follower.take(snapshot, into: &recording) }
      follower.take(event, into: &recording)
      return event == .message("next") || recording.rows[0].source.loop != nil
    }
    #expect(recording.rows[0].source.loop == loop)
    await end(player)
  }
}
