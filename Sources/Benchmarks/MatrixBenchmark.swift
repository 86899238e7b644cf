import Foundation
import TestSupport

/// `marbled play matrix` and `cmatrix -u 4`, each on a terminal of 120×40, at 25 frames a second: what a frame takes.
///
/// `swift build -c release` makes the first; Debian has the second.
enum MatrixBenchmark {
  private static let (columns, rows) = (120, 40)
  /// How long each runs before it is measured, and how long it is, in seconds.
  private static let (warmUp, length) = (2.0, 10.0)

  static func run() throws {
    print(
      "\n| rain, \(columns)×\(rows), 25 frames a second | CPU a frame | bytes a frame | cells | bytes a cell | memory |"
    )
    print("|---|---|---|---|---|---|")
    let cmatrix = ["/usr/bin/cmatrix", "/usr/games/cmatrix", "/usr/local/bin/cmatrix"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    var theirs: Figures?
    if let cmatrix {
      theirs = try measure("`cmatrix -u 4`", program: cmatrix, ["-u", "4"], color: [:])
    } else {
      say("| `cmatrix` is not installed (`apt-get install cmatrix`) | | | | | |")
    }
    let plain = ["COLORTERM": ""]
    let indexed = try measure("`marbled play matrix`, 256 colours", program: Binary.path(), arguments, color: plain)
    let full = try measure("`marbled play matrix`, 24-bit colours", program: Binary.path(), arguments, color: [:])
    guard let theirs else { return }
    for (name, ours) in [("256", indexed), ("24-bit", full)] {
      say(
        "| \(name) colours over cmatrix | \(rounded(ours.time / theirs.time))× | "
          + "\(rounded(ours.bytes / theirs.bytes))× | \(rounded(ours.cells / theirs.cells))× | "
          + "\(rounded(ours.bytes / ours.cells / theirs.bytes * theirs.cells))× | |")
    }
  }

  private static let arguments = ["play", "matrix"]

  /// Of a frame, on average.
  private struct Figures {
    /// Microseconds of a processor.
    var time = 0.0
    var bytes = 0.0
    /// Cells that look different after it.
    var cells = 0.0
  }

  private static func measure(
    _ name: String, program: String, _ arguments: [String], color: [String: String]
  ) throws -> Figures {
    let terminal = try Pty(
      program: program, arguments, columns: columns, rows: rows, environment: color, answers: false)
    Thread.sleep(forTimeInterval: warmUp)
    let (before, start) = (processorTime(of: terminal.child.id), terminal.chunks.count)
    Thread.sleep(forTimeInterval: length)
    let (after, end) = (processorTime(of: terminal.child.id), terminal.chunks.count)
    let memory = residentKilobytes(of: terminal.child.id)
    terminal.type("q")
    _ = try terminal.waitForEnd()
    let frames = frames(of: Array(terminal.chunks[..<end]))
    let measured = frames.filter { $0.first >= start }
    var figures = Figures()
    figures.time = Double(after - before) / 1000 / Double(measured.count)
    figures.bytes = Double(measured.reduce(0) { $0 + $1.bytes.count }) / Double(measured.count)
    figures.cells = Double(changedCells(frames, from: start)) / Double(measured.count)
    say(
      "| \(name), \(measured.count) frames | \(Int(figures.time.rounded())) µs | \(Int(figures.bytes.rounded())) | "
        + "\(Int(figures.cells.rounded())) | \(rounded(figures.bytes / figures.cells)) | "
        + "\(rounded(Double(memory) / 1024)) MiB |")
    return figures
  }

  /// What is written without a pause of some milliseconds is one frame.
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

  /// Blanks are blanks, whatever colour their text would have.
  private static func looksLike(_ left: ScreenEmulator.Cell, _ right: ScreenEmulator.Cell) -> Bool {
    left == right
      || left.text == " " && right.text == " " && left.attributes.background == right.attributes.background
  }

  /// The nanoseconds for which the threads of a process have had a processor, user and system.
  private static func processorTime(of process: pid_t) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = (try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)) ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  private static func residentKilobytes(of process: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
