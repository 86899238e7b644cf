import Dispatch
import Expressions
import Foundation
import Inputs
import Marbles
internal import Player
import SceneFiles
import Scenes

/// Records 100,000 arrivals from two threads in real time, replays and converts the recording, and compares: for ten
/// expressions.
enum RecordingBenchmark {
  private static let count = 100_000
  private static let expressions = [
    "a.map { $0 * 2 }", "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "chain(a, b)",
    "a.debounce(for: .milliseconds(1))", "merge(a, b).throttle(for: .milliseconds(2))",
    "a.chunked(by: .repeating(every: .milliseconds(5)))", "b.withLatestFrom(a)", "a.reductions(+)",
  ]

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marbled-recording-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    print("| expression | arrivals | events | recording | live run | convert | scene | check | same |")
    print("|---|---|---|---|---|---|---|---|---|")
    for text in expressions { try measure(text, in: folder.appending(path: "\(text.hashValue).ndjson").path) }
  }

  private static func measure(_ text: String, in path: String) throws {
    var rows = ["a", "b"].map { Scene.Row(name: $0, content: .live(Scene.Live(capacity: 1_000_000))) }
    rows.append(Scene.Row(name: "out", content: .output(try Expression.parse(text))))
    let scene = Scene(name: "recording", rows: rows)
    let clock = ContinuousClock()
    let (live, running) = try clock.measured { try record(scene, in: path) }
    let (converted, converting) = try clock.measured {
      let runs = try RecordedRun.read(path)
      precondition(runs.count == 1 && runs[0].unrecorded == 0)
      let scene = try Scene(recorded: runs[0], file: path)
      let recording = try scene.recorded()
      return (recording: recording, yaml: scene.expecting(recording).yaml)
    }
    let (report, checking) = clock.measured { Checker().check(["out.yaml"]) { _ in converted.yaml } }
    let arrivals = live.rows[0].count + live.rows[1].count
    let isSame = live.events == converted.recording.events && report.failures == 0 && report.problems == 0
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    say(
      "| `\(text)` | \(arrivals) | \(live.rows[2].count) | \(bytes >> 10) KiB | \(running.inMilliseconds) ms "
        + "| \(converting.inMilliseconds) ms | \(converted.yaml.utf8.count >> 10) KiB | \(checking.inMilliseconds) ms "
        + "| \(isSame ? "yes" : "NO") |")
    if !isSame { explain(live, converted.recording, report) }
    precondition(isSame && report.rows == 1 && arrivals == count)
  }

  private static func explain(_ live: Recording, _ replay: Recording, _ report: CheckReport) {
    for (position, (first, second)) in zip(live.events, replay.events).enumerated() where first != second {
      let difference = zip(first.events, second.events).first { $0 != $1 }
      say("row \(position): \(first.events.count) and \(second.events.count) events, \(first.end) and \(second.end)")
      if let difference { say("first difference: \(difference.0)\nand \(difference.1)") }
    }
    for problem in report.files.compactMap(\.problem) { say(problem.message) }
    for case .differs(let mismatch) in report.files.flatMap(\.rows).map(\.outcome) { say("\(mismatch.difference)") }
  }

  private static func record(_ scene: Scene, in path: String) throws -> Recording {
    let file = try RecordingFile(path, roomWait: .seconds(5))
    let news = DispatchSemaphore(value: 0)
    let playback = try ScenePlayback(
      scene, speedFactor: 1, recorder: file.run(of: scene, yaml: scene.yaml), onChange: { news.signal() })
    playback.begin()
    for row in ["a", "b"] {
      let input = playback.liveInput(row)!
      let thread = Thread {
        for index in 0..<count / 2 { input.send(.int(index)) }
        input.finish()
      }
      thread.start()
    }
    var recording = scene.emptyRecording()
    var isOver = false
    while !isOver {
      news.wait()
      isOver = playback.isOver
      for entry in playback.takeEntries() { recording.append(entry) }
    }
    file.close()
    return recording
  }
}

extension Recording {
  /// Times, values, colors and ends of all rows.
  fileprivate var events: [Timeline] {
    rows.map { row in
      let events = row.timeline.events.map { Event(time: $0.time, value: $0.value, color: $0.color) }
      return Timeline(events: events, end: row.timeline.end)
    }
  }
}

extension ContinuousClock {
  fileprivate func measured<Result>(_ body: () throws -> Result) rethrows -> (Result, Duration) {
    let start = now
    return (try body(), now - start)
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
