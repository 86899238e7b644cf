internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Speaks HTTP with a daemon through its socket, a connection a request.
public struct DaemonClient: Sendable {
  /// The socket.
  public let path: String

  /// Creates a client of the daemon that has this socket.
  public init(path: String) { self.path = path }

  /// What was answered.
  public struct Answer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// All of it.
    public var body: String
  }

  /// The connection did not come about, or broke off.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// `errno`, when there was one.
    public var code: Int32?
    /// What happened, for a person.
    public var description: String
  }

  /// Asks, and waits for the whole answer.
  public func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws(Failure) -> Answer {
    try await answer(method, target, headers: headers, body: body.map { ByteBuffer(string: $0) })
  }

  /// Sends `bytes`, and waits for the whole answer.
  public func send(_ method: String, _ target: String, bytes: [UInt8]) async throws(Failure) -> Answer {
    try await answer(method, target, headers: [], body: ByteBuffer(bytes: bytes))
  }

  private func answer(
    _ method: String, _ target: String, headers: [(String, String)], body: ByteBuffer?
  ) async throws(Failure) -> Answer {
    var answer = Answer(status: 0, body: "")
    var bytes = ByteBuffer()
    try await exchange(method, target, headers: headers, body: body) { part in
      switch part {
      case .head(let head): answer.status = Int(head.status.code)
      case .body(var part): bytes.writeBuffer(&part)
      case .end: return false
      }
      return true
    }
    answer.body = String(buffer: bytes)
    return answer
  }

  /// Asks, and gives each line of the answer as it comes, until there are no more or `body` wants none.
  ///
  /// - Returns: the HTTP status.
  @discardableResult
  public func lines(
    _ target: String, headers: [(String, String)] = [], _ body: (String) throws -> Bool
  ) async throws -> Int {
    var status = 0
    var rest = ByteBuffer()
    var failure: (any Error)?
    try await exchange("GET", target, headers: headers, body: nil) { part in
      switch part {
      case .head(let head): status = Int(head.status.code)
      case .body(var part):
        rest.writeBuffer(&part)
        while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
          let line = rest.readString(length: end - rest.readerIndex) ?? ""
          rest.moveReaderIndex(forwardBy: 1)
          do {
            guard try body(line) else { return false }
          } catch {
            failure = error
            return false
          }
        }
        rest.discardReadBytes()
      case .end: return false
      }
      return true
    }
    if let failure { throw failure }
    return status
  }

  /// Sends a request and gives the parts of what is answered, until there are no more or none are wanted.
  private func exchange(
    _ method: String, _ target: String, headers: [(String, String)], body bytes: ByteBuffer?,
    _ receive: (HTTPClientResponsePart) -> Bool
  ) async throws(Failure) {
    var head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: target)
    head.headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close")] + headers)
    if let bytes { head.headers.add(name: "Content-Length", value: String(bytes.readableBytes)) }
    var isAnswered = false
    do {
      let channel = try await connect()
      try await channel.executeThenClose { inbound, outbound in
        // Whoever refuses a request may answer and hang up before all of it is there.
        var refusal: (any Error)?
        do {
          try await outbound.write(.head(head))
          if let bytes { try await outbound.write(.body(.byteBuffer(bytes))) }
          try await outbound.write(.end(nil))
        } catch {
          refusal = error
        }
        for try await part in inbound where !receive(part) {
          isAnswered = true
          return
        }
        if let refusal { throw refusal }
      }
    } catch {
      // Who has answered hangs up, maybe before this side does.
      if isAnswered { return }
      let code = (error as? IOError)?.errnoCode
      throw Failure(code: code, description: code.map { String(cString: strerror($0)) } ?? "\(error)")
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
