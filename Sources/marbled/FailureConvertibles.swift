import CommandSupport
import Inputs
import Marbles
import Scenes

extension SceneError: FailureConvertible {
  var failure: Failure {
    switch self {
    case .live, .liveSpeed: Failure(.usage, description)
    default: Failure(.malformed, description)
    }
  }
}

extension DiagramError: FailureConvertible {
  var failure: Failure { Failure(.malformed, description) }
}

extension InputError: FailureConvertible {
  var failure: Failure {
    let code: FailureCode =
      switch kind {
      case .usage: .usage
      case .notFound: .notFound
      case .malformed: .malformed
      case .unreadable: .inputOutput
      }
    return Failure(code, description)
  }
}

extension WorkProgress.Unknown: FailureConvertible {
  var failure: Failure { Failure(.usage, description) }
}
