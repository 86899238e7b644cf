import Dispatch
import Inputs
import Platform
import Playback
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import marbled

/// What the commands wait for, in virtual time.
@Suite(.timeLimit(.minutes(30))) struct WaitTests {
  @Test("in the background, the terminal is read twice a second until it has a line")
  func commandLines() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    let terminal = (master: master, slave: Descriptor(slave))
    // As in the background, a read fails at once.
    _ = fcntl(slave, F_SETFL, O_NONBLOCK)
    let waits = Mutex<[Int64?]>([])
    let clock = MonotonicClock(now: { 0 }) { _, _, nanoseconds in
      let count = waits.withLock { waits in
        waits.append(nanoseconds)
        return waits.count
      }
      switch count {
      case 3: write(terminal.master, "why 4\n", 6)
      case 4: close(terminal.master)
      default: return Wait.Ready()
      }
      // The system hands bytes on when it gets round to it.
      _ = Wait.until(readable: [terminal.slave.number], nanoseconds: nil)
      return Wait.Ready()
    }
    let calls = Watched(0)
    let lines = try #require(CommandLines(from: slave, clock: clock) { calls.withLock { $0 += 1 } })
    calls.wait { $0 == 2 ? () : nil }
    #expect(lines.take() == ["why 4"] && lines.isClosed)
    #expect(waits.withLock { $0 } == Array(repeating: 500_000_000, count: 4))
  }

  @Test("a signal ends the program after two seconds, whatever it still does")
  func endingSignals() {
    let (time, isOver) = (VirtualClock(), DispatchSemaphore(value: 0))
    let start = time.now
    EndingSignals.perform({ isOver.wait() }, clock: time.clock)
    #expect(time.now - start == 2_000_000_000)
    isOver.signal()
  }

  @Test("a source that sends nothing gets a hint after three seconds")
  func silence() throws {
    let rows = ["one", "two"].map { name in
      Scene.Row(name: name, content: .live(Scene.Live(source: "tail:/var/log/\(name)")))
    }
    let feeds = try SceneFeeds([Scene(name: "s", rows: rows)])
    let alarms = Mutex<[(limit: Duration, fire: @Sendable () -> Void)]>([])
    let printed = Mutex<[String]>([])
    feeds.tellOfSilence(
      watchdog: Watchdog { limit, fire in alarms.withLock { $0.append((limit, fire)) } },
      by: { line in printed.withLock { $0.append(line) } }, { $0.name.hasSuffix("two") })
    let set = alarms.withLock { $0 }
    #expect(set.map(\.limit) == [.seconds(3)] && printed.withLock { $0 } == [])
    set.first?.fire()
    let source = feeds.feeds[1].source
    #expect(printed.withLock { $0 } == ["note: no input from \(source.name) so far; \(source.hint)"])
  }
}
