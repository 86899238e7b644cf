internal import Marbles
internal import Wire

/// The state of one connected program. Its only effects are on the board.
struct TapProgram {
  private let board: TapBoard
  private var name = ""
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

  /// Passes a line on; false when the program should not be read any more.
  mutating func take(_ line: LineSplitter.Line) -> Bool {
    let parsed: TapLine
    do throws(TapLine.Malformed) {
      guard case .bytes(let bytes) = line else {
        throw TapLine.Malformed(description: "a line is longer than \(TapLine.limit) bytes")
      }
      parsed = try TapLine(bytes)
    } catch {
      malformed += 1
      board.note("\(isKnown ? name : "a program"): \(DisplayText.shortened(error.description, to: 200))")
      return isKnown && malformed < Self.malformedLimit
    }
    switch parsed {
    case .hello(let program, let process):
      name = "\(DisplayText.shortened(program, to: 60)) (process \(process))"
      isKnown = true
      return true
    case .event(let report):
      guard isKnown else {
        board.note("a program sent an event before its name; expected a line with `marbletap`")
        return false
      }
      take(report)
      return true
    }
  }

  private mutating func take(_ report: TapReport) {
    if taps[report.tap] == nil {
      guard taps.count < Self.tapLimit else { return }
      board.join(report.tap)
      taps[report.tap] = .some(nil)
    }
    switch report.event {
    case .begin: taps[report.tap] = .some(nil)
    case .finish, .cancel: taps[report.tap] = .finished
    case .error(let message): taps[report.tap] = .failed(message)
    case .idle, .value, .dropped: break
    }
    board.post(report)
  }

  /// Reports to the board that the program has gone.
  func end() { for (tap, end) in taps { board.leave(tap, end ?? .finished) } }
}
