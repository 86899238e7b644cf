import Expressions
import Marbles
import SceneFiles
import Scenes

/// What the record of stages costs: runs of scenes with and without it, in turn.
enum StageBenchmark {
  private static let rounds = 9

  private static func cases() throws -> [(name: String, scene: Scene, repeats: Int)] {
    let (short, long) = (LongRows(size: 30_000), LongRows(size: 60_000))
    func scene(_ rows: LongRows, _ expression: String) throws -> Scene {
      Scene(
        name: "stages",
        rows: [
          Scene.Row(name: "a", content: .input(rows.first)), Scene.Row(name: "b", content: .input(rows.second)),
          Scene.Row(name: "out", content: .output(try Expression.parse(expression))),
        ])
    }
    return [
      ("the sample", .sample, 200),
      (
        "a chain of five, 30,000 events",
        try scene(short, "a.map { $0 + 1 }.filter { $0 > 2 }.removeDuplicates().map { $0 * 2 }.prefix(100000)"), 1
      ),
      ("`combineLatest` of two, 60,000 events", try scene(short, "combineLatest(a, b)"), 1),
      ("`reductions`, 30,000 events", try scene(short, "a.reductions(0, +)"), 1),
      ("`merge` of two, 120,000 events", try scene(long, "merge(a, b)"), 1),
    ]
  }

  static func run() throws {
    print("| run | without stages | with stages | ratio |")
    print("|---|---|---|---|")
    for (name, scene, repeats) in try cases() {
      var times: (without: [Duration], with: [Duration]) = ([], [])
      for _ in 0..<rounds {
        times.without.append(try time(scene, repeats, stages: .none))
        times.with.append(try time(scene, repeats, stages: .all))
      }
      let (without, with) = (times.without.median, times.with.median)
      print(
        "| \(name) | \(hundredths(without / .milliseconds(1))) ms | \(hundredths(with / .milliseconds(1))) ms "
          + "| \(hundredths(with / without)) |")
    }
  }

  private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }

  private static func time(_ scene: Scene, _ repeats: Int, stages: StageSelection) throws -> Duration {
    try ContinuousClock().measure {
      for _ in 0..<repeats {
        let recording = try ScenePlayer(scene, stages: stages).runImmediately()
        precondition(recording.rows.last?.timeline.events.isEmpty == false)
      }
    }
  }
}
