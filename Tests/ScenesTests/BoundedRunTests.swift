import Foundation
import Marbles
import Playback
import SceneFiles
import SceneTestSupport
import Synchronization
import Testing

@testable import Operators
@testable import Scenes

/// Whatever a scene computes can be stopped, at once, and a run that was cut has no recording.
@Suite(.timeLimit(.minutes(30))) struct BoundedRunTests {
  /// Each would take hours, most of them within one job.
  static let hopeless = [
    // A closure for each of many elements that never suspend.
    "(0..<9000).async.map { $0 + (0..<90000).map { $0 * 2 }.sum() }",
    // Streams in streams, without a value.
    "(0..<90000).async.flatMap { _ in (0..<90000).async }.ignoreElements()",
    "(0..<90000).async.flatMap { _ in (0..<90000).async }.flatMap { _ in (0..<90000).async }.filter { _ in false }",
    // Arrays of a stream.
    "(0..<90000).async.map { _ in (0..<90000).map { $0 } }.joined().ignoreElements()",
    // A cycle that yields.
    "[1].async.repeated().ignoreElements()",
    // A timer that never waits long.
    "AsyncTimerSequence(interval: .nanoseconds(1)).filter { _ in false }",
    // The past events of a row, again and again.
    "[0].async.repeated(90000).flatMap { _ in a }.flatMap { _ in a }.flatMap { _ in a }.ignoreElements()",
  ]

  private static func scene(_ expression: String) throws -> Scene {
    try ScenesTests.scene(["a": String(repeating: "1", count: 60) + "|"], [expression], duration: .seconds(99_999))
  }

  @Test(
    "a deadline stops a run wherever the flag is read: before its first job, in it, and later", arguments: hopeless,
    [1, 2, 3, 5, 10, 100, 1_000, 30_000])
  func deadline(expression: String, read: Int) throws {
    let cancellation = Cancellation(expiringAtRead: read)
    let outcome = BoundedRun(try Self.scene(expression), cancellation: cancellation).perform()
    guard case .outOfTime = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(cancellation.cause == .outOfTime)
  }

  @Test("a run is cancelled from another thread, in the midst of its work", arguments: hopeless)
  func cancelled(expression: String) throws {
    let isAtWork = DispatchSemaphore(value: 0)
    let cancellation = Cancellation(atRead: 1_000) { _ in isAtWork.signal() }
    Thread {
      isAtWork.wait()
      cancellation.cancel()
    }.start()
    guard case .cancelled = BoundedRun(try Self.scene(expression), cancellation: cancellation).perform() else {
      Issue.record("not cancelled")
      return
    }
  }

  @Test("a flag that is set before the run starts stops it, and a watchdog sets it")
  func watchdog() throws {
    let alarms = Mutex<[(Duration, @Sendable () -> Void)]>([])
    let watchdog = Watchdog { duration, body in alarms.withLock { $0.append((duration, body)) } }
    let cancellation = Cancellation()
    watchdog.limit(cancellation, to: .seconds(5))
    #expect(!cancellation.isSet)
    let (duration, body) = try #require(alarms.withLock { $0.first })
    #expect(duration == .seconds(5))
    body()
    guard case .outOfTime = BoundedRun(.sample, cancellation: cancellation).perform() else {
      Issue.record("it is run")
      return
    }
    // The first cause counts.
    cancellation.cancel()
    #expect(cancellation.cause == .outOfTime)
  }

  @Test("a run that ends before its deadline is the same as without one, and one that is cut has no recording")
  func equal() throws {
    let whole = try Scene.sample.recorded()
    var read = 1
    while read < 1_000_000 {
      let cancellation = Cancellation(expiringAtRead: read)
      switch BoundedRun(.sample, cancellation: cancellation).perform() {
      case .outOfTime: read += 7
      case .recording(let recording):
        #expect(recording == whole && read > 100)
        return
      case let outcome:
        Issue.record("\(outcome)")
        return
      }
    }
    Issue.record("the sample never ends")
  }

  /// `share` ends its task when nobody consumes it: never by itself, in some orders.
  static let sharing = [
    "a.share()", "a.share().retry(2)", "merge(a.share().flatMap { _ in \"-x\" }, a)",
    "a.share().delay(for: .seconds(3))",
    "merge(a.reduce(0) { x, _ in x + 1 }.share().retry(9), a)", "zip(a.share(bufferingPolicy: .bounded(3)), \"1\")",
  ]

  /// Tasks that nothing can cancel any more, and that fall asleep again when they are woken.
  private static let sleeping = [
    "a.delay(for: .seconds(1)).flatMapLatest { _ in \"1-2|\" }",
    "a.receive(on: clock).flatMapLatest { _ in \"1-2|\" }.delay(for: .seconds(1)).flatMapLatest { _ in \"1|\" }",
  ]

  @Test("a stopped run keeps nothing alive", arguments: hopeless + sharing + sleeping, [1, 10, 30, 100, 500])
  func leftovers(expression: String, read: Int) throws {
    #expect(try !isKept(Self.scene(expression), Cancellation(expiringAtRead: read)))
  }

  @Test("a whole run keeps nothing alive", arguments: sharing)
  func leftoversOfAll(expression: String) throws {
    let scene = try ScenesTests.scene(
      ["a": "1-2-3|"], ["r = \(expression)", "s = r.flatMap { _ in \"---x\" }", "t = merge(r, a)"],
      duration: .seconds(9))
    #expect(try !isKept(scene, Cancellation()))
  }

  /// Whether something of a run stays when it is over.
  private func isKept(_ scene: Scene, _ cancellation: Cancellation) throws -> Bool {
    weak var executor: PlaybackExecutor?
    do {
      let own = PlaybackExecutor(hopsInPlace: true, cancellation: cancellation)
      executor = own
      let player = try ScenePlayer(scene, executor: own)
      let outcome = Result { () throws(SceneError) in try player.runImmediately() }
      #expect(outcome.error == cancellation.verdict.map(SceneError.stopped))
    }
    return executor != nil
  }

  @Test("a run over its budget does not stop the work that it is a part of")
  func parts() throws {
    var budget = RunBudget.standard
    budget.eventsPerRow = 100
    let whole = Cancellation()
    let scene = try ScenesTests.scene([:], ["(0..<200).async"], duration: .seconds(1))
    guard case .tooLarge(.tooManyEvents) = BoundedRun(scene, budget: budget, cancellation: whole).perform() else {
      Issue.record("not stopped")
      return
    }
    #expect(!whole.isSet)
    #expect(try BoundedRun(.sample, budget: budget, cancellation: whole).perform().get() == Scene.sample.recorded())
  }

  @Test("the events of all rows have a limit in bytes")
  func bytes() throws {
    var budget = RunBudget.standard
    budget.bytes = 64 << 10
    let scene = try ScenesTests.scene(
      [:], (0..<8).map { "r\($0) = (0..<200).async" }, duration: .seconds(1))
    guard case .tooLarge(.tooManyBytes(let row, let limit)) = BoundedRun(scene, budget: budget).perform() else {
      Issue.record("not stopped")
      return
    }
    #expect(limit == 64 << 10 && row != "r0")
  }

  @Test(
    "so have the values that operators hold, which are in no row",
    arguments: [
      "zip((0..<5000).async.buffer(policy: .unbounded), a)", "(0..<5000).async.chunks(ofCount: 9000).map { $0.count }",
      "zip(AsyncTimerSequence(interval: .milliseconds(1)).buffer(policy: .bufferingLatest(9000)), a)",
      "(0..<5000).async.delay(for: .seconds(1)).ignoreElements()",
      "(0..<5000).async.receive(on: clock.jittered(by: .seconds(2), seed: 7)).ignoreElements()",
      "(0..<5000).async.chunked(by: { $0 < $1 }).map { 1 }",
      "(0..<5000).async.chunked(on: { $0 % 1 }).map { 1 }", "(0..<5000).async.chunked(by: a).map { 1 }",
      "(0..<5000).async.chunks(ofCount: 9000, or: .repeating(every: .seconds(9))).map { 1 }",
      "\(texts).flatMap { _ in \"1|\" }.ignoreElements()", "\(texts).flatMapLatest { _ in \"1|\" }.ignoreElements()",
    ])
  func held(expression: String) throws {
    var budget = RunBudget.standard
    budget.bytes = 256 << 10
    let scene = try ScenesTests.scene(["a": "-----1|"], [expression], duration: .seconds(9))
    guard case .tooLarge(.tooManyBytes(row: "out", limit: 256 << 10)) = BoundedRun(scene, budget: budget).perform()
    else {
      Issue.record("not stopped")
      return
    }
    // With room for all, it is the same scene.
    #expect(try scene.recorded().rows[1].timeline.events.count <= 1)
  }

  /// 20 texts of 64 KiB.
  private static let texts = "(0..<20).async.map { _ in (0..<16).reduce(\"x\") { x, _ in x + x } }"

  @Test("the values of inner streams count until these are freed, where they are not recorded")
  func values() throws {
    var budget = RunBudget.standard
    budget.bytes = 256 << 10
    func run(_ expression: String) throws -> Recording {
      let scene = try ScenesTests.scene([:], [expression], duration: .seconds(9))
      return try ScenePlayer(scene, budget: budget, recordsInner: false, recordsNotes: false).runImmediately()
    }
    #expect(throws: SceneError.tooManyBytes(row: "out", limit: 256 << 10)) {
      try run("\(Self.texts).flatMapLatest { _ in \"-1|\" }.ignoreElements()")
    }
    _ = try run("\(Self.texts).flatMap { _ in \"-1|\" }.ignoreElements()")
  }

  @Test("what an operator has emitted, or dropped, no longer counts")
  func released() throws {
    var budget = RunBudget.standard
    budget.bytes = 64 << 10
    let expressions = [
      "b = AsyncTimerSequence(interval: .milliseconds(2)).buffer(policy: .unbounded).ignoreElements()",
      "c = (0..<5000).async.chunks(ofCount: 10).ignoreElements()",
      "d = AsyncTimerSequence(interval: .milliseconds(2)).delay(for: .seconds(0.1)).ignoreElements()",
      "e = AsyncTimerSequence(interval: .milliseconds(2)).buffer(policy: .bufferingLatest(3)).prefix(0)",
      "f = a.flatMap { _ in (0..<50).async.chunks(ofCount: 900) }.ignoreElements()",
    ]
    let scene = try ScenesTests.scene(["a": "1-2-3-4-5-6-7-8-9|"], expressions, duration: .seconds(20))
    #expect(try BoundedRun(scene, budget: budget).perform().get().rows.count == 6)
  }

  @Test("inner streams of a live row have a limit at each instant")
  func live() throws {
    let expression = "n.flatMap { _ in (0..<90000).async }.flatMap { _ in (0..<90000).async }.ignoreElements()"
    var rows = [Scene.Row(name: "n", content: .live(Scene.Live()))]
    rows.append(try #require(try ScenesTests.scene(["n": "|"], [expression]).rows.last))
    var budget = RunBudget.standard
    budget.eventsPerRow = 10_000
    let player = try ScenePlayer(Scene(name: "live", rows: rows), budget: budget)
    // The row asks for its first value.
    try player.executor.advance(to: .zero)
    player.liveInput("n")?.offer(.int(1))
    let error = failure {
      do throws(PlaybackError) { try player.executor.advance(to: .seconds(1)) } catch {
        throw player.diagnosis(of: error)
      }
    }
    #expect(error == .tooManyEvents(row: "out", limit: 10_000))
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
