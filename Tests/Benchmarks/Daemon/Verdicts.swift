import ArgumentParser

/// Checks of promised figures: one line each, and an exit code.
struct Verdicts {
  private var hasFailed = false

  mutating func check(_ isGood: Bool, _ line: String) {
    say((isGood ? "good:   " : "FAILED: ") + line)
    if !isGood { hasFailed = true }
  }

  /// - Throws: exit code 1 if a check failed.
  func finish() throws {
    if hasFailed { throw ExitCode.failure }
  }
}
