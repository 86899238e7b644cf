import Foundation
import TestSupport

/// The cost of a frame of `marbled play matrix` and of `cmatrix -u 4`, each on a terminal of 120×40 at 25 frames per
/// second.
///
/// `systemd/build.sh marbled` builds the first; Debian has the second. They run alternately, so that other load affects
/// both.
enum MatrixBenchmark {
  private static let (columns, rows) = (120, 40)
  private static let rounds = 7
  /// The warm-up time and the measured time, in seconds.
  private static let (warmUp, length) = (1.0, 3.0)

  private struct Program {
    let name: String
    let path: String
    let arguments: [String]
    var environment: [String: String] = [:]
    var rounds: [Figures] = []
  }

  /// Averages per frame.
  private struct Figures {
    /// The processor time in microseconds, user and system.
    var time = 0.0
    var bytes = 0.0
    /// The number of cells that change visibly.
    var cells = 0.0
    /// The peak resident memory in MB.
    var memory = 0.0
  }

  static func run() throws {
    let cmatrix = ["/usr/bin/cmatrix", "/usr/games/cmatrix", "/usr/local/bin/cmatrix"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    var programs = [
      Program(
        name: "`marbled play matrix`, 256 colours", path: try Binary.path(), arguments: ["play", "matrix"],
        environment: ["COLORTERM": ""]),
      Program(name: "`marbled play matrix`, 24-bit colours", path: try Binary.path(), arguments: ["play", "matrix"]),
    ]
    if let cmatrix { programs.append(Program(name: "`cmatrix -u 4`", path: cmatrix, arguments: ["-u", "4"])) }
    for _ in 0..<rounds {
      for index in programs.indices { programs[index].rounds.append(try measure(programs[index])) }
    }
    say(
      "\n| rain, \(columns)×\(rows), 25 frames a second | CPU a frame (least of \(rounds)) | bytes a frame | cells | "
        + "bytes a cell | memory |")
    say("|---|---|---|---|---|---|")
    for program in programs {
      let (middle, least) = (median(program), program.rounds.map(\.time).min()!)
      say(
        "| \(program.name) | \(Int(middle.time.rounded())) µs (\(Int(least.rounded()))) | "
          + "\(Int(middle.bytes.rounded())) | \(Int(middle.cells.rounded())) | "
          + "\(rounded(middle.bytes / middle.cells)) | \(rounded(middle.memory)) MB |")
    }
    if cmatrix == nil {
      say("| `cmatrix` is not installed (`apt-get install cmatrix`): nothing to compare with | | | | | |")
    }
    reportPromises(programs[..<2], cmatrix == nil ? nil : programs[2])
  }

  private static func reportPromises(_ ours: ArraySlice<Program>, _ cmatrix: Program?) {
    say("\n| promised of rain | measured | promised | |")
    say("|---|---|---|---|")
    func line(_ what: String, _ measured: Double, _ promised: Double, _ unit: String, note: String = "") {
      let isHeld = measured <= promised
      say(
        "| \(what) | \(rounded(measured))\(unit)\(note) | at most \(promised)\(unit) | \(isHeld ? "held" : "missed") |")
    }
    for program in ours {
      let middle = median(program)
      if let cmatrix {
        let theirs = median(cmatrix)
        let ratios = zip(program.rounds, cmatrix.rounds).map { $0.time / $1.time }.sorted()
        line(
          "\(program.name): CPU a frame over cmatrix's", middle.time / theirs.time, 0.5, "×",
          note: " (round by round \(rounded(ratios.first!)) to \(rounded(ratios.last!)))")
        line("… bytes a cell over cmatrix's", middle.bytes / middle.cells / theirs.bytes * theirs.cells, 1, "×")
      }
      line("\(cmatrix == nil ? program.name + ":" : "…") most resident memory", middle.memory, 15, " MB")
    }
  }

  /// The median of each figure over the rounds.
  private static func median(_ program: Program) -> Figures {
    func middle(_ figure: (Figures) -> Double) -> Double { program.rounds.map(figure).sorted()[rounds / 2] }
    return Figures(
      time: middle(\.time), bytes: middle(\.bytes), cells: middle(\.cells), memory: middle(\.memory))
  }

  private static func measure(_ program: Program) throws -> Figures {
    let terminal = try Pty(
      program: program.path, program.arguments, columns: columns, rows: rows, environment: program.environment,
      answers: false)
    Thread.sleep(forTimeInterval: warmUp)
    let (before, start) = (processorTime(of: terminal.child.id), terminal.chunks.count)
    Thread.sleep(forTimeInterval: length)
    let (after, end) = (processorTime(of: terminal.child.id), terminal.chunks.count)
    let memory = mostResidentKilobytes(of: terminal.child.id)
    terminal.type("q")
    _ = try terminal.waitForEnd()
    let frames = frames(of: Array(terminal.chunks[..<end]))
    let measured = frames.filter { $0.first >= start }
    return Figures(
      time: Double(after - before) / 1000 / Double(measured.count),
      bytes: Double(measured.reduce(0) { $0 + $1.bytes.count }) / Double(measured.count),
      cells: Double(changedCells(frames, from: start)) / Double(measured.count),
      memory: Double(memory) * 1024 / 1e6)
  }

  /// Output without a pause of some milliseconds is one frame.
  private static func frames(of chunks: [Pty.Chunk]) -> [(first: Int, bytes: [UInt8])] {
    var frames: [(first: Int, bytes: [UInt8])] = []
    for (index, chunk) in chunks.enumerated() {
      if index > 0, chunk.time - chunks[index - 1].time < 0.008 {
        frames[frames.count - 1].bytes += chunk.bytes
      } else {
        frames.append((index, chunk.bytes))
      }
    }
    return frames
  }

  private static func changedCells(_ frames: [(first: Int, bytes: [UInt8])], from start: Int) -> Int {
    var screen = ScreenEmulator(columns: columns, rows: rows)
    var count = 0
    for frame in frames {
      let before = screen.cells
      screen.feed(frame.bytes)
      guard frame.first >= start else { continue }
      for (old, new) in zip(before, screen.cells) { count += zip(old, new).count { !looksLike($0, $1) } }
    }
    return count
  }

  /// Blanks are equal, whatever their text colour is.
  private static func looksLike(_ left: ScreenEmulator.Cell, _ right: ScreenEmulator.Cell) -> Bool {
    left == right
      || left.text == " " && right.text == " " && left.attributes.background == right.attributes.background
  }

  /// The processor time of the threads of a process in nanoseconds, user and system.
  private static func processorTime(of process: pid_t) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  private static func mostResidentKilobytes(of process: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
