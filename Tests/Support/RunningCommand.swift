import Foundation
import Platform

/// What a command printed, and how it ended.
package struct Outcome: Hashable {
  package var output: String
  package var error: String
  package var ending: Ending
  /// Wall seconds.
  package var seconds: Double

  package init(output: String, error: String, ending: Ending, seconds: Double) {
    (self.output, self.error, self.ending, self.seconds) = (output, error, ending, seconds)
  }

  package var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// A program that runs beside a test, and is ended with the value that owns it.
package final class RunningCommand {
  private let folder: TemporaryFolder
  private let child: Child
  private let start = monotonicSeconds()

  /// Starts a program.
  package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    let descriptors = ["output", "error"].map { [folder] in
      open(folder.file($0), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    }
    defer { for descriptor in descriptors { close(descriptor) } }
    child = try Child(
      program, arguments, environment: Binary.environment.merging(environment) { $1 },
      input: .null, output: .inherited(descriptors[0]), error: .inherited(descriptors[1]))
  }

  /// Starts a line of shell in which `marbled` is the program under test.
  package convenience init(shell script: String, environment: [String: String] = [:]) throws {
    try self.init(
      "/bin/sh", ["-c", "marbled() { '\(Binary.path())' \"$@\"; }\n\(script)"], environment: environment)
  }

  /// What it has written to standard error so far.
  package var error: String { get throws { try String(contentsOfFile: folder.file("error"), encoding: .utf8) } }

  /// Waits until a condition holds for what it has written to standard error.
  package func wait(forError isIt: (String) -> Bool) throws { try watch(folder.path) { isIt(try error) } }

  /// What came of it, once it has ended.
  package func outcome() async throws -> Outcome { try ended() }

  package func ended() throws -> Outcome {
    let ending = child.waitForEnd()
    let seconds = monotonicSeconds() - start
    return Outcome(
      output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
      error: try String(contentsOfFile: folder.file("error"), encoding: .utf8), ending: ending, seconds: seconds)
  }
}
