internal import Dispatch
internal import Foundation
internal import Platform
internal import ServiceLifecycle

/// Exits the process if shutdown takes too long, whatever hangs in it.
struct LastResortService: Service {
  /// The time limit, from the start of the shutdown.
  private let timeout: Duration
  private let end: @Sendable () -> Void

  init(_ timeout: Duration, end: @escaping @Sendable () -> Void) { (self.timeout, self.end) = (timeout, end) }

  func run() async throws {
    // Started now: when it is needed, there may be no thread left.
    let shutdown = DispatchSemaphore(value: 0)
    let thread = Thread { [timeout, end] in
      shutdown.wait()
      let clock = MonotonicClock.system
      let deadline = clock.now() + timeout.wholeNanoseconds
      // A signal ends a wait early.
      while clock.now() < deadline { _ = clock.wait([], [], deadline - clock.now()) }
      end()
    }
    thread.name = "marbled.end"
    thread.start()
    try? await gracefulShutdown()
    shutdown.signal()
  }
}
