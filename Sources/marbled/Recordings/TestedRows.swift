import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import SceneFiles

/// The values of `convert --from`: a duration, or names of recorded rows.
struct ConvertStart {
  /// The scene time from which on events are kept; the last one that was given.
  private(set) var time = SceneTime.zero
  /// The names, in their order.
  private(set) var rows: [String] = []

  /// - Throws: `ValidationError` for a text without a name.
  init(_ values: [String]) throws {
    for value in values {
      if let time = try? DurationNotation.parse(value) {
        self.time = time
        continue
      }
      let names = value.split(separator: ",").map(String.init)
      if names.isEmpty { throw ValidationError("`\(value)` is neither a duration nor the name of a recorded row") }
      rows += names.filter { !rows.contains($0) }
    }
  }
}

/// The rows of a recording that become a test.
struct TestedRows {
  private let recorded: RecordedRun
  private let file: String
  private let output: DiagramTable.Row
  private let inputs: [DiagramTable.Row]

  /// The step of the times of a test, unless another one is given: timers of a busy program are late by some milliseconds.
  static let usualRounding = SceneTime.milliseconds(10)
  /// The number of events of a row from which on a test is hard to read.
  private static let mostEvents = 200

  /// Finds the rows.
  ///
  /// - Parameters:
  ///   - row: the name of the row that the test expects.
  ///   - names: those of its inputs; empty for the only other row.
  ///   - recorded: the recording.
  ///   - file: its file, for messages.
  /// - Throws: `CommandFailure` if there is no such row.
  init(of row: String, from names: [String], in recorded: RecordedRun, file: String) throws(CommandFailure) {
    (self.recorded, self.file) = (recorded, file)
    output = try Self.row(row, in: recorded, file: file)
    if names.contains(row) {
      throw CommandFailure(.usage, "`\(row)` can't be an input of its own test; expected other rows after --from")
    }
    let others = recorded.rows.map(\.name).filter { $0 != row }
    switch (names.isEmpty, others.count) {
    case (true, 0):
      throw CommandFailure(
        .usage, "\(file) has only the row `\(row)`; expected an input, too, so tap the stream before its operators")
    case (true, 2...):
      let list = others.joined(separator: ", ")
      throw CommandFailure(.usage, "--test needs the inputs of `\(row)`; expected --from with one or more of \(list)")
    default: break
    }
    var inputs: [DiagramTable.Row] = []
    for name in names.isEmpty ? others : names { inputs.append(try Self.row(name, in: recorded, file: file)) }
    self.inputs = inputs
  }

  private static func row(
    _ name: String, in recorded: RecordedRun, file: String
  ) throws(CommandFailure) -> DiagramTable.Row {
    if let row = recorded.rows.first(where: { $0.name == name }) {
      return DiagramTable.Row(name: name, timeline: row.timeline)
    }
    let names = recorded.rows.map(\.name)
    let hint = Suggestion.clause(for: name, among: names)
    throw CommandFailure(
      .usage, "\(file) has no row `\(name)`" + (hint.isEmpty ? "; it has \(names.joined(separator: ", "))" : hint))
  }

  /// The test, and what its reader should know.
  ///
  /// - Parameters:
  ///   - start: the time from which on events are kept; it becomes 0.
  ///   - length: how much time is kept; nil for all.
  ///   - rounding: the step of all times.
  /// - Throws: `CommandFailure` if nothing is kept.
  func test(
    from start: SceneTime, for length: SceneTime?, rounding: SceneTime
  ) throws(CommandFailure) -> (test: RecordedTest, notes: [String]) {
    let end = length.map { start + $0 } ?? .distantFuture
    func cut(_ row: DiagramTable.Row) -> DiagramTable.Row {
      DiagramTable.Row(name: row.name, timeline: row.timeline.cut(from: start, to: end))
    }
    let (output, inputs) = (cut(self.output), inputs.map(cut))
    let rows = inputs + [output]
    guard rows.contains(where: { !$0.timeline.times.isEmpty }) else {
      let place = start > .zero || length != nil ? " in the part that --from and --for keep" : ""
      throw CommandFailure(
        .malformed, "\(file) has no event of \(rows.map(\.name).joined(separator: ", "))\(place); a test needs some")
    }
    let times = recorded.rows.compactMap { $0.timeline.times.last }
    let last = min(recorded.end ?? times.max() ?? .zero, end)
    let test = RecordedTest(
      of: output, inputs: inputs,
      origin: "what \(recorded.name) did" + (recorded.started.isEmpty ? "" : " on \(recorded.started)"),
      end: last - min(last, start), rounding: rounding)
    return (test, notes(test))
  }

  private func notes(_ test: RecordedTest) -> [String] {
    let (output, inputs, rounding) = (test.output, test.inputs, test.rounding)
    var notes: [String] = []
    switch output.timeline.end {
    case .open:
      notes.append("`\(output.name)` was still open when the recording ended; the test stops then, see `duration:`")
    case .error where test.expectation.latest == .zero && output.timeline.events.isEmpty:
      notes.append("`\(output.name)` failed at once, as the stub does, so the test passes with the stub")
    case .finish, .error: break
    }
    for row in inputs + [output] {
      let count = row.timeline.events.count
      if count > Self.mostEvents {
        notes.append("`\(row.name)` has \(count) values; --from and --for keep a part of the time")
      }
    }
    for row in inputs {
      if row.timeline.events.isEmpty { notes.append("`\(row.name)` has no value in this part of the recording") }
      let joined = row.timeline.instants - row.timeline.rounded(to: rounding).instants
      if joined > 0 {
        let step = DurationNotation.print(rounding)
        notes.append(
          "rounded to \(step), \(joined) value\(joined == 1 ? "" : "s") of `\(row.name)` came at the instant of another; "
            + "a shorter --round keeps them apart")
      }
    }
    return notes
  }
}

extension Timeline {
  /// The number of instants at which values come.
  fileprivate var instants: Int { Set(events.map(\.time)).count }
}
