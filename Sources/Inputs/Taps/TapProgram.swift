internal import Marbles
internal import Wire

/// The state of one connected program. Its only effects are on the board.
struct TapProgram {
  private let board: TapBoard
  private var name = ""
  private var process = 0
  /// Whether the first line has come.
  private(set) var isKnown = false
  /// How the newest iteration of each tap has ended; nil while it has not.
  private var taps: [String: LiveSource.End?] = [:]
  private var malformed = 0

  /// The maximum number of taps of a program; those of other names are ignored.
  static let tapLimit = 1000
  /// The number of malformed lines after which a program is no longer read.
  static let malformedLimit = 100

  init(_ board: TapBoard) { self.board = board }

  /// What comes of a line.
  enum Outcome {
    /// A report for the followers of its tap.
    case report(TapReport, process: Int)
    case nothing
    /// The program should not be read any more.
    case close
  }

  /// Reads a line.
  mutating func take(_ line: LineSplitter.Line) -> Outcome {
    let parsed: TapLine
    do throws(TapLine.Malformed) {
      guard case .bytes(let bytes) = line else {
        throw TapLine.Malformed(description: "a line is longer than \(TapLine.limit) bytes")
      }
      parsed = try TapLine(bytes)
    } catch {
      malformed += 1
      note(DisplayText.shortened(error.description, to: 200))
      return isKnown && malformed < Self.malformedLimit ? .nothing : .close
    }
    switch parsed {
    case .hello(let program, let process):
      name = "\(DisplayText.shortened(program, to: 60)) (process \(process))"
      // A second such line must not change whose taps these are.
      if !isKnown { self.process = process }
      isKnown = true
      return .nothing
    case .event(let report):
      guard isKnown else {
        board.note("a program sent an event before its name; expected a line with `marbletap`")
        return .close
      }
      return take(report) ? .report(report, process: process) : .nothing
    }
  }

  /// Notes what is wrong with the program.
  func note(_ problem: String) { board.note("\(isKnown ? name : "a program"): \(problem)") }

  /// Whether the report is of a tap that is followed.
  private mutating func take(_ report: TapReport) -> Bool {
    if taps[report.tap] == nil {
      guard taps.count < Self.tapLimit else { return false }
      board.join(report.tap, of: process)
      taps[report.tap] = .some(nil)
    }
    switch report.event {
    case .begin: taps[report.tap] = .some(nil)
    case .finish: taps[report.tap] = .finished
    case .cancel: taps[report.tap] = .cancelled
    case .error(let message): taps[report.tap] = .failed(message)
    case .idle, .request, .yield, .send, .value, .dropped: break
    }
    return true
  }

  /// Reports to the board that the program has gone.
  ///
  /// - Returns: what followers are to be told.
  mutating func end() -> [TapBoard.Delivery] {
    defer { taps = [:] }
    return taps.compactMap { tap, end in board.leave(tap, of: process, end ?? .finished) }
  }
}
