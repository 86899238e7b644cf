import Logging
import Marbles
import Playback
import Player
import RedisClient
import SceneFiles
import Scenes
import Synchronization
import Testing
import Wire

@testable import Server

/// What a relay shows and logs of a snapshot, without a Redis server.
@Suite struct RelayWorkerTests {
  private final class Log: Sendable { let lines = Mutex<[String]>([]) }

  private let log = Log()
  private let store = StateStore(settings: .gatheringNothing, run: "relay")

  private func following(_ watchdog: Watchdog) throws -> RelayWorker {
    let url = try RedisStreamURL(parsing: "redis://localhost/show", allowed: [])
    let logger = Logger(label: "test") { [log] _ in
      LogLines(form: .journal) { line in log.lines.withLock { $0.append(line) } }
    }
    return RelayWorker(
      of: url, store, RelayConnection(url), stopper: RedisStopper(), logger, plans: RemotePlans(watchdog: watchdog)
    ) {}
  }

  private func show(_ following: RelayWorker, sequence: Int) throws {
    let told = PlayingScene(
      name: "slow", title: "slow", about: "", isLive: false,
      playlist: PlaylistStatus(position: 1, count: 1))
    let snapshot = ViewerSnapshot(
      run: "p", scene: told, notice: "older", yaml: "rows: { a: { marbles: '1-2|' }, b: { apply: 'a.map { $0 }' } }",
      duration: .seconds(4), omitted: 0, rows: [])
    try following.start(snapshot, PlayheadMotion(time: .zero), run: "p", sequence: sequence, at: 0)
  }

  @Test("a relay that can't plan a scene says why to its viewers, in its status and once in its log")
  func problem() throws {
    let following = try following(Watchdog { _, expire in expire() })
    for sequence in 1...2 { try show(following, sequence: sequence) }
    let says = "the relay draws slow from its events alone: could not be simulated within 5 s"
    #expect(store.current?.notice == says)
    #expect(store.status().notices == [says])
    #expect(log.lines.withLock { $0 } == ["<4>\(says)\n"])
    #expect(store.current?.duration == .seconds(4))
  }

  @Test("a relay that plans a scene says what the daemon says")
  func planned() throws {
    let following = try following(Watchdog { _, _ in })
    try show(following, sequence: 1)
    #expect(store.current?.notice == "older")
    #expect(log.lines.withLock { $0 } == [])
    #expect(store.current?.plan.rows[1].timeline.events.count == 2)
  }
}
