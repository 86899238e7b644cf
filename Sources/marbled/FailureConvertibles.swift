import CommandSupport
import Inputs
import Marbles
import Scenes

extension SceneError: FailureConvertible {
  var failure: CommandFailure {
    switch self {
    case .live, .liveSpeed: CommandFailure(.usage, description)
    default: CommandFailure(.malformed, description)
    }
  }
}

extension DiagramError: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.malformed, description) }
}

extension InputError: FailureConvertible {
  var failure: CommandFailure {
    let code: CommandExitCode =
      switch kind {
      case .usage: .usage
      case .notFound: .notFound
      case .malformed: .malformed
      case .unreadable: .inputOutput
      }
    return CommandFailure(code, description)
  }
}

extension WorkProgress.Unknown: FailureConvertible {
  var failure: CommandFailure { CommandFailure(.usage, description) }
}
