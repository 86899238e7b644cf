import Marbles
import Scenes
import Testing

@testable import HubCore

@Suite struct PlaylistSchedulerTests {
  private static let second: Int64 = 1_000_000_000

  private func scheduler(_ lengths: [(String, Playlist.Length)], cards: Duration? = nil) -> PlaylistScheduler {
    PlaylistScheduler(
      playlist: Playlist(entries: lengths.map { Playlist.Entry(scene: Scene(name: $0, rows: []), length: $1) }),
      titleCards: cards)
  }

  private func slot(_ index: Int, round: Int = 0) -> PlaylistScheduler.Step {
    .slot(Playlist.Place(round: round, index: index))
  }

  @Test("a scene is played so often, its end is shown a second, and the next one has its turn")
  func loops() {
    var scheduler = self.scheduler([("a", .loops(2)), ("b", .loops(1))])
    scheduler.begin(.place(Playlist.Place()), now: 0)
    #expect(scheduler.phase == .playing)
    #expect(scheduler.deadline == nil)
    scheduler.sceneEnded(now: 5 * Self.second)
    #expect(scheduler.tick(now: 6 * Self.second - 1) == nil)
    #expect(scheduler.tick(now: 6 * Self.second) == .play)
    scheduler.play(now: 6 * Self.second)
    scheduler.sceneEnded(now: 11 * Self.second)
    #expect(scheduler.deadline == 12 * Self.second)
    #expect(scheduler.tick(now: 12 * Self.second) == slot(1))
    scheduler.begin(.place(Playlist.Place(round: 0, index: 1)), now: 12 * Self.second)
    scheduler.sceneEnded(now: 13 * Self.second)
    #expect(scheduler.tick(now: 14 * Self.second) == slot(0, round: 1))
  }

  @Test("a scene with a dwell time begins again until it is over, in its middle if need be")
  func dwell() {
    var scheduler = self.scheduler([("a", .dwell(.seconds(10))), ("b", .loops(1))])
    scheduler.begin(.place(Playlist.Place()), now: 0)
    scheduler.sceneEnded(now: 5 * Self.second)
    #expect(scheduler.tick(now: 6 * Self.second) == .play)
    scheduler.play(now: 6 * Self.second)
    #expect(scheduler.tick(now: 10 * Self.second - 1) == nil)
    #expect(scheduler.tick(now: 10 * Self.second) == slot(1))
  }

  @Test("a card stands before the scene, and its time does not count")
  func cards() {
    var scheduler = self.scheduler([("a", .dwell(.seconds(10))), ("b", .loops(1))], cards: .seconds(3))
    scheduler.begin(.place(Playlist.Place()), now: 0)
    #expect(scheduler.phase == .ready && scheduler.tick(now: 3 * Self.second - 1) == nil)
    #expect(scheduler.tick(now: 3 * Self.second) == .play)
    scheduler.play(now: 3 * Self.second)
    #expect(scheduler.phase == .playing && scheduler.deadline == 13 * Self.second)
  }

  @Test("paused, nothing is due; then all of it later")
  func pauses() {
    var scheduler = self.scheduler([("a", .dwell(.seconds(10)))])
    scheduler.begin(.place(Playlist.Place()), now: 0)
    scheduler.pause(now: 4 * Self.second)
    #expect(scheduler.deadline == nil && scheduler.tick(now: 100 * Self.second) == nil)
    scheduler.resume(now: 100 * Self.second)
    #expect(scheduler.deadline == 106 * Self.second)
  }

  @Test("after a scene that is not in the playlist comes what would have come")
  func guest() {
    var scheduler = self.scheduler([("a", .loops(1)), ("b", .loops(1))])
    scheduler.begin(.place(Playlist.Place()), now: 0)
    let guest = Playlist.Entry(scene: Scene(name: "guest", rows: []), length: .loops(1))
    scheduler.begin(.guest(guest), now: 0)
    #expect(scheduler.entry.scene.name == "guest")
    scheduler.sceneEnded(now: 0)
    #expect(scheduler.tick(now: Self.second) == slot(1))
  }

  @Test("another playlist takes over after what is played, whether it is still in it or not")
  func adopts() {
    var scheduler = self.scheduler([("a", .loops(1)), ("b", .loops(1)), ("c", .loops(1))])
    scheduler.begin(.place(Playlist.Place(round: 0, index: 1)), now: 0)
    let other = self.scheduler([("x", .loops(1)), ("b", .loops(1)), ("y", .loops(1))]).playlist
    scheduler.replace(by: other)
    #expect(scheduler.entry.scene.name == "b" && scheduler.playlist[scheduler.nextPlace].scene.name == "y")
    scheduler.replace(by: self.scheduler([("p", .loops(1)), ("q", .loops(1))]).playlist)
    #expect(scheduler.entry.scene.name == "b" && scheduler.playlist[scheduler.nextPlace].scene.name == "p")
  }

  @Test("a scene in which no time passes is shown for ten seconds")
  func still() {
    var scheduler = self.scheduler([("list", .loops(1)), ("b", .loops(1))])
    scheduler.begin(.place(Playlist.Place()), now: 0)
    scheduler.sceneEnded(now: 0, isStill: true)
    #expect(scheduler.tick(now: 10 * Self.second - 1) == nil)
    #expect(scheduler.tick(now: 10 * Self.second) == slot(1))
  }
}
