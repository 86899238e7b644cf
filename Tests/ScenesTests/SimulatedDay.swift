import Dispatch
import Marbles
import Platform
import Synchronization

@testable import Playback

/// A wall clock with scheduled actions, which run in the waiting thread.
final class SimulatedDay: Sendable {
  private struct State {
    var now: Int64 = 0
    var appointments: [(time: Int64, body: @Sendable () -> Void)] = []
  }
  private let state = Mutex(State())

  func at(_ time: SceneTime, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.appointments.append((time.nanoseconds, body))
    }
  }

  var clock: WallClock {
    WallClock(now: { self.state.withLock { $0.now } }) { wake, deadline in
      guard !wake.wait(nanoseconds: 0) else { return }
      let due = self.state.withLock { state -> [@Sendable () -> Void] in
        let next = state.appointments.map(\.time).min()
        state.now = max(state.now, min(deadline ?? .max, next ?? .max))
        let due = state.appointments.enumerated().filter { $0.element.time <= state.now }
          .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        state.appointments.removeAll { $0.time <= state.now }
        return due.map(\.element.body)
      }
      for body in due { body() }
    }
  }
}
