import Foundation
import Platform
import TestSupport

/// Lines that arrive in `marbled play`, as installed: how soon each is on the screen, and whether a flood is counted.
///
/// `systemd/build.sh marbled` builds the program; this benchmark measures the one in the same folder.
enum ArrivalBenchmark {
  private static let (columns, rows) = (120, 40)
  /// The refresh interval, in seconds.
  private static let interval = 0.033

  static func run() throws {
    print("\n| marbled play of a pipe, \(columns)×\(rows) | measured | promised |")
    print("|---|---|---|")
    try measureLatency(perSecond: 1000, seconds: 20)
    try measureFlood(perSecond: 100_000, seconds: 60)
  }

  /// From the write of a line until the first frame in which its number, or a later one, is the newest.
  private static func measureLatency(perSecond: Int, seconds: Int) throws {
    let (terminal, pipe) = try play()
    let count = perSecond * seconds
    var written: [Double] = []
    written.reserveCapacity(count)
    let start = monotonicSeconds() + 0.5
    for number in 0..<count {
      let due = start + Double(number) / Double(perSecond)
      Thread.sleep(forTimeInterval: max(0, due - monotonicSeconds()))
      written.append(monotonicSeconds())
      try pipe.write(contentsOf: Data("line-\(1_000_000 + number)\n".utf8))
    }
    try terminal.wait(for: "the last line") { newest(on: $0) == count - 1 }
    try end(terminal, pipe)
    var screen = ScreenEmulator(columns: columns, rows: rows)
    var shown = 0
    var latencies: [Double] = []
    for chunk in terminal.chunks {
      screen.feed(chunk.bytes)
      guard let number = newest(on: screen), number >= shown else { continue }
      for line in shown...number { latencies.append(chunk.time - written[line]) }
      shown = number + 1
    }
    precondition(latencies.count == count)
    let sorted = latencies.sorted()
    let figures = [50, 99].map { milliseconds(sorted[min(count - 1, count * $0 / 100)]) }
    say(
      "| \(perSecond) lines a second for \(seconds) s: from the pipe to the screen, median and 99th percentile "
        + "| \(figures[0]) ms, \(figures[1]) ms | 99 % within \(milliseconds(interval + 0.005)) ms |")
  }

  private static func measureFlood(perSecond: Int, seconds: Int) throws {
    let (terminal, pipe) = try play()
    let lines = Data((0..<1000).map { "line-\(1_000_000 + $0)\n" }.joined().utf8)
    let start = monotonicSeconds()
    var memory: [Int] = []
    var sent = 0
    while sent < perSecond * seconds {
      Thread.sleep(forTimeInterval: max(0, start + Double(sent) / Double(perSecond) - monotonicSeconds()))
      try pipe.write(contentsOf: lines)
      sent += 1000
      if sent % (perSecond * 5) == 0, let bytes = residentBytes(of: terminal.child.id) { memory.append(bytes) }
    }
    let took = monotonicSeconds() - start
    let total = grouped(sent)
    try terminal.wait(for: "all of them") { $0.lines.contains { $0.contains("\(total) values") } }
    try end(terminal, pipe)
    let (first, last) = (memory.dropFirst().first ?? 0, memory.last ?? 0)
    say(
      "| \(grouped(perSecond)) lines a second for \(seconds) s: lines that were shown or counted | \(total) of \(total), "
        + "in \((took * 10).rounded() / 10) s | all |")
    say("| … memory after 10 s and at the end | \(first >> 20) MiB, \(last >> 20) MiB | flat |")
  }

  /// Starts the program on a terminal, with a row that reads a FIFO.
  private static func play() throws -> (Pty, FileHandle) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marbled-arrivals-\(getpid())").path
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    precondition(mkfifo("\(folder)/lines", 0o600) == 0)
    let terminal = try Pty(
      program: Binary.path(), ["play", "-i", "a=@\(folder)/lines", "--refresh-interval", "33ms"], columns: columns,
      rows: rows, answers: true)
    // Opening waits for the reader.
    let pipe = try FileHandle(forWritingTo: URL(filePath: "\(folder)/lines"))
    try FileManager.default.removeItem(atPath: folder)
    return (terminal, pipe)
  }

  private static func end(_ terminal: Pty, _ pipe: FileHandle) throws {
    try pipe.close()
    terminal.type("q")
    _ = try terminal.waitForEnd()
  }

  /// The number of the newest line that the screen shows in full.
  private static func newest(on screen: ScreenEmulator) -> Int? {
    screen.lines.flatMap { $0.matches(of: /line-1(\d{6})(?!\d)/).compactMap { Int($0.1) } }.max()
  }

  private static func residentBytes(of process: pid_t) -> Int? {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 }
  }

  private static func milliseconds(_ seconds: Double) -> Double { (seconds * 10_000).rounded() / 10 }

  /// `8,500`
  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      text += (index > 0 && index % 3 == 0 ? "," : "") + "\(digit)"
    }
    return String(text.reversed())
  }
}
