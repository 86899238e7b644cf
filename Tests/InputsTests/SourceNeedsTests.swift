import Platform
import Scenes
import TestSupport
import Testing

@testable import Inputs

@Suite struct SourceNeedsTests {
  private func scene(commands: Int, tails: Int = 0) -> Scene {
    var scene = Scene(name: "load", rows: [])
    for number in 0..<commands {
      scene.rows.append(Scene.Row(name: "c\(number)", content: .live(Scene.Live(source: "exec:sleep 1"))))
    }
    for number in 0..<tails {
      scene.rows.append(Scene.Row(name: "t\(number)", content: .live(Scene.Live(source: "tail:log"))))
    }
    return scene
  }

  @Test("Commands that the limit of threads and processes has no room for are named, with what helps")
  func tasks() {
    let enough = DescriptorBudget(limit: 4096)
    let unit = TaskBudget(limit: 64, processors: 2)
    #expect(unit.commands == 12)
    #expect(SourceNeeds(of: scene(commands: 12)).problems(of: "load", unit, enough) == [])
    #expect(
      SourceNeeds(of: scene(commands: 25)).problems(of: "load", unit, enough) == [
        "load: 25 rows with `exec:` need 75 processes and marbled 26 threads; the limit of 64 leaves room for 12 such rows "
          + "(help: raise TasksMax= of the unit, or `ulimit -u`)"
      ])
    let none = TaskBudget(limit: nil, processors: 2)
    #expect(SourceNeeds(of: scene(commands: 2500)).problems(of: "load", none, DescriptorBudget(limit: 1 << 20)) == [])
  }

  @Test("Sources that the limit of descriptors has no room for are named")
  func descriptors() {
    let none = TaskBudget(limit: nil, processors: 2)
    let needs = SourceNeeds(of: scene(commands: 25, tails: 9))
    #expect(needs.descriptors == 25 * 6 + 9 * 3)
    #expect(
      needs.problems(of: "load", none, DescriptorBudget(limit: 256)) == [
        "load: its sources need 177 file descriptors; the limit of 256 leaves 176 (help: raise LimitNOFILE= of the unit, "
          + "or `ulimit -n`)"
      ])
    #expect(needs.problems(of: "load", none, DescriptorBudget(limit: 257)) == [])
  }

  #if Redis
    @Test("A stream of a server needs a connection, and a consumer of a group two")
    func servers() {
      func descriptors(_ source: String) -> Int {
        let row = Scene.Row(name: "s", content: .live(Scene.Live(source: source)))
        return SourceNeeds(of: Scene(name: "load", rows: [row])).descriptors
      }
      #expect(descriptors("redis://h/orders") == 3 && descriptors("redis://h/orders?group=g") == 6)
    }
  #endif

  @Test("A command without a place says why; a place is free when its command has ended")
  func places() throws {
    let places = CommandPlaces { TaskBudget(limit: 32, processors: 2) }
    var taken = [try places.take(), try places.take()]
    #expect(
      throws: CommandPlaces.Full(
        description: "2 commands run, and the limit of 32 threads and processes has no room for another")
    ) { _ = try places.take() }
    taken.removeLast()
    taken.append(try places.take())
  }
}
