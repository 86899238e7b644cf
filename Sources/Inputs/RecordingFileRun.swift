internal import Foundation
internal import Marbles
internal import Scenes
internal import Synchronization
internal import Wire

/// One run in a recording file.
final class RecordingFileRun: ArrivalRecorder {
  private let file: RecordingFile
  private let scene: Scene
  private let yaml: String
  private struct State {
    /// The names of live rows, by position.
    var names: [Int: String]
    var lost: [Int: Int] = [:]
    /// The wall time of scene time 0; nil before the first line was added.
    var started: Date?
    /// The part of the recording that has the header; nil before it was written.
    var part: Int?
    /// The rows that were added to the scene, as far as their lines are written.
    var writtenRows: [String] = []
  }
  private let state: Mutex<State>

  /// The number of events that were lost since the last line; guarded by the lock of the file's writer.
  nonisolated(unsafe) var gap = 0

  init(_ scene: Scene, yaml: String, file: RecordingFile) {
    (self.scene, self.yaml, self.file) = (scene, yaml, file)
    let live = scene.rows.enumerated().filter { $1.live != nil }.map { ($0, $1.name) }
    state = Mutex(State(names: Dictionary(uniqueKeysWithValues: live)))
  }

  func record(_ entries: [Recording.Entry]) {
    var text = ""
    var rows: [Int] = []
    let names = state.withLock(\.names)
    for entry in entries {
      guard let name = names[entry.row], let line = EventLine(arrival: entry, row: name) else { continue }
      text += RecordingLine.event(line).json
      text += "\n"
      rows.append(entry.row)
    }
    guard let last = entries.last, !rows.isEmpty else { return }
    begin(at: last.time)
    file.writer.add(Array(text.utf8), rows: rows, at: entries[0].time, of: self)
  }

  func add(_ row: Scene.Row, at time: SceneTime) {
    begin(at: time)
    state.withLock { state in
      let position = max(scene.rows.count, (state.names.keys.max() ?? 0) + 1)
      state.names[position] = row.name
    }
    file.writer.add(Self.line(ofRow: row.name), rows: [-1], at: time, addedRow: row.name, of: self)
  }

  func end(at time: SceneTime, isStopped: Bool) {
    begin(at: time)
    let line = RecordingLine.end(time: time, isStopped: isStopped).json + "\n"
    file.writer.add(Array(line.utf8), rows: [-1], at: time, of: self)
  }

  private static func line(ofRow name: String) -> [UInt8] {
    Array((RecordingLine.row(name: name).json + "\n").utf8)
  }

  func unrecorded(ofRow position: Int) -> Int { state.withLock { $0.lost[position] ?? 0 } }

  /// Counts lines as lost; returns how many of them are events.
  func lose(_ rows: ArraySlice<Int>) -> Int {
    state.withLock { state in
      for row in rows where row >= 0 { state.lost[row, default: 0] += 1 }
      return rows.count { $0 >= 0 }
    }
  }

  /// Notes when the run began, before the first line. Another thread that adds a line waits for it.
  private func begin(at time: SceneTime) {
    state.withLock { state in
      if state.started == nil { state.started = Date(timeIntervalSinceNow: -time.seconds) }
    }
  }

  /// The lines that have to be written before all others of this run in a part of the recording; nil once they are.
  ///
  /// - Parameter time: the scene time at which a part begins that is not the first one of the run.
  func header(ofPart part: Int, from time: SceneTime) -> String? {
    state.withLock { state in
      guard state.part != part else { return nil }
      let start = state.part == nil ? .zero : time
      let started = (state.started ?? Date()).addingTimeInterval(start.seconds)
      let text = started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      let header = RecordingHeader(scene, yaml: yaml, started: text, from: start)
      let rows = state.writtenRows.map { String(decoding: Self.line(ofRow: $0), as: UTF8.self) }
      return RecordingLine.header(header).json + "\n" + rows.joined()
    }
  }

  func noteHeaderIsWritten(inPart part: Int) { state.withLock { $0.part = part } }

  /// Notes that the line of an added row is written; a later part has it after its header.
  func noteRowIsWritten(_ name: String) { state.withLock { $0.writtenRows.append(name) } }
}

extension EventLine {
  /// The line of an entry of a live row; nil for a row that is still open.
  fileprivate init?(arrival entry: Recording.Entry, row: String) {
    let kind: Kind
    switch entry.kind {
    case .value(let event): kind = .value(Content(id: nil, value: event.value))
    case .finish: kind = .finish
    case .error(let message): kind = .error(message: message)
    case .open: return nil
    }
    self.init(row: row, time: entry.time, kind: kind)
  }
}
