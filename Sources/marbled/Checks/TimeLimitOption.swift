import ArgumentParser
import CommandSupport
import Marbles
import Playback

/// `--time-limit`, for commands that compute without waiting.
struct TimeLimitOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up on a file that takes longer than this to compute. (default: no limit)", valueName: "duration"),
    transform: FlagValue.timeLimit)
  var timeLimit: TimeLimit?
}

extension FlagValue {
  /// Parses a time limit, which is greater than 0.
  fileprivate static func timeLimit(_ text: String) throws -> TimeLimit {
    do { return TimeLimit(Duration(try duration(text))) } catch let error as ValidationError {
      throw ValidationError("\(error.message); write --time-limit 5s, or leave it out for no limit")
    }
  }
}
