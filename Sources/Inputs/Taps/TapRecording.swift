internal import Foundation
internal import Marbles
internal import Scenes
internal import Wire

/// What one process with taps has written to a file: its streams become the live rows of a run.
///
/// Time 0 is the first report. A row has the values of all iterations of its tap, and ends as the newest one has.
struct TapRecording {
  private let program: String
  private var start: SceneTime?
  private var last = SceneTime.zero
  private var lost = 0
  /// The taps, in the order in which they were reported.
  private var names: [String] = []
  private var timelines: [String: Timeline] = [:]
  /// How the newest iteration of each tap has ended; nil while it has not.
  private var ends: [String: Timeline.End] = [:]

  /// Whether a text begins as such a file.
  static func begins(_ text: String) -> Bool { RecordedRun.begins(text, with: TapLine.key) }

  /// Parses a text: a run for each process that has reported a tap to it, in the order of their first lines. Processes
  /// may have written at the same time, as each line names its own. A line that does not is of the one that began last.
  ///
  /// - Parameters:
  ///   - text: lines as ``TapLine`` describes them; the last one may be cut.
  ///   - file: the file, for messages.
  /// - Throws: ``InputError`` with the first line that has no meaning, or when there is no tap.
  static func parse(_ text: String, file: String) throws(InputError) -> [RecordedRun] {
    var readers: [TapRecording] = []
    var positions: [Int: Int] = [:]
    var isDamaged = false
    let isCut = text.utf8.last != UInt8(ascii: "\n")
    let lines = Array(TimedNDJSON.lines(of: text).filter { !$0.text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0D } })
    for (number, line) in lines {
      do throws(TapLine.Malformed) {
        switch try TapLine(Array(line.utf8)) {
        case .hello(let program, let process):
          // A process that opens the file again begins another run.
          positions[process] = readers.count
          readers.append(TapRecording(program))
        case .event(let report):
          let position = report.process.flatMap { positions[$0] } ?? readers.indices.last
          if let position { readers[position].take(report) }
        }
      } catch {
        if isCut, number == lines.last?.number {
          isDamaged = true
          break
        }
        throw InputError(.malformed, "\(file):\(number): \(error.description)")
      }
    }
    var runs = readers.flatMap(\.runs)
    if isDamaged, let last = runs.indices.last { runs[last].isCut = true }
    guard !runs.isEmpty else {
      throw InputError(.malformed, "\(file) has no tap: its program has ended before one began")
    }
    return runs
  }

  private init(_ program: String) { self.program = program }

  private mutating func take(_ report: TapReport) {
    if timelines[report.tap] == nil {
      names.append(report.tap)
      timelines[report.tap] = Timeline(end: .open)
    }
    if let time = report.time {
      let start = start ?? time
      self.start = start
      // Threads may write in another order than by time.
      last = max(last, time - min(start, time))
    }
    switch report.event {
    case .idle, .request, .yield, .send: break
    case .begin: ends[report.tap] = nil
    case .value(let value):
      ends[report.tap] = nil
      timelines[report.tap]?.append(Event(time: last, value: value, color: .green))
    case .finish: ends[report.tap] = .finish(last)
    // Who read the stream has stopped: it may not be over.
    case .cancel: ends[report.tap] = nil
    case .error(let message): ends[report.tap] = .error(last, message: message)
    case .dropped(let count): lost = min(lost, .max - count) + count
    }
  }

  /// The run; none for a program that has reported no tap.
  private var runs: [RecordedRun] {
    guard !names.isEmpty else { return [] }
    let live = TapListener.rows(of: names.map { TapAddress(name: $0) })
    let rows = zip(live, names).map { row, name in
      var timeline = timelines[name] ?? Timeline(end: .open)
      timeline.close(ends[name] ?? .open)
      return (name: row.name, timeline: timeline)
    }
    let scene = live.map { "  \(Value.string($0.name).json): { live: \(Value.string($0.live.source ?? "").json) }\n" }
    let began = start.map { Date(timeIntervalSince1970: $0.seconds) }
    var run = RecordedRun(
      name: program.isEmpty ? "taps" : program, scene: "rows:\n" + scene.joined(),
      started: began?.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) ?? "", rows: rows)
    (run.end, run.unrecorded) = (last, lost)
    // Streams that were open when the program ended have no end.
    run.isStopped = rows.contains { $0.timeline.end == .open }
    return [run]
  }
}
