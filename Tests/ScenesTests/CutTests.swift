import Expressions
import Fuzzing
import Marbles
import Operators
import Playback
import SceneFiles
import SceneTestSupport
import Testing

@testable import Scenes

/// A run that is cut records what a longer run records until then. What streams give, drop or end with only because of the cut
/// is in neither.
@Suite struct CutTests {
  @Test(
    "An operator that answers the cut with a value emits nothing",
    arguments: [
      ("throttle(for: .seconds(3))", "1@0 4@3 open"), ("chunks(ofCount: 3)", "[1,2,3]@2 open"),
      ("reduce(0, +)", "open"), ("chunked(by: <)", "open"), ("max()", "open"), ("debounce(for: .seconds(9))", "open"),
    ])
  func answers(call: String, expected: String) throws {
    let cut = try scene(["a": "12345-6-7|"], ["a.\(call)"], duration: .seconds(4)).recorded()
    #expect(spelled(cut["out"]) == expected)
    let open = try scene(["a": "12345"], ["a.\(call)"]).recorded()
    #expect(spelled(open["out"]) == (call.hasPrefix("debounce") ? "5@13 open" : expected))
  }

  @Test func whatBelongsToTheLastInstantStays() throws {
    let inputs: KeyValuePairs = ["a": "1---2|"]
    let outputs = ["a.debounce(for: .seconds(4))", "b = a.delay(for: .seconds(4))", "c = out.map { $0 }"]
    let recording = try scene(inputs, outputs, duration: .seconds(4)).recorded()
    #expect(spelled(recording["b"]) == "1@4 open")
    #expect(spelled(recording["c"]) == spelled(recording["out"]))
    let later = try scene(inputs, outputs, duration: .seconds(9)).recorded()
    #expect(recording["out"].events == later["out"].events.filter { $0.time <= .seconds(4) })
  }

  @Test("of an operator's sample", arguments: Catalogue.standard.operators.map(\.name))
  func samples(name: String) throws {
    var scene = Scene(sample: try #require(Catalogue.standard[name]))
    for order in [InstantOrder.inTurn, .together, .shuffled(seed: 7)] {
      scene.order = order
      for half in 0...12 { try compare(scene, at: .milliseconds(500 * Int64(half))) }
    }
  }

  @Test("of a shipped scene", arguments: SceneLibrary.shipped.names)
  func shippedScenes(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    guard !scene.isLive else { return }
    let whole = try ScenePlayer(scene).runImmediately().duration
    for part in 1...5 { try compare(scene, at: SceneTime(nanoseconds: whole.nanoseconds / 6 * Int64(part))) }
  }

  @Test("of random calls")
  func randomCalls() throws {
    var random = SplitMix64(seed: 11)
    var count = 0
    for _ in 0..<rounds(50, long: 3000) {
      guard let scene = try? SceneFile(parsing: StageSubject().text(&random), path: "x.yaml").scene else { continue }
      try compare(scene, at: .milliseconds(500 * Int64(random.below(30))))
      count += 1
    }
    #expect(count > rounds(10, long: 600))
  }

  /// Compares a run until `time` with a longer one.
  private func compare(_ scene: Scene, at time: SceneTime) throws {
    func recording(until end: SceneTime) -> Recording? {
      var scene = scene
      scene.duration = end
      return try? ScenePlayer(scene, stages: .all).runImmediately()
    }
    // A limit stops both.
    guard let cut = recording(until: time), let longer = recording(until: time + .seconds(15)) else { return }
    for (row, other) in zip(cut.rows, longer.rows) {
      let (row, expected) = (row.until(time), other.until(time))
      #expect(row.timeline == expected.timeline, "\(row.name) until \(time):\n\(scene.yaml)")
      #expect(row == expected, "\(row.name) until \(time):\n\(scene.yaml)")
    }
  }
}

extension Recording.Row {
  /// What was recorded until `last`.
  fileprivate func until(_ last: SceneTime) -> Recording.Row {
    var row = self
    row.timeline = Timeline(
      events: timeline.events.filter { $0.time <= last },
      end: timeline.end.time.map { $0 <= last } == true ? timeline.end : .open)
    row.through = through.filter { $0.key < row.timeline.events.count }
    row.inner = inner.filter { $0.begin <= last }
    for stream in row.inner.indices {
      row.inner[stream].events.removeAll { $0.time > last }
      if !row.inner[stream].end.isOver(by: last) { row.inner[stream].end = .open }
    }
    row.notes.removeAll { $0.time > last }
    row.sends.removeAll { $0.called > last }
    for send in row.sends.indices {
      if row.sends[send].returned.map({ $0 > last }) == true { row.sends[send].returned = nil }
      if row.sends[send].taken.map({ $0.time > last }) == true { row.sends[send].taken = nil }
      if row.sends[send].dropped.map({ $0.time > last }) == true { row.sends[send].dropped = nil }
    }
    if cutOff.map({ $0.time > last }) == true { row.cutOff = nil }
    guard var stages = row.stages else { return row }
    stages.notes = zip(stages.notes, notes).filter { $1.time <= last }.map(\.0)
    stages.passes.removeAll { $0.begin > last }
    for pass in stages.passes.indices {
      stages.passes[pass].asked.removeAll { $0 > last }
      stages.passes[pass].events.removeAll { $0.time > last }
      if !stages.passes[pass].end.isOver(by: last) { stages.passes[pass].end = .open }
    }
    stages.streams = Array(stages.streams.prefix(row.inner.count))
    stages.inner = stages.inner.filter { key, _ in
      row.inner.indices.contains(key.inner.stream) && key.inner.index < row.inner[key.inner.stream].events.count
    }
    row.stages = stages
    return row
  }
}

extension Recording.Inner.End {
  fileprivate func isOver(by last: SceneTime) -> Bool { time.map { $0 <= last } == true }
}
