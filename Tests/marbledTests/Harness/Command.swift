import Foundation
import Platform
import TestSupport

/// What a command printed, and how it ended.
struct Outcome: Hashable {
  var output: String
  var error: String
  var ending: Ending
  /// Wall seconds.
  var seconds: Double

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
}

/// Runs `marbled` without a terminal.
func marbled(_ arguments: String...) throws -> Outcome { try run(Binary.path(), arguments) }

/// Runs a line of shell in which `marbled` is the program under test.
func shell(_ script: String) throws -> Outcome {
  try RunningCommand(shell: script).ended()
}

/// Runs a program to its end.
func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
  try RunningCommand(program, arguments, environment: environment).ended()
}

/// A program that runs beside a test, and is ended with the value that owns it.
final class RunningCommand {
  private let folder: TemporaryFolder
  private let child: Child
  private let start = monotonicSeconds()

  /// Starts a program.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
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
  convenience init(shell script: String, environment: [String: String] = [:]) throws {
    try self.init(
      "/bin/sh", ["-c", "marbled() { '\(Binary.path())' \"$@\"; }\n\(script)"], environment: environment)
  }

  /// What it has written to standard error so far.
  var error: String { get throws { try String(contentsOfFile: folder.file("error"), encoding: .utf8) } }

  /// Waits until a condition holds for what it has written to standard error.
  func wait(forError isIt: (String) -> Bool) throws { try watch(folder.path) { isIt(try error) } }

  /// What came of it, once it has ended.
  func outcome() async throws -> Outcome { try ended() }

  func ended() throws -> Outcome {
    let ending = child.waitForEnd()
    let seconds = monotonicSeconds() - start
    return Outcome(
      output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
      error: try String(contentsOfFile: folder.file("error"), encoding: .utf8), ending: ending, seconds: seconds)
  }
}
