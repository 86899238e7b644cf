import ArgumentParser
import Client
import CommandSupport
import Foundation
import Marbles
import Platform
import Wire

/// Options that select a daemon, shared by all client commands.
struct ClientOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the daemon's sockets.", valueName: "dir"))
  var socket: String?

  @Option(
    help: ArgumentHelp("Name of the daemon. (default: `default`, or the only daemon that answers)", valueName: "name"))
  var instance: String?

  func validate() throws {
    if let instance, !SocketFolder.isInstance(instance) {
      throw ValidationError(
        "`\(instance)` is not a valid instance name; use letters, digits, `-` and `_`")
    }
  }

  /// The search for the selected daemon.
  var search: DaemonSearch {
    DaemonSearch(given: socket, instance: instance, environment: ProcessInfo.processInfo.environment)
  }

  /// A client for the selected daemon.
  ///
  /// - Parameters:
  ///   - watching: whether read-only access is enough.
  ///   - timeout: how long a request may take.
  func client(watching: Bool, _ timeout: TimeoutOption) throws -> DaemonClient {
    try search.client(watching: watching, timeout: Duration(timeout.timeout))
  }

  /// The body of a response.
  ///
  /// - Throws: ``CommandFailure`` when the response is an error.
  static func body(_ answer: DaemonClient.Answer) throws -> String {
    guard (200..<300).contains(answer.status) else {
      let code = answer.status == 422 || answer.status == 400 ? CommandExitCode.malformed : .general
      throw CommandFailure(code, StatusLines.message(answer.body))
    }
    return answer.body
  }
}

/// The timeout of requests.
struct TimeoutOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait for an answer (default: 5s).", valueName: "duration"),
    transform: FlagValue.duration)
  var timeout: SceneTime = .seconds(5)
}
