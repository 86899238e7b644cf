import Marbles
import Scenes
import Testing

@testable import Daemon

@Suite struct PlaylistTests {
  private func playlist(_ names: [String], _ order: Configuration.Order = .listed, seed: UInt64 = 1) -> Playlist {
    Playlist(
      entries: names.map { Playlist.Entry(scene: Scene(name: $0, rows: []), length: .loops(1)) }, order: order,
      seed: seed)
  }

  /// The names of so many turns.
  private func names(_ playlist: Playlist, _ count: Int) -> [String] {
    var place = Playlist.Place()
    return (0..<count).map { _ in
      defer { place = playlist.place(after: place) }
      return playlist[place].scene.name
    }
  }

  @Test("a listed playlist is played as it is written, round after round")
  func listed() { #expect(names(playlist(["a", "b", "c"]), 7) == ["a", "b", "c", "a", "b", "c", "a"]) }

  @Test("a shuffled one plays each once a round, and nothing twice in a row", arguments: 0..<20 as Range<UInt64>)
  func shuffled(seed: UInt64) {
    let all = ["a", "b", "c", "d"]
    let names = names(playlist(all, .shuffled, seed: seed), 400)
    for round in 0..<100 { #expect(names[(round * 4)..<(round * 4 + 4)].sorted() == all) }
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("the same seed gives the same order, another one another")
  func seeds() {
    let all = (0..<10).map { "s\($0)" }
    #expect(names(playlist(all, .shuffled, seed: 3), 50) == names(playlist(all, .shuffled, seed: 3), 50))
    #expect(names(playlist(all, .shuffled, seed: 3), 50) != names(playlist(all, .shuffled, seed: 4), 50))
  }

  @Test("before is where it came from", arguments: [Configuration.Order.listed, .shuffled])
  func backwards(order: Configuration.Order) {
    let playlist = playlist(["a", "b", "c"], order)
    var place = Playlist.Place()
    for _ in 0..<10 {
      #expect(playlist.place(before: playlist.place(after: place)) == place)
      #expect(playlist.place(after: playlist.place(before: place)) == place)
      place = playlist.place(after: place)
    }
  }

  @Test("entries are what the configuration makes of scenes; what can't be found is said")
  func reading() throws {
    var configuration = Configuration()
    configuration.playlist = [
      Configuration.Item("sample"), Configuration.Item("smaple"), Configuration.Item("timing", dwell: .seconds(9)),
      Configuration.Item("zip", loops: 4, speedFactor: 3),
    ]
    configuration.speedFactor = 2
    configuration.loops = 5
    let reading = Playlist.read(configuration, folders: [])
    let entries = try #require(reading.playlist).entries
    #expect(entries.map(\.scene.name) == ["sample", "timing", "zip"])
    #expect(entries.map(\.scene.speedFactor) == [2, 2, 3])
    #expect(entries.map(\.length) == [.loops(5), .dwell(.seconds(9)), .loops(4)])
    #expect(reading.problems.count == 1 && reading.problems[0].contains("did you mean `sample`?"))
  }

  @Test("without a playlist every scene is played, but for those that nothing ends")
  func everything() throws {
    let reading = Playlist.read(Configuration(), folders: [])
    #expect(
      try #require(reading.playlist).entries.map(\.scene.name) == SceneLibrary.shipped.names.filter { $0 != "live" })
  }
}

@Suite struct ProgrammeTests {
  private static let second: Int64 = 1_000_000_000

  private func programme(_ lengths: [(String, Playlist.Length)], cards: Duration? = nil) -> Programme {
    Programme(
      playlist: Playlist(entries: lengths.map { Playlist.Entry(scene: Scene(name: $0, rows: []), length: $1) }),
      titleCards: cards)
  }

  private func turn(_ index: Int, round: Int = 0) -> Programme.Step {
    .turn(.place(Playlist.Place(round: round, index: index)))
  }

  @Test("a scene is played so often, its end is shown a second, and the next one has its turn")
  func loops() {
    var programme = programme([("a", .loops(2)), ("b", .loops(1))])
    #expect(programme.begin(.place(Playlist.Place()), now: 0) == .play)
    #expect(programme.deadline == nil)
    programme.sceneEnded(now: 5 * Self.second)
    #expect(programme.tick(now: 6 * Self.second - 1) == nil)
    #expect(programme.tick(now: 6 * Self.second) == .play)
    programme.sceneEnded(now: 11 * Self.second)
    #expect(programme.deadline == 12 * Self.second)
    #expect(programme.tick(now: 12 * Self.second) == turn(1))
    #expect(programme.begin(.place(Playlist.Place(round: 0, index: 1)), now: 12 * Self.second) == .play)
    programme.sceneEnded(now: 13 * Self.second)
    #expect(programme.tick(now: 14 * Self.second) == turn(0, round: 1))
  }

  @Test("a scene with a dwell time begins again until it is over, in its middle if need be")
  func dwell() {
    var programme = programme([("a", .dwell(.seconds(10))), ("b", .loops(1))])
    _ = programme.begin(.place(Playlist.Place()), now: 0)
    programme.sceneEnded(now: 5 * Self.second)
    #expect(programme.tick(now: 6 * Self.second) == .play)
    #expect(programme.tick(now: 10 * Self.second - 1) == nil)
    #expect(programme.tick(now: 10 * Self.second) == turn(1))
  }

  @Test("a card stands before the scene, and its time does not count")
  func cards() {
    var programme = programme([("a", .dwell(.seconds(10))), ("b", .loops(1))], cards: .seconds(3))
    #expect(programme.begin(.place(Playlist.Place()), now: 0) == nil)
    #expect(programme.phase == .ready && programme.tick(now: 3 * Self.second - 1) == nil)
    #expect(programme.tick(now: 3 * Self.second) == .play)
    #expect(programme.phase == .playing && programme.deadline == 13 * Self.second)
  }

  @Test("paused, nothing is due; then all of it later")
  func pauses() {
    var programme = programme([("a", .dwell(.seconds(10)))])
    _ = programme.begin(.place(Playlist.Place()), now: 0)
    programme.pause(now: 4 * Self.second)
    #expect(programme.deadline == nil && programme.tick(now: 100 * Self.second) == nil)
    programme.resume(now: 100 * Self.second)
    #expect(programme.deadline == 106 * Self.second)
  }

  @Test("after a scene that is not in the playlist comes what would have come")
  func guest() {
    var programme = programme([("a", .loops(1)), ("b", .loops(1))])
    _ = programme.begin(.place(Playlist.Place()), now: 0)
    let guest = Playlist.Entry(scene: Scene(name: "guest", rows: []), length: .loops(1))
    #expect(programme.begin(.guest(guest), now: 0) == .play)
    #expect(programme.entry.scene.name == "guest")
    programme.sceneEnded(now: 0)
    #expect(programme.tick(now: Self.second) == turn(1))
  }

  @Test("another playlist takes over after what is played, whether it is still in it or not")
  func adopts() {
    var programme = programme([("a", .loops(1)), ("b", .loops(1)), ("c", .loops(1))])
    _ = programme.begin(.place(Playlist.Place(round: 0, index: 1)), now: 0)
    let other = self.programme([("x", .loops(1)), ("b", .loops(1)), ("y", .loops(1))]).playlist
    programme.adopt(other)
    #expect(programme.entry.scene.name == "b" && programme.playlist[programme.nextPlace].scene.name == "y")
    programme.adopt(self.programme([("p", .loops(1)), ("q", .loops(1))]).playlist)
    #expect(programme.entry.scene.name == "b" && programme.playlist[programme.nextPlace].scene.name == "p")
  }
}
