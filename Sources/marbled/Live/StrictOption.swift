import ArgumentParser
import CommandSupport
import Marbles
import Scenes

/// The option that makes trouble in a row an error.
struct StrictOption: ParsableArguments {
  @Flag(
    help: """
      End with 65 if something went wrong in a row: a line without a value or a time, a damaged file, an output that failed, \
      a closure that failed, a member that no value has, values of other kinds compared, or a file that is missing.
      """)
  var strict = false

  /// Fails if something went wrong, and that is an error.
  func check(_ hasTrouble: Bool) throws {
    guard strict, hasTrouble else { return }
    throw CommandFailure(.malformed, Self.message)
  }

  /// The error.
  static let message = "--strict: something went wrong in a row; see the messages above"
}

extension Recording {
  /// What closures did to every value by mistake, as warnings for standard error.
  var warnings: [String] {
    var troubles = RowTroubles()
    return troubles.lines(of: rows.map { ($0.name, $0.losses) }, at: .zero, isEnd: true)
  }

  /// Whether an output ended with an error.
  var hasFailedOutput: Bool {
    rows.contains { row in
      guard !row.isInput, case .error = row.timeline.end else { return false }
      return true
    }
  }
}
