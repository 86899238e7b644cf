import Client
import CommandSupport
import Server
import Wire

extension ConfigurationError: ExplainedError {
  var failure: Failure {
    if case .flag(let message) = self { Failure(.usage, message) } else { Failure(.badConfig, description) }
  }
}

extension DaemonRunner.NothingToPlay: ExplainedError {
  var failure: Failure { Failure(.badConfig, "\(self)") }
}

extension DaemonRunner.NoTerminal: ExplainedError {
  var failure: Failure { Failure(.inputOutput, "\(self)") }
}

extension ListenAddress.Unavailable: ExplainedError {
  var failure: Failure { Failure(.inputOutput, "\(self)") }
}

extension Attachment.Failure: ExplainedError {
  var failure: CommandSupport.Failure { CommandSupport.Failure(.inputOutput, "\(self)") }
}

extension SocketFolderError: ExplainedError {
  var failure: Failure {
    let isTaken = if case .taken = self { true } else { false }
    return Failure(isTaken ? .general : .inputOutput, "\(self)")
  }
}

extension DaemonSearch.NotFound: ExplainedError {
  var failure: Failure { Failure(.noDaemon, "\(self)") }
}

extension DaemonClient.Failure: ExplainedError {
  var failure: CommandSupport.Failure {
    CommandSupport.Failure(.noDaemon, isTimeout ? "\(self)" : "the daemon: \(self)")
  }
}

extension ControlRequest.Invalid: ExplainedError {
  var failure: Failure { Failure(.usage, "\(self)") }
}
