import Marbles
import SceneFiles
import Scenes
import Testing
import Wire

@testable import HubCore

/// Caches count bytes: a few large scenes can't fill what the daemon may have.
@Suite struct CacheTests {
  private func scene(_ name: String, events: Int) throws -> (scene: Scene, plan: Recording) {
    let scene = try SceneFile(
      parsing: "rows:\n  a: { apply: 'AsyncTimerSequence(interval: .milliseconds(1)).prefix(\(events))' }\n",
      path: "\(name).yaml"
    ).scene
    return (scene, try scene.recorded())
  }

  @Test("the plan of a scene is kept, of another one it is not, nor one that takes more than a quarter of the room")
  func keeps() throws {
    let (one, two) = (try scene("one", events: 3), try scene("two", events: 4))
    let large = try scene("large", events: 1000)
    var plans = PlanCache(capacity: large.plan.approximateBytes())
    plans.keep(one.plan, of: one.scene)
    plans.keep(large.plan, of: large.scene)
    #expect(plans[one.scene] == one.plan && plans[two.scene] == nil && plans[large.scene] == nil)
    var faster = one.scene
    faster.speedFactor = 2
    #expect(plans[faster] == nil)
  }

  @Test("without room, the oldest plan is removed")
  func makesRoom() throws {
    let scenes = try (0...6).map { try scene("\($0)", events: 100) }
    let size = scenes[0].plan.approximateBytes() + scenes[0].scene.approximateBytes()
    var plans = PlanCache(capacity: size * 5)
    for (scene, plan) in scenes { plans.keep(plan, of: scene) }
    #expect(scenes.map { plans[$0.scene] != nil } == [false, false, true, true, true, true, true])
    #expect(plans.bytes <= size * 5)
  }

  @Test("the values of a plan count with all their parts, and counting ends where there are too many")
  func parts() throws {
    let file = try SceneFile(
      parsing: "rows: { a: { marbles: '1-2-3|' }, b: { apply: 'a.map { _ in (0..<1000).map { $0 } }' } }",
      path: "x.yaml")
    let bytes = try file.scene.recorded().approximateBytes()
    #expect(bytes > 3 * 1000 * MemoryLayout<Value>.stride)
    #expect(try file.scene.recorded().approximateBytes(upTo: 1000) < bytes)
  }

  @Test("uploads: the oldest are removed without room; large ones and reserved names are refused")
  func uploads() {
    func scene(_ name: String) -> Scene { Scene(name: name, rows: []) }
    var uploads = UploadedScenes(capacity: 100)
    uploads.keep(scene("a"), bytes: 60)
    uploads.keep(scene("b"), bytes: 30)
    uploads.keep(scene("a"), bytes: 50)
    #expect(uploads.scenes.map(\.name) == ["b", "a"] && uploads.bytes == 80)
    uploads.keep(scene("c"), bytes: 40)
    #expect(uploads.scenes.map(\.name) == ["a", "c"] && uploads.bytes == 90)
    #expect(uploads.refusal(of: scene("d"), bytes: 101)?.reason == .tooLarge)
    #expect(uploads.refusal(of: scene("next"), bytes: 1)?.reason == .unprocessable)
    #expect(uploads.refusal(of: scene("d"), bytes: 100) == nil)
    for number in 0..<200 { uploads.keep(scene("\(number)"), bytes: 0) }
    #expect(uploads.scenes.count == UploadedScenes.maximumCount)
  }
}
