import ArgumentParser
import Foundation
import Marbles
import Playback
import Scenes

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks`: each figure that the project claims, measured in one run.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks zip merge`: these operators alone.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks drawing`: those of frames alone.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks edit`: those of editing alone.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks lineage`: what is behind sums of many values alone.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks live`: that of a live row alone.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks recording`: whether recordings of 100,000 arrivals replay exactly.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks tap`: what taps cost the streams of a program.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks stages`: what the record of stages costs.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks stops`: how soon runs stop that would take hours.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks lateness`: how late events are in real time.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled Benchmarks && .build/release/Benchmarks play`: those of the program as it is installed.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled Benchmarks && .build/release/Benchmarks arrivals`: how soon lines of a pipe are on screen.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled Benchmarks && .build/release/Benchmarks filters`: `marbled run` in a pipe, beside `jq`.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled Benchmarks && .build/release/Benchmarks matrix`: those of rain, beside `cmatrix`.
/// `swift build -c release && MARBLED_TOOLS=1 swift run -c release Benchmarks soak --minutes 20`: whether a kiosk grows.
/// `swift build -c release && MARBLED_TOOLS=1 swift run -c release Benchmarks viewers`: whether each of many viewers gets everything.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled marbled-daemon Benchmarks && .build/release/Benchmarks fan-out`: what an event stream costs.
/// `swift build -c release && MARBLED_TOOLS=1 swift run -c release Benchmarks control-plane`: how soon status answers under load.
/// `swift build -c release --traits default,Redis && MARBLED_TOOLS=1 swift run -c release --traits default,Redis Benchmarks relays`: whether the viewers of relays get
/// everything.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled marbled-daemon Benchmarks && .build/release/Benchmarks page-edits`: how soon an edit on the page has
/// its picture.
/// `MARBLED_TOOLS=1 systemd/build.sh marbled marbled-daemon Benchmarks && .build/release/Benchmarks attack`: whether daemons, servers and
/// clients answer, stay small and end while they are attacked.
/// `MARBLED_TOOLS=1 swift run -c release Benchmarks quiz --size 80x24`: pictures, questions that they should answer, and the answers.
@main
struct Benchmarks {
  /// Commands that run alone, and can fail.
  private static let commands: [String: any ParsableCommand.Type] = [
    "soak": Soak.self, "viewers": Viewers.self, "relays": Relays.self, "control-plane": ControlPlane.self,
    "page-edits": PageEdits.self, "attack": Attack.self, "fan-out": FanOut.self, "quiz": PictureQuiz.self,
  ]

  @MainActor
  static func main() async throws {
    let names = Array(CommandLine.arguments.dropFirst())
    if let command = names.first.flatMap({ commands[$0] }) {
      do {
        var command = try command.parse(Array(names.dropFirst()))
        return try command.run()
      } catch { command.exit(withError: error) }
    }
    if names == ["play"] { return try PlayBenchmark.run() }
    if names == ["filters"] { return try FilterBenchmark.run() }
    if names == ["arrivals"] { return try ArrivalBenchmark.run() }
    if names == ["lineage"] { return try LineageBenchmark.run() }
    if names == ["stages"] { return try StageBenchmark.run() }
    if names == ["stops"] { return try StopBenchmark.run() }
    if names == ["lateness"] { return try LatenessBenchmark.run() }
    if names == ["tap"] { return try await TapBenchmark.run() }
    if names == ["live"] { return try LiveBenchmark.run() }
    if names == ["recording"] { return try RecordingBenchmark.run() }
    if names == ["matrix"] { return try MatrixBenchmark.run() }
    guard names.isEmpty || names == ["drawing"] || names == ["edit"] else {
      return try await OperatorBenchmark.run(names)
    }
    print("| what | median | per event | ratio |")
    print("|---|---|---|---|")
    if names == ["drawing"] {
      DrawingBenchmark.run()
      return MotionBenchmark.run()
    }
    if names == ["edit"] { return try EditBenchmark.run() }
    try SampleBenchmark.run()
    try EditBenchmark.run()
    try CheckBenchmark.run()
    try LiveBenchmark.run()
    DrawingBenchmark.run()
    MotionBenchmark.run()
    try await MergeBenchmark.run()
    TerminalBenchmark.run()
    try LatenessBenchmark.run()
    try PlayBenchmark.run()
    try MatrixBenchmark.run()
    print()
    try LineageBenchmark.run()
    print()
    try await TapBenchmark.run()
    print()
    try await OperatorBenchmark.run()
  }
}

/// Prints a line immediately, also to a file, because a run takes minutes.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// One row of the table.
///
/// - Parameter exactRatio: a ratio of which two decimals matter.
func report(_ what: String, _ median: Duration, events: Int, ratio: Double? = nil, exactRatio: Double? = nil) {
  let nanoseconds = median / .nanoseconds(1)
  let each = (nanoseconds / Double(events)).rounded()
  let ratio =
    ratio.map { "\(($0 * 10).rounded() / 10)×" } ?? exactRatio.map { "\(($0 * 100).rounded() / 100)×" } ?? ""
  say("| \(what) | \((nanoseconds / 1e3).rounded() / 1e3) ms | \(Int(each)) ns | \(ratio) |")
}

extension [Duration] {
  /// The median.
  var median: Duration { sorted()[count / 2] }
}
