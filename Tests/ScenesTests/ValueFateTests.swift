import Expressions
import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Scenes

/// The fate of each input value at each moment.
@Suite struct ValueFateTests {
  /// The fates of the first row's values at a time.
  private func fates(
    _ expressions: [String], _ inputs: KeyValuePairs<String, String>, at seconds: Double, row: Int = 0
  ) throws -> [String] {
    let scene = try scene(inputs, expressions)
    let recording = try scene.recorded()
    let fates = ValueFates(of: recording, in: scene)
    return recording.rows[row].timeline.events.indices.map {
      let fate = fates.fate(of: recording.key(row: row, at: $0), at: .seconds(seconds))
      guard case .dropped(let drops) = fate else { return fate.name }
      return "dropped: \(drops.map(\.reason.name).joined(separator: ", "))"
    }
  }

  @Test("zip holds a value until its partner comes, or until it ends")
  func zip() throws {
    let inputs: KeyValuePairs = ["a": "1-2-3-|", "b": "-x---|"]
    #expect(try fates(["zip(a, b)"], inputs, at: 0) == ["waiting", "not yet", "not yet"])
    #expect(try fates(["zip(a, b)"], inputs, at: 1) == ["used", "not yet", "not yet"])
    #expect(try fates(["zip(a, b)"], inputs, at: 4) == ["used", "waiting", "waiting"])
    #expect(try fates(["zip(a, b)"], inputs, at: 6) == ["used", "dropped: ended", "dropped: ended"])
  }

  @Test("of several outputs, one that uses a value is enough, and all must drop it")
  func several() throws {
    let inputs: KeyValuePairs = ["a": "1-2-|"]
    #expect(try fates(["some = a.filter { $0 > 1 }", "first = a.prefix(1)"], inputs, at: 3) == ["used", "used"])
    #expect(
      try fates(["some = a.filter { $0 > 2 }", "calm = a.debounce(for: .seconds(3))"], inputs, at: 3) == [
        "dropped: filtered, replaced", "waiting",
      ])
  }

  @Test("a value that decides something counts as used")
  func deciding() throws {
    let inputs: KeyValuePairs = ["a": "1-2-3-4-|", "b": "-x|", "c": "-----x|"]
    #expect(try fates(["a.drop(until: b).prefix(until: c)"], inputs, at: 9, row: 1) == ["used"])
    #expect(try fates(["a.drop(until: b).prefix(until: c)"], inputs, at: 9, row: 2) == ["used"])
    #expect(
      try fates(["a.drop(until: b).prefix(until: c)"], inputs, at: 9) == [
        "dropped: early", "used", "used", "dropped: ended",
      ])
    #expect(try fates(["a.allSatisfy { $0 < 9 }"], ["a": "1-2|"], at: 2) == ["used", "used"])
  }

  @Test("a value that one way drops may take another")
  func twoWays() throws {
    #expect(try fates(["zip(a.filter { $0 > 1 }, a)"], ["a": "1-2|"], at: 0) == ["waiting", "not yet"])
    #expect(try fates(["zip(a.filter { $0 > 1 }, a)"], ["a": "1-2|"], at: 2) == ["used", "used"])
  }

  @Test("a row that no output refers to is not dropped")
  func unused() throws {
    #expect(try fates(["b"], ["a": "1|", "b": "x|"], at: 5) == ["waiting"])
  }
}
