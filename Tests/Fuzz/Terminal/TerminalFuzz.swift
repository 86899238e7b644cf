import ArgumentParser
import Foundation
import Fuzzing
import Marbles
import SceneFiles
import Scenes
import Synchronization
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Fuzz terminal --count 100000`: the program on a pseudo terminal, and random input.
///
/// One program gets several streams, and its window changes its size between them. It must end when it is asked to, with
/// exit code 0, and leave the terminal as it was: its settings, its modes and its cursor.
struct TerminalFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminal", abstract: "Type random bytes into marbled play.")

  @Option(help: "Number of streams of bytes; the last run of the program may get more.")
  var count = 10_000

  @Option(help: "Maximum number of streams for each run of the program.")
  var streams = 50

  @Option(help: "Seed of the streams.")
  var seed: UInt64 = 1

  @Option(help: "Index of the first run of the program. --first 12 --count 1 repeats one run.")
  var first = 0

  /// The time in seconds after which a program that neither reads nor ends counts as hanging.
  private static let timeLimit = Duration.seconds(60)
  private static let sizes = [(80, 24), (120, 40), (20, 5), (40, 12), (1, 1), (200, 60), (80, 24)]

  func run() throws {
    let folder = try TemporaryFolder()
    let start = monotonicSeconds()
    // What is saved belongs into the temporary folder.
    let program = URL(filePath: try Binary.path()).standardizedFileURL.path
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else { throw ValidationError("no folder") }
    let names = SceneLibrary.shipped.names.filter {
      (try? SceneLibrary.shipped.file(named: $0)?.scene.isLive) == false
    }
    let progress = Progress()
    progress.watch(within: Self.timeLimit) { "run \(first + $0) hangs; \(repetition(first + $0))" }
    var failures = 0
    var run = first
    while progress.streams < count {
      defer { run += 1 }
      progress.begin(run - first)
      var seeds = SplitMix64(seed: seed)
      var random = SplitMix64(seed: seeds.next() &+ UInt64(run))
      let scene = names[random.below(names.count)]
      if let problem = try problem(program, scene, &random, progress) {
        failures += 1
        print("terminal, run \(run), scene \(scene): \(problem); \(repetition(run))")
      }
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try? FileManager.default.removeItem(atPath: folder.file(file))
      }
    }
    let seconds = monotonicSeconds() - start
    print(
      "terminal: \(run - first) runs with \(progress.streams) streams, \(failures) failed; "
        + String(format: "%.0f s, %.0f streams a second", seconds, Double(progress.streams) / seconds))
    if failures > 0 { throw ExitCode.failure }
  }

  private func repetition(_ run: Int) -> String {
    "to repeat it: --seed \(seed) --first \(run) --count 1 --streams \(streams)"
  }

  /// What is wrong with one run of the program; nil for nothing.
  private func problem(
    _ program: String, _ scene: String, _ random: inout SplitMix64, _ progress: Progress
  ) throws -> String? {
    let (columns, rows) = random.pick(Self.sizes)
    let pty = try Pty(
      program: program, ["play", scene, "--at", "\(random.below(8))"], columns: columns, rows: rows,
      answers: random.below(2) == 0)
    try pty.wait(for: "the first frame") { $0.modes.contains(1049) }
    for _ in 0..<streams where !pty.hasEnded {
      // The terminal takes 4,096 bytes; more would wait for ever when the program ends.
      while pty.pendingInput > 0, !pty.hasEnded { usleep(200) }
      pty.type(bytes: ArbitraryInput.bytes(&random, count: 4 + random.below(20)))
      progress.count()
      if random.below(6) == 0 {
        let (columns, rows) = random.pick(Self.sizes)
        pty.resize(columns: columns, rows: rows)
      }
      if random.below(40) == 0 { pty.type(bytes: [0x1A]) }
    }
    guard random.below(10) > 0 else {
      pty.hangUp()
      let ending = try pty.waitForExit()
      return [.exited(0), .signalled(SIGHUP)].contains(ending) ? nil : "after a hang-up it \(ending)"
    }
    // The end of a pasted text, then out of lists and lines, and out of the program. Input behind a Ctrl-Z is lost, as
    // in a shell, so this is typed again; not into a terminal that is given back, which would send a signal.
    while !pty.hasEnded {
      if pty.pendingInput == 0, !pty.settingsAreRestored { pty.type(bytes: Array("\u{1B}[201~\u{18}\u{3}".utf8)) }
      for _ in 0..<20 where !pty.hasEnded { usleep(2_000) }
    }
    let ending = try pty.waitForExit()
    if ending == .signalled(SIGINT) { return nil }
    if ending != .exited(0) { return "it \(ending); \(pty.lastBytes)" }
    if !pty.settingsAreRestored { return "the settings of the terminal are not restored" }
    for _ in 0..<500 where pty.screen.modes != [25] { usleep(2_000) }
    if pty.screen.modes != [25] { return "the modes of the terminal are \(pty.screen.modes.sorted())" }
    return nil
  }

  /// What the run does, for the thread that finds hangs.
  private final class Progress: Sendable {
    private let run = Atomic(0)
    private let total = Atomic(0)
    private let since = Mutex(monotonicSeconds())

    var streams: Int { total.load(ordering: .relaxed) }

    func begin(_ run: Int) {
      self.run.store(run, ordering: .relaxed)
      since.withLock { $0 = monotonicSeconds() }
    }

    func count() {
      total.add(1, ordering: .relaxed)
      since.withLock { $0 = monotonicSeconds() }
    }

    func watch(within limit: Duration, _ text: @escaping @Sendable (Int) -> String) {
      Thread.detachNewThread { [self] in
        while true {
          Thread.sleep(forTimeInterval: 1)
          guard .seconds(monotonicSeconds() - since.withLock { $0 }) > limit else { continue }
          print("terminal: \(text(run.load(ordering: .relaxed)))")
          Foundation.exit(EXIT_FAILURE)
        }
      }
    }
  }
}
