import ArgumentParser

/// What was promised, and whether it was so: a line each, and an exit code.
struct Verdicts {
  private var hasFailed = false

  mutating func check(_ isGood: Bool, _ line: String) {
    say((isGood ? "good:   " : "FAILED: ") + line)
    if !isGood { hasFailed = true }
  }

  /// - Throws: exit code 1 when something was not so.
  func finish() throws {
    if hasFailed { throw ExitCode.failure }
  }
}
