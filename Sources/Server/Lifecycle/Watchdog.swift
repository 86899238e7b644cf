internal import Dispatch
internal import Marbles
internal import Synchronization

/// Tells the service manager that the daemon is alive, each time all that could hang has come round.
///
/// It asks and is answered on threads of its own and of whoever is asked: tasks that keep the cooperative pool busy don't
/// keep it from asking, and an answer that comes late is passed on at once.
final class Watchdog: Sendable {
  private let notifier: ServiceNotifier
  private let ask: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let isWaiting = Mutex(false)
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)
  private let queue = DispatchQueue(label: "marbled.watchdog", qos: .userInteractive)

  /// - Parameter ask: has its argument called once all that could hang has come round.
  init(_ notifier: ServiceNotifier, ask: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.notifier = notifier
    self.ask = ask
  }

  /// Asks whether all is alive, unless the last question has not been answered.
  func tick() {
    let isFree = isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    guard isFree else { return }
    ask { [self] in
      // First, as the next question may come while this is told.
      isWaiting.withLock { $0 = false }
      notifier.send(.watchdog)
    }
  }

  /// Asks now and then as often as the service manager expects, if it does.
  func start() {
    guard let interval = notifier.watchdogInterval else { return }
    let nanoseconds = Int(clamping: SceneTime(interval).nanoseconds)
    timer.withLock { timer in
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(deadline: .now(), repeating: .nanoseconds(nanoseconds))
      source.setEventHandler { [weak self] in self?.tick() }
      source.activate()
      timer = source
    }
  }

  /// Asks no more.
  func stop() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }
}
