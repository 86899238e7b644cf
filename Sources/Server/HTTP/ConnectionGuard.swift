internal import HubCore
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import Wire

/// HTTP/1.1 with a guard on each connection.
struct GuardedHTTP: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let connections: Connections
  let limits: ConnectionGuard.TimeLimits
  private let turnstile = Turnstile()

  init(http: HTTP1Channel, connections: Connections, limits: ConnectionGuard.TimeLimits) {
    (self.http, self.connections, self.limits) = (http, connections, limits)
  }

  /// Builds servers whose connections are counted and guarded.
  static func builder(_ connections: Connections, _ limits: ConnectionGuard.TimeLimits) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      GuardedHTTP(http: HTTP1Channel(responder: responder), connections: connections, limits: limits)
    }
  }

  /// The size of one read, in bytes. A request that nobody reads on, such as one that is refused, holds some of them: of
  /// thousands of connections each, so they are small.
  private static let readSize = 4096
  /// The maximum number of connections that wait until they are accepted: a client that finds no place there tries again only
  /// after a second.
  static let backlog = 4096

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    if let options = channel.syncOptions {
      try? options.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readSize))
      try? options.setOption(.maxMessagesPerRead, value: 1)
    }
    return Client.address(of: channel).flatMap { address in
      // Those who wait for their turn take places, too.
      let place = connections.place(from: address)
      let held = place ?? connections.placeOfRefused()
      return turnstile.enter(from: address, on: channel.eventLoop).flatMap {
        http.setup(channel: DetachableChannel(channel), logger: logger).flatMapThrowing { value in
          let pipeline = channel.pipeline.syncOperations
          let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
          try pipeline.addHandler(
            ConnectionGuard(connections, held, isRefused: place == nil, limits), position: .after(decoder))
          return value
        }
      }
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Closes connections that exceed the limit, send a request or read a response too slowly, or do not speak HTTP: an
/// idle or malicious client must not occupy a connection.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a connection waits for its client.
  struct TimeLimits: Hashable, Sendable {
    /// From the first byte of a request to its last, however slowly its bytes arrive.
    var request = TimeAmount.seconds(10)
    /// For the client to read some of a response: longer than for viewers, whom the hub detects and counts itself.
    var answer = TimeAmount.seconds(45)
    /// For pending responses after shutdown has begun, and for refused clients to disconnect.
    var end = TimeAmount.milliseconds(300)
  }

  let connections: Connections
  private let limits: TimeLimits
  /// The connection's place; nil when there is none, and after the end.
  private var place: Connections.Place?
  /// Whether the place, if there is one, is for the time until the client has read that there is no other.
  private let hasNoPlace: Bool
  private var hasBegun = false
  /// Whether it counts as an event stream.
  private var isStream = false
  private var isRefused = false
  /// Requests that have begun and are not answered.
  private var requests = 0
  /// Whether the connection ends with the next response.
  private var isLast = false
  /// Whether a request is incomplete.
  private var isReading = false
  /// Whether a response has begun and is not complete.
  private var isAnswering = false
  private var hasAnswered = false
  /// Whether the server that answers requests has lost the connection.
  private var isDetached = false
  private var requestTimer: Scheduled<Void>?
  private var answerTimer: Scheduled<Void>?
  private var endTimer: Scheduled<Void>?

  /// - Parameters:
  ///   - place: the connection's place; nil for one that is refused at once.
  ///   - isRefused: whether it is the place of a connection that is refused.
  init(_ connections: Connections, _ place: Connections.Place?, isRefused: Bool = false, _ limits: TimeLimits) {
    (self.connections, self.place, hasNoPlace, self.limits) = (connections, place, isRefused, limits)
  }

  // MARK: Connecting and disconnecting

  func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    guard !hasNoPlace else {
      return refuse(context, .serviceUnavailable, "too many connections; try again later")
    }
    awaitRequest(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  private func leave() {
    for timer in [requestTimer, answerTimer, endTimer] { timer?.cancel() }
    if isStream { connections.endStream() }
    (place, isStream) = (nil, false)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      // A request that is still incomplete need not be answered.
      if isReading { context.close(promise: nil) } else { closeSoon(context) }
    }
    // The stream that has the connection has ended.
    if isDetached, case .outputClosed? = event as? ChannelEvent { closeSoon(context) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Makes the connection look closed to the server that answers its requests.
  func detach(_ context: ChannelHandlerContext) {
    isDetached = true
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }

  /// The server closes what it has lost.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if isDetached { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let problem = Self.problem(head) {
        connections.count(\.malformed)
        return refuse(context, .badRequest, problem)
      }
      isLast = head.method == .CONNECT || !head.isKeepAlive
      requests += 1
      isReading = true
      if requestTimer == nil { awaitRequest(context) }
      if let (status, message) = refusal(of: head) { return refuse(context, status, message) }
    case .body: break
    case .end:
      isReading = false
      stop(&requestTimer)
    }
    context.fireChannelRead(data)
  }

  /// Why a request is refused before its body is read; nil if it is not.
  private func refusal(of head: HTTPRequestHead) -> (HTTPResponseStatus, String)? {
    if head.method == .GET || head.method == .HEAD {
      // No route reads it, so it would stay in memory.
      let length = head.headers["Content-Length"].first
      if head.headers.contains(name: "Transfer-Encoding") || length != nil && length != "0" {
        return (.badRequest, "a \(head.method) request has no body")
      }
    }
    guard head.method == .GET, head.uri.prefix(while: { $0 != "?" }) == "/v1/events", !isStream else { return nil }
    isStream = connections.beginStream()
    return isStream ? nil : (.serviceUnavailable, "too many event streams; try again later")
  }

  /// Why a request doesn't say which host it is for (RFC 9112, 3.2); nil when it does, or needs not.
  private static func problem(_ head: HTTPRequestHead) -> String? {
    let hosts = head.headers["Host"]
    guard hosts.count <= 1 else { return "the request has \(hosts.count) Host fields; expected one" }
    guard let scheme = head.uri.firstRange(of: "://"), !head.uri.hasPrefix("/") else { return nil }
    let authority = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard authority.lowercased() == hosts.first?.lowercased() else {
      return "the URI of the request names another host than its Host field"
    }
    return nil
  }

  private func awaitRequest(_ context: ChannelHandlerContext) {
    requestTimer = after(limits.request, context) { (self, context) in
      self.requestTimer = nil
      self.connections.count(\.late)
      // An idle connection is closed without a response: no request has begun.
      if self.hasAnswered, !self.isReading { return context.close(promise: nil) }
      self.refuse(context, .requestTimeout, "the request was not complete in time")
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    guard !isRefused else { return }
    connections.count(\.malformed)
    if error == .headerOverflow {
      refuse(context, .requestHeaderFieldsTooLarge, "the head of the request is too large")
    } else {
      refuse(context, .badRequest, "not an HTTP request: \(error)")
    }
  }

  /// Sends an error response and closes the connection; a response in progress is cut off.
  private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ message: String) {
    isRefused = true
    stop(&requestTimer)
    guard !isAnswering else { return context.close(promise: nil) }
    let answer = ErrorBody(error: status.reasonPhrase, message: message)
    let body = context.channel.allocator.buffer(string: answer.json + "\n")
    var head = HTTPResponseHead(
      version: .http1_1, status: status,
      headers: [
        "Content-Type": "application/json", "Content-Length": "\(body.readableBytes)", "Connection": "close",
      ])
    if status == .serviceUnavailable { head.headers.add(name: "Retry-After", value: "5") }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let written = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    // Closing both directions at once could discard the response while the client is still sending.
    guard place == nil else {
      context.close(mode: .output, promise: nil)
      return closeSoon(context)
    }
    let channel = context.channel
    written.futureResult.whenComplete { _ in channel.close(promise: nil) }
  }

  private func closeSoon(_ context: ChannelHandlerContext) {
    guard endTimer == nil else { return }
    endTimer = after(limits.end, context) { $1.close(promise: nil) }
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isRefused else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head: isAnswering = true
    case .body: break
    case .end:
      isAnswering = false
      hasAnswered = true
      requests -= 1
      if requests == 0, isLast { return end(context, data, promise) }
      if requests == 0, requestTimer == nil { awaitRequest(context) }
    }
    context.write(data, promise: promise)
  }

  /// Writes the end of the last response, and closes the connection.
  private func end(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    context.writeAndFlush(data, promise: promise)
    // After what was written before.
    context.close(mode: .output, promise: nil)
    closeSoon(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stop(&answerTimer)
    if !context.channel.isWritable {
      answerTimer = after(limits.answer, context) { (self, context) in
        self.connections.count(\.late)
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Timers

  private func after(
    _ time: TimeAmount, _ context: ChannelHandlerContext,
    _ body: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { body(self, context) }
  }

  private func stop(_ timer: inout Scheduled<Void>?) {
    timer?.cancel()
    timer = nil
  }
}
