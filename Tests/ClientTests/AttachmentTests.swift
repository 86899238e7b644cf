import Marbles
import Playback
import Scenes
import Synchronization
import Terminal
import TestSupport
import Testing
import Wire

@testable import Client
@testable import Drawing
@testable import Player

@Suite(.timeLimit(.minutes(30))) struct AttachmentTests {
  private let clock = ManualClock()

  /// Lets time pass until `work` has come to its end.
  private func passTime<Result: Sendable>(until work: Task<Result, Never>) async -> Result {
    let time = Task { [clock] in
      while !Task.isCancelled {
        await clock.untilAsleep()
        clock.advance(by: WireLimits.heartbeat)
      }
    }
    defer { time.cancel() }
    return await work.value
  }

  @Test("a connection on which three signs of life are missing is given up, and its work is cancelled")
  func silent() async {
    let silences = Counter()
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let work = Task { [clock] in
      await Attachment.unlessSilent(for: 3, of: .seconds(5), clock, onSilence: { _ = silences.next() }) { _ in
        try? await ManualClock().sleep(for: .seconds(1))
        end.yield(Task.isCancelled)
      }
    }
    await passTime(until: work)
    for await wasCancelled in ended {
      #expect(wasCancelled)
      break
    }
    #expect(silences.count == 3)
    #expect(clock.now.offset == .seconds(15))
  }

  @Test("a stream that ends before the first silence ends the wait, and reports nothing")
  func ends() async {
    await Attachment.unlessSilent(clock) { heard in heard() }
  }

  @Test("a daemon that hangs is reported after one interval without a picture, and given up after three")
  func hangs() async throws {
    let daemon = try FakeDaemon()
    defer { withExtendedLifetime(daemon) {} }
    let board = RemoteStateStore(waitingFor: daemon.path)
    #expect(board.waiting == "waiting for the daemon at \(daemon.path)")
    let work = Task { [clock] in await Attachment.watch(DaemonClient(path: daemon.path), board, clock) }
    await clock.untilAsleep()
    clock.advance(by: WireLimits.heartbeat)
    await clock.untilAsleep()
    #expect(board.waiting == "the daemon does not answer; trying again")
    #expect(await passTime(until: work) == .silence("the daemon does not answer; trying again"))
  }

  @Test("the message of a daemon without room is shown unchanged")
  func noRoom() async throws {
    let daemon = try FakeDaemon { _ in
      FakeDaemon.json(
        #"{"error":"Service Unavailable","message":"too many viewers: the limit is 2"}"#,
        status: "503 Service Unavailable")
    }
    defer { withExtendedLifetime(daemon) {} }
    let board = RemoteStateStore(waitingFor: daemon.path)
    let loss = await Attachment.watch(DaemonClient(path: daemon.path), board, clock)
    #expect(loss == .refusal("too many viewers: the limit is 2; trying again"))
    board.lose(loss)
    #expect(board.waiting == "too many viewers: the limit is 2; trying again")
  }

  @Test("before the first snapshot the picture says what it waits for, and how to leave")
  func picture() {
    let board = RemoteStateStore(waitingFor: "/run/marbled/default/control.sock")
    let settings = DisplaySettings(color: .never, isASCII: false, themeName: nil, environment: [:])
    let source = RemotePlayback(board, settings: settings, rates: RefreshRates(), hint: "q leave", editor: nil) { _ in }
    func lines() -> [String] {
      let snapshot = source.snapshot()
      return snapshot.frame(at: FrameState(time: .zero), size: Size(columns: 80, rows: 24)).lines
    }
    #expect(lines().last == " waiting for the daemon at /run/marbled/default/control.sock")
    #expect(lines().contains { $0.contains("q leaves.") })
    board.lose(.silence("the daemon does not answer; trying again"))
    #expect(lines().last == " the daemon does not answer; trying again")
  }

  @Test("a refusal is shown for 3 s of the given clock")
  func refusal() {
    let now = Mutex<Int64>(0)
    var wall = WallClock.monotonic
    wall.now = { now.withLock { $0 } }
    let board = RemoteStateStore(wall: wall)
    board.refuse("no")
    #expect(board.refusal?.text == "no" && board.refusal?.left == RemoteStateStore.refusalTime)
    now.withLock { $0 = RemoteStateStore.refusalTime - 1 }
    #expect(board.refusal?.left == 1)
    now.withLock { $0 += 1 }
    #expect(board.refusal == nil)
  }
}
