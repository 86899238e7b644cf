import Client
import CommandSupport
import Platform
import Server
import Wire

extension ConfigurationError: FailureConvertible {
  var failure: Failure {
    if case .flag(let message) = self { Failure(.usage, message) } else { Failure(.badConfig, description) }
  }
}

extension DaemonRunner.NothingToPlay: FailureConvertible {
  var failure: Failure { Failure(.badConfig, "\(self)") }
}

extension DaemonRunner.NoTerminal: FailureConvertible {
  var failure: Failure { Failure(.inputOutput, "\(self)") }
}

extension ListenAddress.Unavailable: FailureConvertible {
  var failure: Failure { Failure(.inputOutput, "\(self)") }
}

extension Attachment.Failure: FailureConvertible {
  var failure: CommandSupport.Failure { CommandSupport.Failure(.inputOutput, "\(self)") }
}

extension SocketFolderError: FailureConvertible {
  var failure: Failure {
    let isTaken = if case .taken = self { true } else { false }
    return Failure(isTaken ? .general : .inputOutput, "\(self)")
  }
}

extension DaemonSearch.NotFound: FailureConvertible {
  var failure: Failure { Failure(.noDaemon, "\(self)") }
}

extension DaemonClient.Failure: FailureConvertible {
  var failure: CommandSupport.Failure {
    CommandSupport.Failure(.noDaemon, isTimeout ? "\(self)" : "the daemon: \(self)")
  }
}

extension ControlRequest.Invalid: FailureConvertible {
  var failure: Failure { Failure(.usage, "\(self)") }
}

extension DaemonRunner.NoRecording: FailureConvertible {
  var failure: Failure { Failure(.inputOutput, "\(self)") }
}
