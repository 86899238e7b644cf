import Marbles
import Scenes
import Stage
import Terminal

/// One frame of 1,000 rows at 200×60, with 1,000 events in all and with 1,000,000.
enum StageBenchmark {
  private static let rows = 1000
  private static let size = Size(columns: 200, rows: 60)

  static func run() {
    let (few, many) = (Crowd(rows: rows, eventsPerRow: 1), Crowd(rows: rows, eventsPerRow: 1000))
    var times: (few: [Duration], many: [Duration]) = ([], [])
    // In turn, so that whatever else the machine does meets both.
    for round in 0..<500 {
      times.few.append(few.frame(round))
      times.many.append(many.frame(round))
    }
    report("a frame of 1,000 rows and 1,000 events at 200×60", times.few.median, events: rows)
    report(
      "a frame of 1,000 rows and 1,000,000 events at 200×60", times.many.median, events: 1000 * rows,
      ratio: times.many.median / times.few.median)
  }

  /// A minute of input rows.
  private struct Crowd {
    let recording: Recording
    let stage: Stage

    init(rows: Int, eventsPerRow count: Int) {
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
      recording = scene.emptyRecording()
      stage = Stage(scene: scene, plan: recording)
    }

    /// How long a frame takes; each shows other rows at another time.
    func frame(_ round: Int) -> Duration {
      ContinuousClock().measure {
        let moment = Moment(time: .milliseconds(Int64(round) * 120), scroll: round)
        let frame = stage.frame(recording, at: moment, size: size)
        precondition(frame.cells.count == size.columns * size.rows)
      }
    }
  }
}
