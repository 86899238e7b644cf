import Drawing
import Marbles
import Player
import Scenes
import Terminal

/// The cost of animation for rows without one: a frame of 20 rows at 200×60, alternating with one animated row whose
/// marbles have settled, with one that moves, and with a moving marble in each row.
enum MotionBenchmark {
  private static let size = Size(columns: 200, rows: 60)
  /// The time of the last event of each row; an animation starts there and takes a second.
  private static let last = SceneTime.seconds(40)
  private static let moving = last + .milliseconds(400)
  private static let settled = last + .seconds(5)

  static func run() {
    let plain = Show(animatedRows: 0)
    let one = Show(animatedRows: 1)
    let all = Show(animatedRows: Show.rows)
    let cases: [(String, Show, SceneTime)] = [
      ("a frame at 200×60: 20 rows of 20 marbles, none animated", plain, settled),
      ("… one row animated, nothing moves", one, settled),
      ("… and none animated, a little after a value", plain, moving),
      ("… one row animated, its marble moves", one, moving),
      ("… all rows animated, a marble moves in each", all, moving),
    ]
    var times: [[Duration]] = cases.map { _ in [] }
    // Alternately, so that other load affects all.
    for _ in 0..<400 {
      for (index, (_, show, time)) in cases.enumerated() { times[index].append(show.frame(at: time)) }
    }
    let medians = times.map(\.median)
    for (index, ratio) in [nil, medians[1] / medians[0], nil, medians[3] / medians[2], medians[4] / medians[2]]
      .enumerated()
    {
      report(cases[index].0, medians[index], events: Show.rows * Show.eventsPerRow, ratio: ratio)
    }
  }

  private struct Show {
    static let rows = 20
    static let eventsPerRow = 20
    let recording: Recording
    let drawing: SceneDrawing

    init(animatedRows: Int) {
      let rows = (0..<Self.rows).map { row in
        let events = (1...Self.eventsPerRow).map { index in
          Event(
            time: .seconds(Int64(index) * 2), value: .int(index % 10), color: .forInput(row))
        }
        return Scene.Row(
          name: "row\(row)", content: .input(Timeline(events: events, end: .finish(.seconds(60)))),
          animation: row < animatedRows ? Animation(.slide, duration: .seconds(1)) : nil)
      }
      let scene = Scene(name: "motion", rows: rows)
      recording = scene.emptyRecording()
      drawing = SceneDrawing(scene: scene, plan: recording)
    }

    func frame(at time: SceneTime) -> Duration {
      ContinuousClock().measure {
        let frame = drawing.frame(recording, at: FrameState(time: time), size: MotionBenchmark.size)
        precondition(frame.size == MotionBenchmark.size)
      }
    }
  }
}
