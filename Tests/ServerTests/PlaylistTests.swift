import HubCore
import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Server

@Suite struct PlaylistTests {
  private func playlist(_ names: [String], _ order: DaemonConfiguration.Order = .listed, seed: UInt64 = 1) -> Playlist {
    Playlist(
      entries: names.map { Playlist.Entry(scene: Scene(name: $0, rows: []), length: .loops(1)) }, order: order,
      seed: seed)
  }

  /// The names of this many turns.
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

  @Test("before is where it came from", arguments: [DaemonConfiguration.Order.listed, .shuffled])
  func backwards(order: DaemonConfiguration.Order) {
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
    var configuration = DaemonConfiguration()
    configuration.playlist = [
      DaemonConfiguration.Item("sample"), DaemonConfiguration.Item("smaple"),
      DaemonConfiguration.Item("timing", dwell: .seconds(9)),
      DaemonConfiguration.Item("zip", loops: 4, speedFactor: 3),
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

  @Test("a folder of scenes that is missing, or is none, is said")
  func missingFolders() throws {
    var configuration = DaemonConfiguration()
    configuration.scenes = ["/", "/nonexistent/scenes", "/dev/null"]
    configuration.playlist = [DaemonConfiguration.Item("sample")]
    let reading = Playlist.read(configuration, folders: ["/another"])
    #expect(reading.playlist != nil && reading.problems == [])
    #expect(
      reading.warnings == ["scenes: there is no folder /nonexistent/scenes", "scenes: there is no folder /dev/null"])
  }

  @Test("without a playlist every scene is played, but for those that nothing ends")
  func everything() throws {
    let reading = Playlist.read(DaemonConfiguration(), folders: [])
    #expect(
      try #require(reading.playlist).entries.map(\.scene.name) == SceneLibrary.shipped.names.filter { $0 != "live" })
  }
}
