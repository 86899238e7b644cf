import Dispatch
import Expressions
import Formats
import Foundation
import Inputs
import Marbles
import Player
import SceneFiles
import SceneTestSupport
import Testing

@testable import Playback
@testable import Scenes

/// What was recorded live gives the same again: as inputs of the scene, and as a scene file with expectations.
@Suite struct RecordingEquivalenceTests {
  private static let expressions: [[String]] = [
    ["a.map { $0 * 2 }"], ["merge(a, b)"], ["zip(a, b)"], ["combineLatest(a, b)"], ["chain(a, b)"],
    ["a.debounce(for: .milliseconds(70))"], ["merge(a, b).throttle(for: .milliseconds(100))"],
    ["a.chunked(by: .repeating(every: .milliseconds(150)))"], ["a.withLatestFrom(b)"], ["a.reductions(+)"],
    ["a.flatMap { x in [x, x].async }"], ["b.timeout(after: .milliseconds(220))"], ["merge(b, a, b)"],
    ["m = a.map { $0 + 1 }", "n = merge(a, m, b)", "zip(m, n)"],
    ["chain(a.prefix(3), b)", "a.delay(for: .milliseconds(50))"],
    // Closures that fail for some values.
    ["a.map { 10 / ($0 - 3) }", "b.filter { 6 % $0 > 1 }", "a.reductions { $0 / $1 }"],
  ]

  private static func scene(_ expressions: [String]) throws -> Scene {
    var rows = ["a", "b"].map { Scene.Row(name: $0, content: .live(Scene.Live())) }
    for (index, text) in expressions.enumerated() {
      let expression = try Expression.parse(text)
      rows.append(Scene.Row(name: expression.name ?? "out\(index)", content: .output(expression)))
    }
    return Scene(name: "test", rows: rows)
  }

  /// Random arrivals in both rows, often several at one instant and in any order, and then the ends.
  private static func schedule(
    _ random: inout SplitMix64, _ day: SimulatedDay, _ inputs: [ArrivalQueue], count: Int
  ) {
    var time = SceneTime.zero
    for _ in 0..<count {
      if random.below(3) > 0 { time = time + .milliseconds(Int64(random.below(9)) * 10) }
      let (input, value) = (inputs[random.below(inputs.count)], Value.int(random.below(10)))
      day.at(time) { input.offer(value) }
    }
    for input in inputs {
      switch random.below(4) {
      case 0: day.at(time) { input.fail("no \"signal\"") }
      default: day.at(time) { input.finish() }
      }
      if random.below(2) == 0 { time = time + .milliseconds(30) }
    }
  }

  /// The events of a recording as lines, without the ends of rows that stay open.
  private static func lines(_ recording: Recording) -> [String] {
    JSONLines.print(recording).split(separator: "\n").map(String.init).filter { !$0.contains(#""kind":"open""#) }
  }

  @Test(
    "Of each expression, values, times, colors, lineage and ends are the same, in every order of an instant",
    arguments: expressions, [InstantOrder.inTurn, .together, .shuffled(seed: 1)])
  func same(expressions: [String], order: InstantOrder) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for seed in 1...rounds(1, long: 4) {
      var random = SplitMix64(seed: UInt64(seed))
      var (scene, day) = (try Self.scene(expressions), SimulatedDay())
      scene.order = order
      let path = folder.appending(path: "\(seed).ndjson").path
      let file = try RecordingFile(path)
      let news = DispatchSemaphore(value: 0)
      let playback = try ScenePlayback(
        scene, speedFactor: 1, reportsInputs: true, wall: day.clock, recorder: file.run(of: scene, yaml: scene.yaml),
        onChange: { news.signal() })
      let inputs = try ["a", "b"].map { try #require(playback.liveInput($0)) }
      Self.schedule(&random, day, inputs, count: 150)
      playback.begin()
      while !playback.isOver { news.wait() }
      file.close()
      var live = scene.emptyRecording()
      for entry in playback.takeEntries() { live.append(entry) }
      #expect(inputs.allSatisfy { $0.counts == ArrivalQueue.Counts() })

      let runs = try RecordedRun.read(path)
      let run = try #require(runs.first)
      let replay = try Scene(recorded: run, file: path)
      #expect(replay.order == order)
      let recording = try replay.recorded()
      let (first, second) = (Self.lines(live), Self.lines(recording))
      #expect(first.count > 150)
      let difference = zip(first, second).first { $0 != $1 }
      #expect(first == second, "seed \(seed): \(difference.map { "\n\($0)\n\($1)" } ?? "")")

      let yaml = replay.expecting(recording).yaml
      let written = try SceneFile(parsing: yaml, path: "test.yaml")
      #expect(Self.lines(try written.scene.recorded()) == first)
      let report = Checker().check(["test.yaml"]) { _ in yaml }
      #expect(report.failures == 0 && report.rows == expressions.count)
    }
  }
}
