import Marbles
import Scenes
import Stage
import Terminal

/// One frame of 1,000 rows at 200×60, with 1,000 events in all and with 1,000,000.
enum StageBenchmark {
  private static let rows = 1000
  private static let size = Size(columns: 200, rows: 60)

  static func run() {
    let few = median(eventsPerRow: 1)
    let many = median(eventsPerRow: 1000)
    report("a frame of 1,000 rows and 1,000 events at 200×60", few, events: rows)
    report("a frame of 1,000 rows and 1,000,000 events at 200×60", many, events: 1000 * rows, ratio: many / few)
  }

  private static func median(eventsPerRow count: Int) -> Duration {
    let rows = (0..<rows).map { row in
      var random = SplitMix64(seed: UInt64(row))
      let events = (0..<count).map { index in
        Event(
          id: "\(row)#\(index)", time: .nanoseconds(Int64(random.below(60_000)) * 1_000_000), value: .int(index % 10),
          color: .forInput(row))
      }
      return Scene.Row(name: "row\(row)", content: .input(Timeline(events: events, end: .finish(.seconds(60)))))
    }
    let scene = Scene(name: "crowd", rows: rows)
    let recording = scene.emptyRecording()
    let stage = Stage(scene: scene, plan: recording)
    let clock = ContinuousClock()
    var cells = 0
    let times = (0..<200).map { round in
      clock.measure {
        let moment = Moment(time: .milliseconds(Int64(round) * 300), scroll: round)
        cells += stage.frame(recording, at: moment, size: size).cells.count
      }
    }
    precondition(cells == times.count * size.columns * size.rows)
    return times.median
  }
}
