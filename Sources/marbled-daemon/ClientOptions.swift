import ArgumentParser
import Client
import CommandSupport
import Foundation
import Marbles
import Wire

/// Which daemon is meant: shared by every command that talks to one.
struct ClientOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the daemon's sockets.", valueName: "dir"))
  var socket: String?

  @Option(
    help: ArgumentHelp("Which of several daemons; without it `default`, or the only one.", valueName: "name"))
  var instance: String?

  func validate() throws {
    if let instance, !SocketFolder.isInstance(instance) {
      throw ValidationError(
        "`\(instance)` can't be the name of an instance; it is made of letters, digits, `-` and `_`")
    }
  }

  /// Where it is.
  var search: DaemonSearch {
    DaemonSearch(given: socket, instance: instance, environment: ProcessInfo.processInfo.environment)
  }

  /// A client of it.
  ///
  /// - Parameters:
  ///   - watching: whether it will do to watch.
  ///   - timeout: how long a request may take.
  func client(watching: Bool, _ timeout: TimeoutOption) throws -> DaemonClient {
    try search.client(watching: watching, timeout: Duration(timeout.timeout))
  }

  /// What was answered.
  ///
  /// - Throws: ``Failure`` when it is an error.
  static func body(_ answer: DaemonClient.Answer) throws -> String {
    guard (200..<300).contains(answer.status) else {
      let code = answer.status == 422 || answer.status == 400 ? FailureCode.malformed : .general
      throw Failure(code, StatusLines.message(answer.body))
    }
    return answer.body
  }
}

/// How long a daemon may take to answer.
struct TimeoutOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the daemon may take to answer (default: 5s).", valueName: "duration"),
    transform: FlagValue.duration)
  var timeout: SceneTime = .seconds(5)
}
