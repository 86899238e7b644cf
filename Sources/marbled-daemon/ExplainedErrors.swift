import Client
import CommandSupport
import Platform
import Server
import Wire

extension ConfigurationError: FailureConvertible {
  var failure: CommandFailure {
    if case .flag(let message) = self {
      CommandFailure(.usage, message)
    } else {
      CommandFailure(.badConfig, description)
    }
  }
}

extension DaemonRunner.NothingToPlay: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.badConfig, "\(self)") }
}

extension DaemonRunner.NoTerminal: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.inputOutput, "\(self)") }
}

extension ListenAddress.Unavailable: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.inputOutput, "\(self)") }
}

extension Attachment.Failure: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.inputOutput, "\(self)") }
}

extension SocketFolderError: FailureConvertible {
  var failure: CommandFailure {
    let isTaken = if case .taken = self { true } else { false }
    return CommandFailure(isTaken ? .general : .inputOutput, "\(self)")
  }
}

extension DaemonSearch.NotFound: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.noDaemon, "\(self)") }
}

extension DaemonClient.Failure: FailureConvertible {
  var failure: CommandFailure {
    CommandFailure(.noDaemon, isTimeout ? "\(self)" : "the daemon: \(self)")
  }
}

extension ControlRequest.Invalid: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.usage, "\(self)") }
}

extension DaemonRunner.NoRecording: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.inputOutput, "\(self)") }
}
