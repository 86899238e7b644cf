internal import NIOCore
internal import Synchronization

/// A connection, as the server sees it that answers its requests.
///
/// An event stream takes the connection over: for the server it is closed then, and the task, the buffers and the request that
/// a connection has while it is served are free, although the stream goes on. They are several times what the stream needs.
final class DetachableChannel: Channel {
  /// The connection itself.
  let base: any Channel
  private let released: EventLoopPromise<Void>
  private let isDetached = Atomic(false)

  init(_ base: any Channel) {
    self.base = base
    released = base.eventLoop.makePromise()
    base.closeFuture.cascade(to: released)
  }

  /// Lets a handler have the connection: it gets what the socket reports, and writes bytes.
  ///
  /// Called on the thread of the connection, after the head of the response was written.
  ///
  /// - Throws: ``ChannelPipelineError`` when the connection is closed.
  func detach(to handler: some ChannelHandler) throws {
    let pipeline = base.pipeline.syncOperations
    let context = try pipeline.context(handlerType: ConnectionGuard.self)
    let `guard` = try pipeline.handler(type: ConnectionGuard.self)
    isDetached.store(true, ordering: .releasing)
    try pipeline.addHandler(handler, position: .first)
    `guard`.detach(context)
    released.succeed()
  }

  /// Closes the connection, whoever has it.
  func cut() {
    base.eventLoop.execute { [base] in
      // What closes the whole pipeline can't be told from the server, which closes what it has lost.
      let context = try? base.pipeline.syncOperations.context(handlerType: ConnectionGuard.self)
      context?.close(promise: nil)
    }
  }

  // MARK: What differs for the server

  var closeFuture: EventLoopFuture<Void> { released.futureResult }

  func close(mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if isDetached.load(ordering: .acquiring) { promise?.succeed() } else { base.close(mode: mode, promise: promise) }
  }

  // MARK: The rest is the connection's

  var eventLoop: any EventLoop { base.eventLoop }
  var allocator: ByteBufferAllocator { base.allocator }
  var pipeline: ChannelPipeline { base.pipeline }
  var localAddress: SocketAddress? { base.localAddress }
  var remoteAddress: SocketAddress? { base.remoteAddress }
  var parent: (any Channel)? { base.parent }
  var isWritable: Bool { base.isWritable }
  var isActive: Bool { base.isActive }
  var _channelCore: any ChannelCore { base._channelCore }
  var syncOptions: (any NIOSynchronousChannelOptions)? { base.syncOptions }

  func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
    base.setOption(option, value: value)
  }

  func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> { base.getOption(option) }
}
