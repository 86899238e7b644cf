import Foundation
import Platform
import Synchronization
import Terminal

/// Ends the process by SIGINT, SIGTERM and SIGHUP after some last work, so that a shell sees the signal.
///
/// The work is done on a separate thread, because the main thread may wait for a reader of standard output.
final class EndingSignals {
  private let pipe: SignalPipe?
  private let isEnding = Ending()

  /// Whether a signal ends the process.
  private final class Ending: Sendable {
    let flag = Mutex(false)
  }

  /// - Parameter body: the last work; after two seconds the process ends even if the work is not done.
  init(_ body: @escaping @Sendable () -> Void) {
    pipe = SignalPipe(.ending)
    guard let descriptor = pipe?.descriptor else { return }
    let thread = Thread { [isEnding] in
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 {}
      var signal: UInt8 = 0
      guard read(descriptor, &signal, 1) == 1 else { return }
      isEnding.flag.withLock { $0 = true }
      Self.perform(body)
      ProcessSignals.end(by: Int32(signal))
    }
    thread.name = "marbled.signals"
    thread.start()
  }

  /// Does the last work on another thread, and waits for it, but not longer than two seconds.
  static func perform(_ body: @escaping @Sendable () -> Void, clock: MonotonicClock = .system) {
    let end = OneTimeEvent()
    Thread.detachNewThread {
      body()
      end.happen()
    }
    _ = end.wait(within: .seconds(2), clock: clock)
  }

  /// Waits for the end of the process if a signal ends it; to be called before a normal exit.
  func waitIfEnding() {
    // The thread of the signal ends it.
    while isEnding.flag.withLock({ $0 }) { sleep(1) }
  }
}
