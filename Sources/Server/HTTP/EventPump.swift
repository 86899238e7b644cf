internal import NIOCore
internal import NIOHTTP1

/// Sends changes to a viewer on the thread of its connection.
///
/// The first handler of a channel: what it writes is not encoded again. A viewer that does not read in time is skipped,
/// and continues when its connection takes bytes again.
final class EventPump: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = IOData
  typealias OutboundOut = IOData

  /// Why a pump stops.
  enum End: Sendable {
    /// The viewer has missed changes.
    case needsSnapshot
    /// The stream has ended, or the viewer has left.
    case closed
  }

  private let store: StateStore
  private let subscription: Subscription
  private var context: ChannelHandlerContext?
  /// Resumed when the pump stops; nil while it does not run.
  private var end: CheckedContinuation<End, Never>?

  init(_ store: StateStore, _ subscription: Subscription) { (self.store, self.subscription) = (store, subscription) }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    stop(.closed)
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop(.closed)
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    send()
    context.fireChannelWritabilityChanged()
  }

  /// Starts to send.
  func run(_ end: CheckedContinuation<End, Never>) {
    guard let context, context.channel.isActive else { return end.resume(returning: .closed) }
    self.end = end
    send()
  }

  /// Sends all changes that the viewer has not got yet, as far as its connection takes them.
  func send() {
    guard end != nil, let context else { return }
    var hasWritten = false
    defer { if hasWritten { context.flush() } }
    while context.channel.isWritable {
      switch store.chunks(for: subscription) {
      case .bytes(let chunks):
        for chunk in chunks { context.write(wrapOutboundOut(.byteBuffer(chunk)), promise: nil) }
        hasWritten = true
      case .woken: return
      case .needsSnapshot: return stop(.needsSnapshot)
      case .closed: return stop(.closed)
      }
    }
  }

  /// Leaves the pipeline of the connection.
  func remove() {
    context?.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  private func stop(_ reason: End) {
    end?.resume(returning: reason)
    end = nil
  }
}

/// The pump of a connection, from other threads.
struct EventPumpHandle: Sendable {
  private let pump: NIOLoopBound<EventPump>
  private let loop: any EventLoop

  /// Adds a pump to a connection.
  ///
  /// - Returns: nil for a channel that does not encode HTTP, as in tests without a network.
  static func add(
    _ subscription: Subscription, of store: StateStore, to channel: any Channel
  ) async -> EventPumpHandle? {
    try? await channel.eventLoop.submit {
      guard (try? channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)) != nil else {
        return nil
      }
      let pump = EventPump(store, subscription)
      try channel.pipeline.syncOperations.addHandler(pump, position: .first)
      return EventPumpHandle(pump: NIOLoopBound(pump, eventLoop: channel.eventLoop), loop: channel.eventLoop)
    }.get()
  }

  /// Takes the pump out of the connection, which may serve other requests after the stream.
  func remove() {
    loop.execute { [pump] in pump.value.remove() }
  }

  /// Sends changes until the viewer needs a snapshot, or its stream ends.
  func run(_ subscription: Subscription, _ store: StateStore) async -> EventPump.End {
    store.onEnd(subscription) { [loop, pump] in loop.execute { pump.value.send() } }
    store.pumps.add(pump, on: loop)
    defer {
      store.pumps.remove(pump, from: loop)
      store.onEnd(subscription, nil)
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.execute { pump.value.run(continuation) }
      }
    } onCancel: {
      store.unsubscribe(subscription)
    }
  }
}
