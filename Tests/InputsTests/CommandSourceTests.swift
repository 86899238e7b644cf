import Dispatch
import Foundation
import Marbles
import Platform
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import Inputs

/// A command as the source of a live row, through the guard that ends it.
@Suite struct CommandSourceTests {
  /// What a source has told so far.
  private struct Told: Sendable {
    var values: [Value] = []
    var errorLines: [String] = []
    var status = SourceStatus()
    var phases: [SourceStatus.Phase] = []
    var end: LiveSource.End?

    /// The waits before the command was started again.
    var waits: [SceneTime] { phases.compactMap { if case .restarting(let wait, _) = $0 { wait } else { nil } } }
  }

  /// A clock in whose time the command pauses before it starts again. The wait for its end is longer, and real.
  private func pausing(_ time: VirtualClock) -> MonotonicClock {
    MonotonicClock(now: { time.now }) { readable, writable, nanoseconds in
      let isPause = nanoseconds.map { $0 <= CommandSource.backoff.longest.wholeNanoseconds } ?? false
      return time.clock.wait(readable, writable, isPause ? nanoseconds : nil)
    }
  }

  /// A source that runs, and what it tells.
  private final class Running: Sendable {
    private let told = Mutex(Told())
    private let news = DispatchSemaphore(value: 0)
    private let stopper = Mutex<LiveSource.Stopper?>(nil)

    /// - Parameters:
    ///   - exitWait: long, because news of an end is late when other tests use all threads of the pool.
    ///   - clock: measures that, and the waits between two starts.
    ///   - loop: reads it; nil for one of its own, with the clock.
    ///   - onValue: called with each value before it is noted.
    init(
      _ command: String, restarts: Bool = false, fullAfter limit: Int = .max, exitWait: Duration = .seconds(600),
      clock: MonotonicClock = .system, on loop: ReadLoop? = nil, onValue: @escaping @Sendable (Value) -> Void = { _ in }
    ) throws {
      let source = LiveSource.command(command, restarts: restarts)
      let handlers = LiveSource.Handlers(
        onLine: { [self] line, _ in
          if peek({ $0.values.count >= limit }) { return false }
          if case .value(let value) = line.content {
            onValue(value)
            tell { $0.values.append(value) }
          }
          return true
        },
        onErrorLine: { [self] line in tell { $0.errorLines.append(line) } },
        onUpdate: { [self] update in
          tell {
            update(&$0.status)
            if let phase = $0.status.phase, $0.phases.last != phase { $0.phases.append(phase) }
          }
        }, onEnd: { [self] end in tell { $0.end = end } })
      let started = source.read(
        handlers, guardedBy: try Binary.path(), exitWait: exitWait, on: loop ?? ReadLoop(clock: clock))
      stopper.withLock { $0 = started }
    }

    private func tell(_ body: (inout Told) -> Void) {
      told.withLock { body(&$0) }
      news.signal()
    }

    func peek<Result: Sendable>(_ body: (Told) -> Result) -> Result { told.withLock { body($0) } }

    /// Waits until a condition holds; the time limit of the test is the only timeout.
    ///
    /// On a separate thread, because commands are started by tasks, which need a thread of the concurrency pool.
    func wait(until isTrue: @escaping @Sendable (Told) -> Bool) async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          while !told.withLock({ isTrue($0) }) { news.wait() }
          continuation.resume()
        }
      }
    }

    func ended() async -> Told {
      await wait { $0.end != nil }
      return told.withLock { $0 }
    }

    func stop() { stopper.withLock { $0 }?.stop() }
  }

  private func process(_ value: Value?) throws -> pid_t {
    guard case .int(let id)? = value else { throw Problem("no process id: \(String(describing: value))") }
    return pid_t(id)
  }

  @Test("Its lines are values, and its end is the end", .timeLimit(.minutes(30)))
  func lines() async throws {
    let told = try await Running("echo 1; echo 2; printf 3").ended()
    #expect(told.values == [1, 2, 3])
    #expect(told.end == .finished)
    #expect(told.phases == [.starting, .running, .ended("ended with status 0")])
  }

  @Test("A failure names the status, or the signal", .timeLimit(.minutes(30)))
  func failures() async throws {
    let exited = try await Running("echo 1; echo oh no >&2; exit 3").ended()
    #expect(exited.end == .failed("the command ended with status 3"))
    #expect(exited.errorLines == ["oh no"])
    #expect(try await Running("kill -9 $$").ended().end == .failed("the command was killed by signal 9"))
    #expect(try await Running("/no/such/program").ended().end == .failed("the command ended with status 127"))
  }

  @Test("It is started again after waits that grow, and the state says how often", .timeLimit(.minutes(30)))
  func restarts() async throws {
    let running = try Running("echo 7; exit 2", restarts: true, clock: pausing(VirtualClock()))
    await running.wait { $0.status.restarts >= 3 && $0.values.count >= 4 }
    running.stop()
    let told = running.peek { $0 }
    #expect(told.values.allSatisfy { $0 == 7 } && told.end == nil)
    #expect(told.phases.contains(.restarting(after: .milliseconds(250), "ended with status 2")))
    #expect(told.waits.prefix(3) == [.milliseconds(250), .milliseconds(500), .seconds(1)])
  }

  @Test("After a long run, the waits begin again with the shortest", .timeLimit(.minutes(30)))
  func longRuns() async throws {
    let time = VirtualClock()
    let running = try Running("echo 7; echo 8", restarts: true, clock: pausing(time)) { value in
      if value == 8 { time.advance(by: CommandSource.healthyRun) }
    }
    await running.wait { $0.waits.count >= 3 }
    running.stop()
    #expect(running.peek(\.waits).prefix(3) == [.milliseconds(250), .milliseconds(250), .milliseconds(250)])
  }

  @Test("Stopping ends the command, also one that ignores SIGTERM and one that forks", .timeLimit(.minutes(30)))
  func stopping() async throws {
    for command in [
      "echo $$; exec sleep 1000", "trap '' TERM; echo $$; while :; do sleep 1; done",
      "sleep 1000 & echo $!; sleep 1000 | cat", "echo $$; kill -STOP $$",
    ] {
      let pipe = try HeldPipe()
      let running = try Running("\(pipe.hold); \(command)")
      await running.wait { !$0.values.isEmpty }
      let id = try process(running.peek { $0.values.first })
      #expect(kill(id, 0) == 0)
      running.stop()
      // Until none of its processes is left.
      #expect(pipe.wait() == "")
    }
  }

  @Test("What a command leaves behind in its group ends with it", .timeLimit(.minutes(30)))
  func forks() async throws {
    let pipe = try HeldPipe()
    let told = try await Running("\(pipe.hold); sleep 1000 & echo $!").ended()
    #expect(told.end == .finished && told.values.count == 1)
    #expect(pipe.wait() == "")
  }

  @Test("A process that has left the group can hold the pipe, and not the row", .timeLimit(.minutes(30)))
  func escapes() async throws {
    let told = try await Running("setsid sleep 1000 & echo $!").ended()
    #expect(told.end == .finished)
    kill(try process(told.values.first), SIGKILL)
  }

  @Test("A command that closes its output is ended, and the row finishes", .timeLimit(.minutes(30)))
  func closesOutput() async throws {
    let pipe = try HeldPipe()
    let told = try await Running("\(pipe.hold); echo $$; exec >&-; sleep 1000", clock: VirtualClock().clock).ended()
    #expect(told.end == .finished)
    #expect(told.phases.last == .ended("closed its output"))
    #expect(pipe.wait() == "")
  }

  @Test("A flood waits for its reader, and not in memory", .timeLimit(.minutes(30)))
  func floods() async throws {
    // The command tells on its standard error how far it came: not beyond what a pipe and a read hold.
    let running = try Running(
      "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo 123456789; done; echo done >&2", fullAfter: 1)
    await running.wait { $0.values.count == 1 }
    #expect(running.peek { $0.errorLines } == [])
    running.stop()
  }

  @Test("Its standard error is read also while its row is full", .timeLimit(.minutes(30)))
  func errorsOfAFullRow() async throws {
    let running = try Running("echo 1; echo 2; echo one >&2; seq 3000 >&2; sleep 1000", fullAfter: 1)
    await running.wait { $0.values.count == 1 && $0.errorLines.count == 3001 }
    #expect(running.peek { $0.errorLines.prefix(3) } == ["one", "1", "2"])
    running.stop()
  }

  @Test("Many commands that flood do not delay the values of one that is quiet", .timeLimit(.minutes(30)))
  func fairness() async throws {
    let loop = ReadLoop()
    var floods: [Running] = []
    for _ in 0..<4 { floods.append(try Running("yes", on: loop)) }
    for flood in floods { await flood.wait { $0.values.count > 10_000 } }
    let quiet = try Running("echo 7", on: loop)
    #expect(await quiet.ended().values == [7])
    for flood in floods { flood.stop() }
  }

  @Test("It has no terminal, and its own standard input is empty", .timeLimit(.minutes(30)))
  func terminal() async throws {
    let told = try await Running("cat; (echo x > /dev/tty) 2>/dev/null || echo none").ended()
    #expect(told.values == [.string("none")])
  }
}
