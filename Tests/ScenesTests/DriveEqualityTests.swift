import Dispatch
import Marbles
import Operators
import Platform
import Synchronization
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
    let immediate = try scene.recorded()
    let last = try #require(immediate.rows.last { !$0.isInput }).timeline.latest
    for (speed, lateness) in [(1, 0), (0.1, 0), (7.3, 0), (1000, 0), (20, 200_000_000)] as [(SpeedFactor, Int64)] {
      let wall = LateWall(by: lateness)
      let player = try ScenePlayer(scene)
      try RealTimeDrive(executor: player.executor, speedFactor: speed, wall: wall.clock).run(until: player.horizon)
      #expect(try player.recording() == immediate, "×\(speed), \(lateness) ns late")
      // It was real time: what happened last did not happen before its time.
      #expect(Double(wall.passed) * speed.value >= Double(last.nanoseconds))
    }
  }

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

/// A wall clock that is moved by being waited for.
private final class LateWall: Sendable {
  private let lateness: Int64
  private let time = Mutex<Int64>(0)

  init(by lateness: Int64) { self.lateness = lateness }

  /// Nanoseconds since it was made.
  var passed: Int64 { time.withLock { $0 } }

  var clock: WallClock {
    WallClock(now: { self.passed }) { wake, deadline in
      guard !wake.wait(nanoseconds: 0) else { return }
      self.time.withLock { $0 = max($0, (deadline ?? $0) + self.lateness) }
    }
  }
}
