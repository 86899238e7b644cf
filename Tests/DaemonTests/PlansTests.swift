import Marbles
import Scenes
import Testing

@testable import Daemon

@Suite struct PlansTests {
  private func scene(_ name: String, events: Int) throws -> (scene: Scene, plan: Recording) {
    let scene = try SceneFile(
      parsing: "rows:\n  a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).prefix(\(events))' }\n",
      path: "\(name).yaml"
    ).scene
    return (scene, try scene.recorded())
  }

  @Test("the plan of a scene is kept, of another one it is not, nor one that is too large")
  func keeps() throws {
    let (one, two) = (try scene("one", events: 3), try scene("two", events: 4))
    let large = try scene("large", events: Plans.maximumEvents / 10 + 1)
    var plans = Plans()
    plans.keep(one.plan, of: one.scene)
    plans.keep(large.plan, of: large.scene)
    #expect(plans[one.scene] == one.plan && plans[two.scene] == nil && plans[large.scene] == nil)
    var faster = one.scene
    faster.speedFactor = 2
    #expect(plans[faster] == nil)
  }

  @Test("where there is no room, the newest one stays")
  func makesRoom() throws {
    let scenes = try (0...10).map { try scene("\($0)", events: Plans.maximumEvents / 10) }
    var plans = Plans()
    for (scene, plan) in scenes { plans.keep(plan, of: scene) }
    #expect(scenes.map { plans[$0.scene] != nil } == Array(repeating: false, count: 10) + [true])
  }
}
