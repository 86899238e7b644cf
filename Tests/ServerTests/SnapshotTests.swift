import Foundation
import HubCore
import Logging
import Marbles
import SceneFiles
import Scenes
import TestSupport
import Testing
import Wire

@testable import Server

/// What is made once however many ask for it.
@Suite(.timeLimit(.minutes(30))) struct SnapshotTests {
  private func hub(_ scene: Scene) -> Hub {
    Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func scene() throws -> Scene {
    var scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    scene.speedFactor = 0.000001
    return scene
  }

  @Test("a snapshot is encoded once for all who ask, as long as the playhead moves as it said")
  func shared() async throws {
    let hub = hub(try scene())
    #expect(await hub.begin())
    try await hub.control(ControlRequest(try Value(json: #"{"paused":true}"#)), library: .shipped)
    let store = hub.store
    let heads = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<50 {
        let viewer = try #require(store.subscribe(.lines))
        group.addTask { await store.lines(for: viewer)?.first }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(heads.count == 50 && heads.allSatisfy { $0?.contains(#""type":"snapshot""#) == true })
    #expect(store.snapshots.count == 1)
    // A message updates it; another motion of the playhead renews it.
    try await hub.control(ControlRequest(try Value(json: #"{"message":"hi"}"#)), library: .shipped)
    let late = try #require(store.subscribe(.lines))
    let next = try #require(await store.lines(for: late))
    #expect(next.count == 2 && next[1].contains(#""message":"hi""#) && store.snapshots.count == 1)
    try await hub.control(ControlRequest(try Value(json: #"{"paused":false}"#)), library: .shipped)
    let later = try #require(store.subscribe(.lines))
    _ = await store.lines(for: later)
    #expect(store.snapshots.count == 2)
    await hub.stop()
  }

  @Test("viewers that have fallen behind share a snapshot of their own, and wait for the next one after a large one")
  func behind() async throws {
    var settings = Hub.Settings.gatheringNothing
    settings.viewerQueueBytes = 4000
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: try scene())]), settings: settings, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    try await hub.control(ControlRequest(try Value(json: #"{"paused":true}"#)), library: .shipped)
    let store = hub.store
    let viewers = try (0..<3).map { _ in try #require(store.subscribe(.lines)) }
    for viewer in viewers { #expect(await store.lines(for: viewer)?.isEmpty == false) }
    #expect(store.snapshots.count == 1 && store.snapshotsBehind.count == 0)
    for number in 0..<200 {
      try await hub.control(ControlRequest(try Value(json: #"{"message":"\#(number)"}"#)), library: .shipped)
    }
    for viewer in viewers {
      #expect(await store.lines(for: viewer)?.first?.contains(#""type":"snapshot""#) == true)
    }
    #expect(store.snapshots.count == 1 && store.snapshotsBehind.count == 1)
    #expect(store.snapshotsBehind.pause(at: settings.now()) == 0)
    #expect(EncodedSnapshotCache.pause(after: 1 << 20) == 2_000_000_000)
    await hub.stop()
  }

  @Test("the scenes of the library are read again when a file has changed, and only then")
  func sceneList() async throws {
    let folder = try TemporaryFolder()
    let library = SceneLibrary(folders: [folder.file("")])
    func write(_ name: String, _ title: String) throws {
      try "title: \(title)\nrows: { a: { marbles: '1|' } }\n".write(
        toFile: folder.file("\(name).yaml"), atomically: true, encoding: .utf8)
    }
    func titles() async -> [String] {
      await list.items(of: library).filter { ["mine", "other"].contains($0.name) }.map(\.title)
    }
    let list = SceneList()
    try write("mine", "One")
    #expect(await titles() == ["One"])
    #expect(await titles() == ["One"] && list.readings == 1)
    try write("mine", "Another")
    #expect(await titles() == ["Another"] && list.readings == 2)
    try write("other", "Two")
    #expect(await titles() == ["Another", "Two"] && list.readings == 3)
  }
}
