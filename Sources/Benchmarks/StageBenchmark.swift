import Marbles
import Scenes
import Stage
import Terminal

/// One frame at 200×60 of 1,000 rows with 1,000,000 events, beside a screenful of 1,000 events (50 rows), and beside 1,000
/// rows that are all but empty.
enum StageBenchmark {
  private static let rows = 1000
  private static let size = Size(columns: 200, rows: 60)

  static func run() {
    let crowds = [
      Crowd(rows: 50, eventsPerRow: 20), Crowd(rows: rows, eventsPerRow: 1), Crowd(rows: rows, eventsPerRow: 1000),
    ]
    var times: [[Duration]] = [[], [], []]
    // In turn, so that whatever else the machine does meets all.
    for round in 0..<500 {
      for (index, crowd) in crowds.enumerated() { times[index].append(crowd.frame(round)) }
    }
    let medians = times.map(\.median)
    let title = "a frame at 200×60: "
    report(title + "50 rows, 1,000 events", medians[0], events: 1000, ratio: medians[2] / medians[0])
    report(title + "1,000 rows, 1,000 events", medians[1], events: 1000, ratio: medians[2] / medians[1])
    report(title + "1,000 rows, 1,000,000 events", medians[2], events: 1_000_000)
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
