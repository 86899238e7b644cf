import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import Server

/// Places for connections, by address, and bytes of bodies.
@Suite struct ConnectionsTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// The places that an address gets until it is refused.
  private func fill(_ connections: Connections, from address: String?) -> [Connections.Place] {
    var places: [Connections.Place] = []
    while let place = connections.place(from: address) { places.append(place) }
    return places
  }

  @Test("an address gets half of what others leave, so that one can't keep others out")
  func shares() {
    let connections = Connections(limit: 64, logger: Self.logger)
    var places = ["a", "b", "c", "d", "e", "f"].map { fill(connections, from: $0) }
    #expect(places.map(\.count) == [32, 16, 8, 4, 2, 2])
    #expect(connections.counts.open == 64 && connections.counts.refused == 6)
    places[0] = []
    places.append(fill(connections, from: "g"))
    #expect(places.last?.count == 16)
    #expect(fill(connections, from: "b").isEmpty)
  }

  @Test("sockets of this machine, and connections of a proxy, are not told apart")
  func together() {
    #expect(fill(Connections(limit: 8, logger: Self.logger), from: nil).count == 8)
    #expect(fill(Connections(limit: 8, sharesByAddress: false, logger: Self.logger), from: "proxy").count == 8)
    let whole = Connections(limit: 4, logger: Self.logger)
    let part = Connections(limit: 8, within: whole, logger: Self.logger)
    var places = fill(part, from: "a")
    #expect(places.count == 4 && part.counts.open == 4 && whole.counts.open == 4)
    places = []
    places = fill(part, from: "b")
    #expect(places.count == 4)
  }

  @Test("of many connections that are refused at once, a few stay until they have read why")
  func refused() {
    let whole = Connections(limit: 1, logger: Self.logger)
    let part = Connections(limit: 8, within: whole, logger: Self.logger)
    var places = (0..<20).compactMap { _ in part.placeOfRefused() }
    #expect(places.count == Connections.maximumRefused && whole.placeOfRefused() == nil)
    #expect(whole.counts.open == 0)
    places.removeLast()
    #expect(whole.placeOfRefused() != nil)
  }

  @Test("addresses enter in turn, however many connections one of them has")
  func turns() throws {
    let (turnstile, loop) = (Turnstile(), EmbeddedEventLoop())
    let entered = Mutex<[String]>([])
    func enter(_ address: String?) {
      turnstile.enter(from: address, on: loop).whenSuccess { entered.withLock { $0.append(address ?? "local") } }
    }
    for address in [nil, "a", "a", "a", "a", "a", "b", "a", "b"] { enter(address) }
    #expect(turnstile.count == 9 && entered.withLock { $0 } == [])
    loop.run()
    // The loop does something else before the others.
    #expect(entered.withLock { $0 } == ["local", "a", "b", "a"] && turnstile.count == 5)
    loop.advanceTime(by: .milliseconds(1))
    #expect(entered.withLock { $0 } == ["local", "a", "b", "a", "b", "a", "a", "a", "a"])
    enter("c")
    loop.run()
    #expect(entered.withLock { $0.last } == "c" && turnstile.count == 0)
  }

  @Test("event streams leave places to requests that are answered at once")
  func streams() {
    let connections = Connections(limit: 8, streams: 6, logger: Self.logger)
    #expect((0..<8).map { _ in connections.beginStream() } == [true, true, true, true, true, true, false, false])
    connections.endStream()
    #expect(connections.beginStream())
  }

  @Test(
    "a request that no route reads is refused at its head",
    arguments: [
      ("GET /v1/status HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 400"),
      ("HEAD /v1/status HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 400"),
      ("GET /v1/status HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", ""),
      ("GET /v1/events?x HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 503"),
      ("GET /v1/events2 HTTP/1.1\r\nHost: x\r\n\r\n", ""),
    ])
  func heads(request: String, answer: String) throws {
    let connections = Connections(limit: 4, streams: 3, logger: Self.logger)
    for _ in 0..<3 { _ = connections.beginStream() }
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
    try channel.pipeline.syncOperations.addHandler(
      ConnectionGuard(connections, connections.place(from: "192.0.2.1"), ConnectionGuard.TimeLimits()))
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
    try channel.writeInbound(ByteBuffer(string: request))
    let written = try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) } ?? ""
    #expect(written.hasPrefix(answer) && written.isEmpty == answer.isEmpty, "\(written)")
    _ = try? channel.finish()
    #expect(connections.counts.open == 0)
  }

  @Test("bodies are bounded in sum, by what they announce, and leave their room when they have been used")
  func bodies() async throws {
    let budget = BodyBudget(limit: 10)
    func read(_ text: String, announced: Int?, _ body: () async throws -> Void = {}) async throws -> String {
      var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
      head.headerFields[.contentLength] = announced.map(String.init)
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: text)))
      return try await budget.withBody(of: request, upTo: 8) { bytes in
        try await body()
        return String(buffer: bytes)
      }
    }
    #expect(try await read("12345", announced: 5) == "12345")
    #expect(try await read("12345678", announced: nil) == "12345678")
    await #expect(throws: NIOTooManyBytesError.self) { try await read("123456789", announced: 9) }
    await #expect(throws: NIOTooManyBytesError.self) { try await read("123456789", announced: nil) }
    // One that announces less than it sends.
    await #expect(throws: NIOTooManyBytesError.self) { try await read("123456", announced: 5) }
    let first = try await read("123456", announced: 6) {
      #expect(budget.bytes == 6)
      let second = try await read("1234", announced: 4)
      #expect(second == "1234")
      let error = await #expect(throws: APIError.self) { try await read("1", announced: nil) }
      #expect(error?.status == .serviceUnavailable && error?.retryAfter == 1)
    }
    #expect(first == "123456" && budget.bytes == 0)
  }
}
