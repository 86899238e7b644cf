internal import Dispatch
internal import NIOCore
internal import Synchronization

/// The pumps of all viewers, by the thread of their connection: one job wakes all pumps of a thread.
final class EventPumps: Sendable {
  private struct Loop {
    let loop: any EventLoop
    let pumps: NIOLoopBoundBox<[ObjectIdentifier: EventPump]>
    var count = 0
  }

  private struct State {
    var loops: [ObjectIdentifier: Loop] = [:]
    /// When the oldest job that has not run was sent, for each loop.
    var sent: [ObjectIdentifier: Int64] = [:]
    /// How long the last job waited, in nanoseconds.
    var lag: Int64 = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  /// - Parameter now: reads the wall clock, in nanoseconds.
  init(now: @escaping @Sendable () -> Int64) { self.now = now }

  /// How late the threads are, in nanoseconds; 0 without viewers.
  var lag: Int64 {
    let now = now()
    return state.withLock { state in
      guard state.loops.values.contains(where: { $0.count > 0 }) else { return 0 }
      return max(state.lag, state.sent.values.map { now - $0 }.max() ?? 0)
    }
  }

  func add(_ pump: NIOLoopBound<EventPump>, on loop: any EventLoop) {
    let pumps = state.withLock { state in
      let key = ObjectIdentifier(loop)
      let pumps =
        state.loops[key]?.pumps ?? NIOLoopBoundBox.makeBoxSendingValue([:], eventLoop: loop)
      state.loops[key, default: Loop(loop: loop, pumps: pumps)].count += 1
      return pumps
    }
    loop.execute { pumps.value[ObjectIdentifier(pump.value)] = pump.value }
  }

  func remove(_ pump: NIOLoopBound<EventPump>, from loop: any EventLoop) {
    let pumps = state.withLock { state in
      let key = ObjectIdentifier(loop)
      state.loops[key]?.count -= 1
      return state.loops[key]?.pumps
    }
    loop.execute { pumps?.value[ObjectIdentifier(pump.value)] = nil }
  }

  /// Makes all pumps look for changes.
  func wake() {
    let now = now()
    let loops = state.withLock { state in
      // A thread that has not run the last job will see these changes, too.
      let idle = state.loops.filter { $1.count > 0 && state.sent[$0] == nil }
      for key in idle.keys { state.sent[key] = now }
      return idle
    }
    for (key, loop) in loops {
      loop.loop.execute { [self] in
        state.withLock { state in
          state.lag = self.now() - now
          state.sent[key] = nil
        }
        for pump in loop.pumps.value.values { pump.send() }
      }
    }
  }
}
