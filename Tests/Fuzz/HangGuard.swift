import Foundation
import Fuzzing
import Synchronization
import TestSupport

/// Runs texts and detects crashes and hangs: the process ends, and prints the index of the text.
enum HangGuard {
  /// A text that takes longer counts as a hang.
  private static let timeLimit = Duration.seconds(10)
  /// The index of the current text, for the crash handler.
  private static let current = Atomic(0)

  static func watch(_ run: FuzzRun) -> FuzzRun.Report {
    let reader = Reader(run)
    let thread = Thread {
      Crash.announce(with: announce)
      reader.read()
    }
    // To find recursion that is too deep.
    thread.stackSize = SmallestStack.size
    thread.start()
    var (index, since) = (-1, ContinuousClock.now)
    while reader.isDone.wait(timeout: .now() + 1) == .timedOut {
      let now = current.load(ordering: .relaxed)
      if now != index {
        (index, since) = (now, .now)
      } else if since.duration(to: .now) > timeLimit {
        print("\(run.subject.name), seed \(run.seed), text \(index): takes longer than \(timeLimit)")
        print("  \(run.text(at: index).debugDescription)")
        exit(EXIT_FAILURE)
      }
    }
    return reader.report!
  }

  /// The result of the reading thread.
  ///
  /// @unchecked Sendable: the report is written before `isDone` is signalled, and read after.
  private final class Reader: @unchecked Sendable {
    let run: FuzzRun
    let isDone = DispatchSemaphore(value: 0)
    var report: FuzzRun.Report?

    init(_ run: FuzzRun) { self.run = run }

    func read() {
      report = run.report { HangGuard.current.store($0, ordering: .relaxed) }
      isDone.signal()
    }
  }

  /// Only `write` is safe in a signal handler; the digits are written from the last to the first.
  private static let announce: @convention(c) (Int32) -> Void = { signal in
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (HangGuard.current.load(ordering: .relaxed), 20)
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      write(STDERR_FILENO, "crashed; make it again with the same seed and --count 1 --first ", 64)
      write(STDERR_FILENO, digits.baseAddress! + start, 20 - start)
      write(STDERR_FILENO, "\n", 1)
    }
    Crash.end(by: signal)
  }
}
