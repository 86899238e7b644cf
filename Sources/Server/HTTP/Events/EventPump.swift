internal import NIOCore

/// Sends snapshots and changes to a viewer on the thread of its connection, which it has for itself.
///
/// The first handler of a channel: what it writes is not encoded again. A viewer that does not read in time is skipped,
/// and continues when its connection takes bytes again.
final class EventPump: ChannelInboundHandler {
  typealias InboundIn = IOData
  typealias OutboundOut = IOData

  private let store: StateStore
  private let subscription: Subscription
  /// Runs what waits for a snapshot.
  private let executor: ViewerExecutor?
  private var context: ChannelHandlerContext?
  private var awaitsSnapshot = false
  private var hasEnded = false

  /// The last chunk of a body (RFC 9112, 7.1).
  private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")

  /// - Parameter executor: runs what waits for a snapshot; nil for the threads of all tasks.
  init(_ store: StateStore, _ subscription: Subscription, on executor: ViewerExecutor?) {
    (self.store, self.subscription, self.executor) = (store, subscription, executor)
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let (loop, pump) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    store.onEnd(subscription) { loop.execute { pump.value.send() } }
    store.pumps.add(pump, on: loop)
    send()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    guard let context else { return }
    self.context = nil
    hasEnded = true
    store.pumps.remove(NIOLoopBound(self, eventLoop: context.eventLoop), from: context.eventLoop)
  }

  /// Nothing is expected from a viewer, so what it sends is not read.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The viewer is gone; nobody sends half of a stream's end.
    if case .inputClosed? = event as? ChannelEvent { store.unsubscribe(subscription) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    send()
    context.fireChannelWritabilityChanged()
  }

  // MARK: The stream

  /// Sends all that the viewer has not got yet, as far as its connection takes it.
  func send() {
    guard !hasEnded, !awaitsSnapshot, let context else { return }
    var hasWritten = false
    defer { if hasWritten { context.flush() } }
    while context.channel.isWritable {
      switch store.chunks(for: subscription) {
      case .bytes(let chunks):
        for chunk in chunks { context.write(wrapOutboundOut(.byteBuffer(chunk)), promise: nil) }
        hasWritten = true
      case .woken: return
      case .needsSnapshot: return awaitSnapshot(context)
      case .closed: return end(context)
      }
    }
  }

  private func awaitSnapshot(_ context: ChannelHandlerContext) {
    awaitsSnapshot = true
    let (loop, pump) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    Task(executorPreference: executor) { [store, subscription] in
      let buffers = await store.next(for: subscription)
      loop.execute { pump.value.take(buffers) }
    }
  }

  /// - Parameter buffers: a snapshot; nil when the stream has ended.
  private func take(_ buffers: [ByteBuffer]?) {
    awaitsSnapshot = false
    guard !hasEnded, let context else { return }
    guard let buffers else { return end(context) }
    for part in ChunkedBytes.chunk(of: buffers) { context.write(wrapOutboundOut(.byteBuffer(part)), promise: nil) }
    context.flush()
    send()
  }

  private func end(_ context: ChannelHandlerContext) {
    hasEnded = true
    store.unsubscribe(subscription)
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(Self.lastChunk)), promise: nil)
    // After what was written before.
    context.close(mode: .output, promise: nil)
  }
}
