import HubCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import SceneFiles
import Scenes
import Testing

@testable import Server

/// The handler that sends events to a viewer.
@Suite(.timeLimit(.minutes(1))) struct EventPumpTests {
  @Test("a connection that goes on after its stream has ended keeps no pump")
  func removal() async throws {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let channel = NIOAsyncTestingChannel()
    try await channel.eventLoop.submit { try channel.pipeline.syncOperations.addHandler(HTTPResponseEncoder()) }.get()
    let subscription = try #require(hub.store.subscribe(.lines, after: nil))
    let pump = try #require(await EventPumpHandle.add(subscription, of: hub.store, to: channel))
    try await channel.pipeline.containsHandler(type: EventPump.self).get()
    pump.remove()
    await channel.testingEventLoop.run()
    await #expect(throws: (any Error).self) { try await channel.pipeline.containsHandler(type: EventPump.self).get() }
    hub.store.unsubscribe(subscription)
  }
}
