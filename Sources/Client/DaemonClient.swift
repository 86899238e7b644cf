internal import Foundation
internal import Inputs
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Platform
public import Wire

/// An HTTP client for the socket of a daemon, with one connection per request.
public struct DaemonClient: Sendable {
  /// The path of the socket.
  public let path: String
  /// How long a request may take, from connecting to the end of the response; nil for no limit.
  public var timeout: Duration?
  private let clock: any Clock<Duration>

  /// Creates a client for the socket at `path`; it connects with the first request.
  ///
  /// - Parameters:
  ///   - timeout: how long a request may take; nil for no limit.
  ///   - clock: the clock for the timeout.
  public init(path: String, timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()) {
    self.path = path
    self.timeout = timeout
    self.clock = clock
  }

  /// A response of the daemon.
  public struct Answer: Hashable, Sendable {
    /// The HTTP status code.
    public var status: Int
    /// The whole body.
    public var body: String
  }

  /// The connection failed or was lost.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `errno` of the failed call; nil when no call failed.
    public var code: Int32?
    /// What went wrong, for a person.
    public var description: String
    /// Whether the daemon accepted or queued the connection but did not respond in time.
    public var isTimeout = false
  }

  /// Sends a request and waits for the whole response.
  ///
  /// - Parameter mayWait: whether the daemon may delay its response as long as it answers other requests; the timeout
  ///   then applies to those.
  public func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil, mayWait: Bool = false
  ) async throws(Failure) -> Answer {
    try await answer(method, target, headers: headers, body: body.map { ByteBuffer(string: $0) }, mayWait: mayWait)
  }

  /// Sends a control request and waits for the answer.
  ///
  /// Planning a scene may take seconds, and so may a seek or reloading all scenes. Such a request may wait as long as the
  /// daemon answers others: given up earlier, it would be carried out all the same.
  public func control(_ request: ControlRequest) async throws(Failure) -> Answer {
    let plans = request.scene != nil || request.edit != nil || request.seek != nil || request.step != nil
    return try await send("POST", "/v1/control", body: request.json, mayWait: plans || request.reloads)
  }

  /// Sends `bytes` and waits for the whole response.
  ///
  /// - Parameter mayWait: as for the other `send`.
  public func send(
    _ method: String, _ target: String, bytes: [UInt8], mayWait: Bool = false
  ) async throws(Failure) -> Answer {
    try await answer(method, target, headers: [], body: ByteBuffer(bytes: bytes), mayWait: mayWait)
  }

  private func answer(
    _ method: String, _ target: String, headers: [(String, String)], body: ByteBuffer?, mayWait: Bool = false
  ) async throws(Failure) -> Answer {
    var answer = Answer(status: 0, body: "")
    var bytes = ByteBuffer()
    var isTooLong = false
    try await exchange(method, target, headers: headers, body: body, mayWait: mayWait) { part in
      switch part {
      case .head(let head): answer.status = Int(head.status.code)
      case .body(var part):
        isTooLong = bytes.readableBytes + part.readableBytes > maximumAnswer
        if isTooLong { return false }
        bytes.writeBuffer(&part)
      case .end: return false
      }
      return true
    }
    if isTooLong { throw tooLong("an answer", maximumAnswer) }
    answer.body = String(buffer: bytes)
    return answer
  }

  /// The maximum length of an answer, in bytes: the status of the largest scene takes less.
  var maximumAnswer = 8 << 20
  /// The maximum length of a line of a stream, in bytes: the events of a snapshot take 8 MiB, and its scene at most a few.
  var maximumLine = 64 << 20

  private func tooLong(_ what: String, _ limit: Int) -> Failure {
    Failure(description: "\(path) sent \(what) of more than \(limit >> 20) MiB, so it is no daemon of marbled")
  }

  /// Sends a request and passes each line of the response to `body`, until the response ends or `body` returns false.
  ///
  /// - Returns: the HTTP status code.
  /// - Throws: ``Failure`` also for a line of more than 64 MiB, and what `body` throws.
  @discardableResult
  public func lines(
    _ target: String, headers: [(String, String)] = [], _ body: (String) throws -> Bool
  ) async throws -> Int {
    try await lines(target, headers: headers, together: { lines in try lines.allSatisfy(body) })
  }

  /// Sends a request and passes the lines of the response to `body`, as many at a time as arrive together, until the
  /// response ends or `body` returns false.
  ///
  /// - Returns: the HTTP status code.
  /// - Throws: ``Failure`` also for a line of more than 64 MiB, and what `body` throws.
  @discardableResult
  public func lines(
    _ target: String, headers: [(String, String)] = [], together body: ([String]) async throws -> Bool
  ) async throws -> Int {
    var status = 0
    var splitter = LineSplitter(limit: maximumLine)
    var failure: (any Error)?
    let tooLong = tooLong("a line", maximumLine)
    try await exchange("GET", target, headers: headers, body: nil) { part in
      switch part {
      case .head(let head): status = Int(head.status.code)
      case .body(let part):
        do {
          var (lines, isTooLong) = ([String](), false)
          for line in splitter.lines(in: part.readableBytesView) {
            if case .bytes(let bytes) = line {
              lines.append(String(decoding: bytes, as: UTF8.self))
            } else {
              isTooLong = true
            }
          }
          if !lines.isEmpty, try await !body(lines) { return false }
          if isTooLong || splitter.isTooLong { throw tooLong }
        } catch {
          failure = error
          return false
        }
      case .end: return false
      }
      return true
    }
    if let failure { throw failure }
    return status
  }

  /// Sends a request and passes the parts of the response on, until it ends or no more are wanted.
  private func exchange(
    _ method: String, _ target: String, headers: [(String, String)], body bytes: ByteBuffer?, mayWait: Bool = false,
    _ receive: (HTTPClientResponsePart) async -> Bool
  ) async throws(Failure) {
    var head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: target)
    head.headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close")] + headers)
    if let bytes { head.headers.add(name: "Content-Length", value: String(bytes.readableBytes)) }
    var isAnswered = false
    let deadline = OneTimeEvent()
    let waiting = timeout.map { timeout in
      Task { [clock, path] in
        try await clock.sleep(for: timeout)
        if mayWait {
          let other = DaemonClient(path: path, timeout: timeout, clock: clock)
          while (try? await other.send("GET", "/v1/status")) != nil { try await clock.sleep(for: timeout) }
          try Task.checkCancellation()
        }
        deadline.happen()
      }
    }
    defer { waiting?.cancel() }
    do {
      let channel = try await connect(until: deadline)
      deadline.observe { channel.channel.close(promise: nil) }
      try await channel.executeThenClose { inbound, outbound in
        // The daemon may refuse a request and close the connection before it has read all of it.
        var refusal: (any Error)?
        do {
          try await outbound.write(.head(head))
          if let bytes { try await outbound.write(.body(.byteBuffer(bytes))) }
          try await outbound.write(.end(nil))
        } catch {
          refusal = error
        }
        for try await part in inbound {
          if await receive(part) { continue }
          isAnswered = true
          return
        }
        if let refusal { throw refusal }
        // Closing the connection here is not the end of the response.
        if deadline.hasHappened { throw CancellationError() }
        // A killed daemon closes the connection early.
        throw IOError(errnoCode: ECONNRESET, reason: "read")
      }
    } catch {
      // The daemon closes the connection after its response, possibly before this side does.
      if isAnswered { return }
      if deadline.hasHappened, let timeout { throw .late(path, timeout) }
      let code = (error as? IOError)?.errnoCode
      throw Failure(code: code, description: code.map { String(cString: strerror($0)) } ?? "\(error)")
    }
  }

  /// How long to wait between attempts when the daemon's queue of connections is full.
  private static let pause = Duration.milliseconds(50)

  private func connect(
    until deadline: OneTimeEvent
  ) async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
    while true {
      do {
        return try await connect()
      } catch let error as IOError where error.errnoCode == EAGAIN && timeout != nil {
        // The daemon's queue of connections is full.
        if deadline.hasHappened { throw error }
        try await clock.sleep(for: Self.pause)
      }
    }
  }

  private func connect() async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(unixDomainSocketPath: path) {
      channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
      }
    }
  }
}

extension DaemonClient.Failure {
  fileprivate static func late(_ path: String, _ timeout: Duration) -> Self {
    let seconds = timeout / .seconds(1)
    return Self(
      code: nil,
      description: "\(path) did not answer within \(Int(exactly: seconds).map(String.init) ?? "\(seconds)") s",
      isTimeout: true)
  }
}
