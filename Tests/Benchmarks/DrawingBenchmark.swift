import Drawing
import Marbles
import Scenes
import Terminal

/// One frame at 200×60 of 1,000 rows with 1,000,000 events, compared with three frames of 1,000 events: a picture with
/// the same marbles, an equally full screen, and the same rows with one event each.
enum DrawingBenchmark {
  private static let size = Size(columns: 200, rows: 60)

  static func run() {
    let scenes = [
      ("1,000 rows, 1,000 events", CrowdedScene(rows: 1000, eventsPerRow: 1)),
      ("… and each of them a thousand times", CrowdedScene(rows: 1000, eventsPerRow: 1, times: 1000)),
      ("50 rows, 1,000 events", CrowdedScene(rows: 50, eventsPerRow: 20)),
      ("1,000 rows, 1,000,000 events all over", CrowdedScene(rows: 1000, eventsPerRow: 1000)),
    ]
    var times: [[Duration]] = scenes.map { _ in [] }
    // Alternately, so that other load affects all.
    for round in 0..<500 {
      for (index, scene) in scenes.enumerated() { times[index].append(scene.1.frame(round)) }
    }
    let medians = times.map(\.median)
    let (empty, same, full, million) = (medians[0], medians[1], medians[2], medians[3])
    for (index, ratio) in [nil, same / empty, nil, nil].enumerated() {
      report("a frame at 200×60: " + scenes[index].0, medians[index], events: scenes[index].1.count, ratio: ratio)
    }
    say("| … the last over the screen that is as full | | | \(rounded(million / full))× |")
    say("| … the last over the same rows, all but empty | | | \(rounded(million / empty))× |")
  }

  private static func rounded(_ ratio: Double) -> Double { (ratio * 100).rounded() / 100 }

  /// A minute of input rows.
  private struct CrowdedScene {
    let recording: Recording
    let drawing: SceneDrawing
    /// The number of events.
    let count: Int

    /// - Parameter times: the number of events at each instant.
    init(rows: Int, eventsPerRow: Int, times: Int = 1) {
      count = rows * eventsPerRow * times
      let rows = (0..<rows).map { row in
        var random = SplitMix64(seed: UInt64(row))
        let instants = (0..<eventsPerRow).map { _ in Int64(random.below(60_000)) * 1_000_000 }
        let events = (0..<eventsPerRow * times).map { index in
          Event(
            time: .nanoseconds(instants[index / times]), value: .int(index % 10),
            color: .forInput(row))
        }
        return Scene.Row(name: "row\(row)", content: .input(Timeline(events: events, end: .finish(.seconds(60)))))
      }
      let scene = Scene(name: "crowd", rows: rows)
      recording = scene.emptyRecording()
      drawing = SceneDrawing(scene: scene, plan: recording)
    }

    /// The time of a frame; each round shows other rows at another time.
    func frame(_ round: Int) -> Duration {
      ContinuousClock().measure {
        let moment = FrameState(time: .milliseconds(Int64(round) * 120), scroll: round)
        let frame = drawing.frame(recording, at: moment, size: size)
        precondition(frame.size == size)
      }
    }
  }
}
