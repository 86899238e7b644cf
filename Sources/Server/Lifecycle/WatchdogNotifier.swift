internal import Dispatch
internal import Platform
internal import Synchronization

/// Tells the service manager that the daemon is alive, each time all threads that could hang have responded.
///
/// It asks from a separate thread, and the asked threads answer directly: a busy cooperative pool does not delay the
/// question, and a late answer is forwarded at once.
final class WatchdogNotifier: Sendable {
  private let notifier: ServiceNotifier
  private let ask: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let isWaiting = Mutex(false)
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)
  private let queue = DispatchQueue(label: "marbled.watchdog", qos: .userInteractive)

  /// - Parameter ask: calls its argument once all threads that could hang have responded.
  init(_ notifier: ServiceNotifier, ask: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.notifier = notifier
    self.ask = ask
  }

  /// Asks whether the threads respond, unless the last question is still unanswered.
  func tick() {
    let isFree = isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    guard isFree else { return }
    ask { [self] in
      // Before the notification, as the next tick may come meanwhile.
      isWaiting.withLock { $0 = false }
      notifier.send(.watchdog)
    }
  }

  /// Asks now, and then as often as the service manager expects, if it does.
  func start() {
    guard let interval = notifier.watchdogInterval else { return }
    timer.withLock { timer in
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(deadline: .now(), repeating: .duration(interval))
      source.setEventHandler { [weak self] in self?.tick() }
      source.activate()
      timer = source
    }
  }

  /// Stops asking.
  func stop() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }
}
