import Marbles
import Scenes

/// One immediate run of the sample, wiring included: what a drag does at every move.
enum SampleBenchmark {
  static func run() throws {
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
