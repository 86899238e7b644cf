import Foundation
import Marbles
import Synchronization
import TestSupport

@testable import Inputs

/// A row that takes as many values as a test allows.
final class FullRow: Sendable {
  private struct State {
    var room = 0
    var values: [Value] = []
    var refused = 0
    var waiting: [@Sendable () -> Void] = []
  }
  private let state = Watched(State())

  func take(_ line: LineReader.Line, _ whenRoom: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.room > 0 else {
        state.refused += 1
        state.waiting.append(whenRoom)
        return false
      }
      state.room -= 1
      if case .value(let value) = line.content { state.values.append(value) }
      return true
    }
  }

  var values: [Value] { state.withLock { $0.values } }

  /// Waits until a value found no room.
  func waitUntilRefused() { _ = state.wait { $0.refused > 0 ? true : nil } as Bool }

  func makeRoom(_ count: Int) {
    let waiting = state.withLock { state in
      state.room += count
      defer { state.waiting = [] }
      return state.waiting
    }
    for call in waiting { call() }
  }

  /// The values, once there are so many; no thread of the cooperative pool waits for that.
  func news(_ count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.wait(for: count)) }
    }
  }

  /// The values, once there are so many.
  func wait(for count: Int) -> [Value] { state.wait { $0.values.count >= count ? $0.values : nil } }
}
