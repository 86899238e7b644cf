internal import Dispatch
internal import Terminal

/// Calls a function at SIGTERM, SIGINT and SIGQUIT, until it is released. The ``LastResort`` of the program counts from the same
/// signal, and needs none of this.
final class StoppingSignals {
  private let source: (any DispatchSourceRead)?

  init(_ body: @escaping @Sendable () -> Void) {
    guard let pipe = SignalPipe(.stopping) else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.descriptor, queue: DispatchQueue(label: "marbled.signals", qos: .userInteractive))
    let signals = Holder(pipe: pipe)
    source.setEventHandler { if !signals.pipe.read().isEmpty { body() } }
    // The pipe stays open until the source no longer waits for it.
    source.setCancelHandler { _ = signals }
    source.activate()
    self.source = source
  }

  deinit { source?.cancel() }

  /// @unchecked Sendable: read only on the queue of the source.
  private final class Holder: @unchecked Sendable {
    let pipe: SignalPipe

    init(pipe: SignalPipe) { self.pipe = pipe }
  }
}
