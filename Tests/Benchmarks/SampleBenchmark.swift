import Drawing
import Marbles
import SceneFiles
import Scenes
import Terminal

/// One immediate run of the sample including its setup, and the work of a drag for each movement.
enum SampleBenchmark {
  static func run() throws {
    try measureRun()
    try measureDrag()
  }

  /// The edited scene, its run, and its frame.
  private static func measureDrag() throws {
    let clock = ContinuousClock()
    let size = Size(columns: 120, rows: 40)
    var times: [Duration] = []
    var events = 0
    guard let key = EventNames(Scene.sample).key(of: "1000") else { preconditionFailure("the sample has no 1000") }
    for move in 0..<1000 {
      times.append(
        try clock.measure {
          guard let moved = Scene.sample.moving(key, to: .milliseconds(Int64(move))) else { return }
          let recording = try moved.scene.recorded()
          let moment = FrameState(time: recording.duration, selected: moved.key)
          events = recording.rows.map(\.timeline.events.count).reduce(0, +)
          _ = SceneDrawing(scene: moved.scene, plan: recording).frame(recording, at: moment, size: size)
        })
    }
    report(
      "the sample while a marble is dragged: run again and drawn at 120×40, of 1,000", times.median, events: events)
  }

  private static func measureRun() throws {
    let clock = ContinuousClock()
    var times: [Duration] = []
    var events = 0
    for _ in 0..<1000 {
      times.append(
        try clock.measure {
          let recording = try Scene.sample.recorded()
          events = recording.rows.map(\.timeline.events.count).reduce(0, +)
        })
    }
    report("sample through merge, zip and combineLatest, one immediate run of 1,000", times.median, events: events)
  }
}
