internal import ArgumentParser
package import SceneFiles
internal import Scenes

/// The exit codes of both programs; those from 64 on are sysexits(3)'s.
package enum CommandExitCode: Int32, CaseIterable {
  case general = 1
  case lint = 2
  case usage = 64
  case malformed = 65
  case notFound = 66
  case noDaemon = 69
  case noRoom = 71
  case inputOutput = 74
  case badConfig = 78
}

/// An error that ends a command: one message on standard error, and an exit code.
package struct CommandFailure: Error, CustomStringConvertible {
  package var code: CommandExitCode
  package var message: String
  package var description: String { message }

  package init(_ code: CommandExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Runs `body`, and ends the command with a message and an exit code when it throws a failure.
  ///
  /// - Throws: `ExitCode`, or the error itself when it is neither a ``CommandFailure`` nor an ``FailureConvertible``.
  package static func reported(_ body: () throws -> Void) throws {
    do { try body() } catch { throw reported(error) }
  }

  /// Runs `body`, and ends the command with a message and an exit code when it throws a failure.
  ///
  /// - Throws: `ExitCode`, or the error itself when it is neither a ``CommandFailure`` nor an ``FailureConvertible``.
  package static func reported(_ body: () async throws -> Void) async throws {
    do { try await body() } catch { throw reported(error) }
  }

  /// Prints the message of a failure; the error to throw instead.
  private static func reported(_ error: any Error) -> any Error {
    guard let failure = error as? CommandFailure ?? (error as? any FailureConvertible)?.failure else { return error }
    StandardStreams.printError(failure.labelled)
    return ExitCode(failure.code.rawValue)
  }

  /// The message with `error: ` before it, unless it begins with that or with a place in a file.
  package var labelled: String {
    let head = message.prefix { !$0.isNewline }
    return head.hasPrefix("error: ") || head.contains(": error: ") ? message : "error: \(message)"
  }
}

/// An error of a library that knows how a command reports it.
package protocol FailureConvertible: Error {
  /// The message and the exit code.
  var failure: CommandFailure { get }
}

extension SceneRequest.Failure: FailureConvertible {
  package var failure: CommandFailure {
    let code: CommandExitCode =
      switch self {
      case .usage: .usage
      case .notFound: .notFound
      case .malformed, .file: .malformed
      case .unreadable: .inputOutput
      }
    return CommandFailure(code, description)
  }
}
