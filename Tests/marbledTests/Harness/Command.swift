import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
func shell(_ script: String, deadline: Double = 20) throws -> Outcome {
  try run("/bin/sh", ["-c", "marbled() { '\(Binary.path())' \"$@\"; }\n\(script)"], deadline: deadline)
}

/// A program that runs beside a test, and is ended with the value that owns it.
final class RunningCommand {
  private let folder: TemporaryFolder
  private let child: Child
  private let start = monotonicSeconds()

  /// Starts a program.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let descriptors = ["output", "error"].map { open(folder.file($0), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
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

  /// What came of it, once it has ended; the test's time limit is the only one.
  func outcome() async throws -> Outcome {
    let ending = await child.waitForEnd()
    return Outcome(
      output: try String(contentsOfFile: folder.file("output"), encoding: .utf8),
      error: try String(contentsOfFile: folder.file("error"), encoding: .utf8), ending: ending,
      seconds: monotonicSeconds() - start)
  }
}

/// Runs a program to its end.
///
/// - Throws: ``Problem`` when it has not ended `deadline` seconds later.
func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:], deadline: Double = 20
) throws -> Outcome {
  let folder = try TemporaryFolder()
  let files = [folder.file("output"), folder.file("error")]
  let descriptors = files.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
  defer { for descriptor in descriptors { close(descriptor) } }

  let start = monotonicSeconds()
  let child = try Child(
    program, arguments, environment: Binary.environment.merging(environment) { $1 },
    input: .null, output: .inherited(descriptors[0]), error: .inherited(descriptors[1]))
  var ending = child.poll()
  while ending == nil {
    guard monotonicSeconds() - start < deadline else {
      throw Problem("\(program) \(arguments) has not ended after \(deadline) s")
    }
    usleep(2000)
    ending = child.poll()
  }
  let seconds = monotonicSeconds() - start
  return Outcome(
    output: try String(contentsOfFile: files[0], encoding: .utf8),
    error: try String(contentsOfFile: files[1], encoding: .utf8), ending: ending!, seconds: seconds)
}
