import Platform
import TestSupport
import Testing

@testable import Inputs

/// How the guard ends commands that don't want to, in virtual time.
@Suite(.timeLimit(.minutes(30))) struct CommandGuardTests {
  /// A command that ignores SIGTERM already.
  private func stubborn(_ pipe: HeldPipe) throws -> pid_t {
    let child = try #require(
      CommandGuard.start("trap '' TERM; \(pipe.hold); echo ready >&9; while :; do sleep 1000; done"))
    pipe.wait { $0.contains("ready") }
    return child
  }

  @Test("a command that ignores SIGTERM is killed after its grace, which signals that come again don't prolong")
  func grace() throws {
    let (pipe, time) = (try HeldPipe(), VirtualClock())
    let (signals, lifeline) = (try #require(NonBlockingPipe()), try #require(NonBlockingPipe()))
    defer {
      signals.close()
      lifeline.close()
    }
    let child = try stubborn(pipe)
    let start = time.now
    let clock = MonotonicClock(now: { time.now }) { _, _, nanoseconds in
      signals.write(UInt8(SIGTERM))
      if let nanoseconds { time.advance(by: min(nanoseconds, 500_000_000)) }
      return Wait.Ready(readable: [signals.reader])
    }
    let status = CommandGuard.wait(for: child, signals: signals, lifeline: lifeline.reader, clock: clock)
    #expect(status & 0x7F == SIGKILL)
    #expect(time.now - start == 2_000_000_000)
    // Nobody of its group is left.
    pipe.wait()
  }

  @Test("what a command has left running has the same grace, and none after the command was killed")
  func group() throws {
    for (limit, wait) in [(CommandGuard.grace, 2_000_000_000), (0, 0)] as [(Int32, Int64)] {
      let (pipe, time) = (try HeldPipe(), VirtualClock())
      let child = try stubborn(pipe)
      let start = time.now
      CommandGuard.endGroup(child, within: limit, clock: time.clock)
      #expect(time.now - start == wait)
      var status: Int32 = 0
      #expect(waitpid(child, &status, 0) == child && status & 0x7F == SIGKILL)
      pipe.wait()
    }
  }
}
