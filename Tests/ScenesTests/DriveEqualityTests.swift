import Dispatch
import Expressions
import Fuzzing
import Marbles
import Operators
import SceneFiles
import SceneTestSupport
import Testing

@testable import Playback
@testable import Scenes

/// Every operator's sample in real time gives what it gives at once, to the bit. (That it gives the same each time is in
/// `OperatorContract`.)
@Suite struct DriveEqualityTests {
  /// `share` too, as its sample has one consumer: the order of several is Apple's to choose.
  static let names = Catalogue.standard.operators.map(\.name)

  private static func sample(_ name: String) throws -> Scene { Scene(sample: try #require(Catalogue.standard[name])) }

  /// By a wall clock that is always exactly at the deadline, and by one that always wakes late, by as much as several
  /// instants, without waiting.
  @Test(arguments: names)
  func realTimeGivesTheSameRecording(name: String) throws {
    let scene = try Self.sample(name)
    let immediate = try ScenePlayer(scene, stages: .all).runImmediately()
    #expect(immediate.withoutStages == (try scene.recorded()))
    let last = try #require(immediate.rows.last { !$0.isInput }).timeline.latest
    for (speed, lateness) in [(1, 0), (0.1, 0), (7.3, 0), (1000, 0), (20, 200_000_000)] as [(SpeedFactor, Int64)] {
      let wall = LateWall(by: lateness)
      let player = try ScenePlayer(scene, stages: .all)
      try RealTimeDrive(executor: player.executor, speedFactor: speed, wall: wall.clock).run(until: player.horizon)
      #expect(try player.recording() == immediate, "×\(speed), \(lateness) ns late")
      // It was real time: what happened last did not happen before its time.
      #expect(Double(wall.passed) * speed.value >= Double(last.nanoseconds))
    }
  }

  /// What is compared of a run: nothing when a limit has stopped it.
  private static func run(
    _ scene: Scene, stages: StageSelection = .all, _ drive: (ScenePlayer) throws(PlaybackError) -> Void
  ) throws -> Recording? {
    var budget = RunBudget.standard
    budget.eventsPerRow = 500
    let executor = PlaybackExecutor(
      jobsPerInstant: 20_000, instantsPerRun: 2000, hopsInPlace: true, order: scene.order)
    let player = try ScenePlayer(scene, budget: budget, executor: executor, stages: stages)
    do throws(PlaybackError) { try drive(player) } catch { return nil }
    return try? player.recording()
  }

  /// Checks that all drives give the same; false when a limit has stopped the run.
  private static func areEqual(_ scene: Scene) throws -> Bool {
    let immediate = try run(scene) { player throws(PlaybackError) in
      try player.executor.runImmediately(until: player.horizon)
    }
    guard let immediate else { return false }
    let plain = try run(scene, stages: .none) { player throws(PlaybackError) in
      try player.executor.runImmediately(until: player.horizon)
    }
    #expect(plain == immediate.withoutStages, "without stages, \(scene.order):\n\(scene.yaml)")
    let stepped = try run(scene) { player throws(PlaybackError) in
      while try player.executor.step(until: player.horizon) {}
      try player.executor.end()
    }
    let real = try run(scene) { player throws(PlaybackError) in
      try RealTimeDrive(executor: player.executor, speedFactor: 20, wall: LateWall(by: 200_000_000).clock)
        .run(until: player.horizon)
    }
    #expect(stepped == immediate, "stepped, \(scene.order):\n\(scene.yaml)")
    #expect(real == immediate, "in real time, \(scene.order):\n\(scene.yaml)")
    return true
  }

  private static let allOrders: [InstantOrder] = [.inTurn, .together, .shuffled(seed: 1), .shuffled(seed: 4242)]

  @Test("in every order of an instant, all drives give the same recording of a shipped scene", arguments: allOrders)
  func orders(order: InstantOrder) throws {
    var compared = 0
    for name in SceneLibrary.shipped.names {
      var scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
      guard !scene.isLive else { continue }
      scene.order = order
      compared += try Self.areEqual(scene) ? 1 : 0
    }
    #expect(compared > 30)
  }

  @Test("in every order of an instant, all drives give the same recording of a random scene", arguments: allOrders)
  func ordersOfRandomScenes(order: InstantOrder) throws {
    var random = SplitMix64(seed: 299)
    var (compared, tied) = (0, 0)
    for _ in 0..<rounds(50, long: 300) {
      guard var scene = try? SceneFile(parsing: SceneSubject().text(&random), path: "x.yaml").scene, !scene.isLive
      else { continue }
      scene.order = order
      compared += try Self.areEqual(scene) ? 1 : 0
    }
    // Many things at one instant.
    let count = rounds(50, long: 300)
    for _ in 0..<count {
      let expressions = (0..<2).map { _ in random.pick(Self.expressions) }
      let diagrams = (0..<3).map { _ in (0..<8).map { _ in random.pick(["-", "-", "a", "b"]) }.joined() + "|" }
      var scene = try scene(
        ["a": diagrams[0], "b": diagrams[1], "c": diagrams[2]], ["x = \(expressions[0])", "y = \(expressions[1])"])
      scene.order = order
      tied += try Self.areEqual(scene) ? 1 : 0
    }
    #expect(compared > count / 20 && tied == count, "\(compared), \(tied)")
  }

  private static let expressions = [
    "a.debounce(for: .seconds(2))", "merge(a, b, c)", "zip(a, b)", "combineLatest(a, b, c)",
    "a.throttle(for: .seconds(2))",
    "a.timeout(after: .seconds(3))", "merge(a, b).chunked(by: .repeating(every: .seconds(2)))", "a.sample(by: b)",
    "a.delay(for: .seconds(1)).withLatestFrom(b)", "race(a, b)", "chain(a.prefix(2), c)",
    "a.flatMapLatest { x in b.delay(for: .seconds(1)) }", "a.buffer(policy: .bufferingLatest(1))",
    "a.windowed(every: .seconds(2))",
  ]

  /// By the machine's clock, and with entries leaving for another thread while it plays.
  @Test func onTheRealClockEntriesAreThoseOfTheRecording() async throws {
    try await withThrowingTaskGroup { group in
      for name in Self.names {
        group.addTask {
          let scene = try Self.sample(name)
          let entries = try await perform(scene, speedFactor: 200).batches.flatMap { $0 }
          #expect(entries == (try scene.recorded()).entries, "\(name)")
        }
      }
      try await group.waitForAll()
    }
  }
}
