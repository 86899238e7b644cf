import HubCore
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import SceneFiles
import Scenes
import Testing

@testable import Server

/// The handler that sends events to a viewer, on a connection that the server has lost.
@Suite(.timeLimit(.minutes(30))) struct EventPumpTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private static func hub() throws -> Hub {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    return Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r", logger: logger
    )
  }

  /// A connection whose requests are answered by a server.
  private struct Served {
    let channel = NIOAsyncTestingChannel()
    let connections = Connections(limit: 4, logger: EventPumpTests.logger)
    let answered: DetachableChannel
    let server: GuardedHTTP.Value

    init() async throws {
      let http = GuardedHTTP(
        http: HTTP1Channel(responder: { _, _, _ in }), connections: connections,
        limits: ConnectionGuard.TimeLimits())
      let loop = channel.testingEventLoop
      server = try await loop.executeInContext { [channel] in
        http.setup(channel: channel, logger: EventPumpTests.logger)
      }.get()
      answered = try #require(server.channel as? DetachableChannel)
      try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).get()
    }

    /// Begins a stream.
    func stream(_ store: StateStore) async throws -> Subscription {
      let subscription = try #require(store.subscribe(.lines, after: nil))
      try await channel.testingEventLoop.executeInContext {
        try answered.detach(to: EventPump(store, subscription, on: nil))
      }
      return subscription
    }

    func text() async throws -> String {
      String(buffer: try await channel.waitForOutboundWrite(as: ByteBuffer.self))
    }
  }

  @Test(
    "for the server, the connection of a stream is closed; the stream goes on and keeps its place until it is cut"
  )
  func detaching() async throws {
    let hub = try Self.hub()
    let served = try await Served()
    #expect(served.connections.counts.open == 1)
    _ = try await served.stream(hub.store)
    // The server sees the end of the connection, and closes it.
    try await served.server.executeThenClose { inbound, _ in
      for try await _ in inbound { Issue.record("a request") }
    }
    await served.channel.testingEventLoop.run()
    #expect(served.channel.isActive && served.connections.counts.open == 1 && hub.store.viewerCount == 1)
    served.answered.cut()
    await served.channel.testingEventLoop.run()
    #expect(served.connections.counts.open == 0)
  }

  @Test("the end of a stream is the last chunk, after which the connection is closed")
  func ending() async throws {
    let hub = try Self.hub()
    let served = try await Served()
    _ = try await served.stream(hub.store)
    hub.store.endStreams()
    var text = ""
    while !text.hasSuffix("0\r\n\r\n") { text += try await served.text() }
    #expect(text == "f\r\n{\"type\":\"end\"}\n\r\n0\r\n\r\n")
    #expect(hub.store.viewerCount == 0)
    try await served.server.executeThenClose { _, _ in }
  }

  @Test("a viewer that sends the end of its half leaves; what it sends before is not read")
  func leaving() async throws {
    let hub = try Self.hub()
    let served = try await Served()
    _ = try await served.stream(hub.store)
    try await served.channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    #expect(hub.store.viewerCount == 1)
    try await served.channel.testingEventLoop.executeInContext {
      served.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
    #expect(hub.store.viewerCount == 0)
    #expect(try await served.text() == "0\r\n\r\n")
    try await served.server.executeThenClose { _, _ in }
  }
}
