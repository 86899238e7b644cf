import Expressions
import Marbles
import Playback
import SceneFiles
import Scenes
import Synchronization
import Testing

@testable import Player

/// Scenes of another process, planned here.
@Suite struct RemotePlansTests {
  private static func scene(_ rows: String) throws -> Scene {
    try SceneFile(parsing: "rows: \(rows)", path: "one.yaml").scene
  }

  /// Counts the runs, and does something as each begins.
  private final class Runs: Sendable {
    let count = Mutex(0)
    let plans = Mutex<RemotePlans?>(nil)

    func watchdog(_ body: @escaping @Sendable (Runs, _ expire: () -> Void) -> Void) -> Watchdog {
      Watchdog { [self] _, expire in
        count.withLock { $0 += 1 }
        body(self, expire)
      }
    }
  }

  @Test("a scene is run once while it is the last one")
  func kept() throws {
    let runs = Runs()
    let plans = RemotePlans(watchdog: runs.watchdog { _, _ in })
    for _ in 0..<2 {
      let plan = plans.plan(of: .sample, until: .seconds(8))
      #expect(try plan.recording == Scene.sample.recorded() && plan.isComplete && plan.problem == nil)
    }
    #expect(runs.count.withLock { $0 } == 1)
  }

  @Test("a live scene is not run, and there is nothing to say about it")
  func live() throws {
    let scene = try Self.scene("{ a: { live: true }, b: { marbles: '1-2|' } }")
    let plan = RemotePlans(watchdog: Watchdog { _, _ in Issue.record("it is run") }).plan(of: scene, until: nil)
    #expect(plan.recording == scene.emptyRecording() && !plan.isComplete && plan.problem == nil)
  }

  @Test("a scene whose time is up has inputs for as long as it is elsewhere, says why, and is not run again")
  func late() throws {
    let runs = Runs()
    let plans = RemotePlans(limit: .milliseconds(1500), watchdog: runs.watchdog { _, expire in expire() })
    for _ in 0..<2 {
      let plan = plans.plan(of: .sample, until: .seconds(20))
      #expect(plan.recording == Scene.sample.emptyRecording(until: .seconds(20)) && !plan.isComplete)
      #expect(plan.problem == "could not be simulated within 1.5 s")
    }
    #expect(runs.count.withLock { $0 } == 1)
  }

  @Test("a scene that can't be played says why")
  func invalid() throws {
    let row = Scene.Row(name: "b", content: .output(try Expression.parse("absent.map { $0 }")))
    let plan = RemotePlans().plan(of: Scene(name: "one", rows: [row]), until: nil)
    #expect(!plan.isComplete && plan.problem?.contains("`absent`") == true, "\(plan.problem ?? "")")
  }

  @Test("a cancelled run is forgotten")
  func cancelled() throws {
    let runs = Runs()
    let plans = RemotePlans(
      watchdog: runs.watchdog { runs, _ in
        if runs.count.withLock({ $0 }) == 1 { runs.plans.withLock { $0 }?.cancel() }
      })
    runs.plans.withLock { $0 = plans }
    let first = plans.plan(of: .sample, until: nil)
    #expect(!first.isComplete && first.problem == nil)
    #expect(plans.plan(of: .sample, until: nil).isComplete)
    plans.end()
    #expect(!plans.plan(of: try Self.scene("{ a: { marbles: '1|' } }"), until: nil).isComplete)
    runs.plans.withLock { $0 = nil }
  }
}
