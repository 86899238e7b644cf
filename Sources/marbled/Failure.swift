import ArgumentParser
import Inputs
import Marbles
import Options
import Scenes

/// The exit codes of the program, from sysexits(3).
enum FailureCode: Int32 {
  case general = 1
  case usage = 64
  case malformed = 65
  case notFound = 66
  case inputOutput = 74
  case badConfig = 78
}

/// An error of the program: a message on standard error, and an exit code.
struct Failure: Error {
  var code: FailureCode
  var message: String
  /// Whether the message already begins with file, line, column and `error:`.
  var hasPlace = false

  /// Runs `body`; if it fails, ends the command with a message and an exit code.
  static func reported(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard let failure = Failure(error) else { throw error }
      StandardStreams.printError((failure.hasPlace ? "" : "error: ") + failure.message)
      throw ExitCode(failure.code.rawValue)
    }
  }

  init(_ code: FailureCode, _ message: String) {
    self.code = code
    self.message = message
  }

  private init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SceneRequest.Failure:
      let code: FailureCode =
        switch error {
        case .usage: .usage
        case .notFound: .notFound
        case .malformed, .file: .malformed
        case .unreadable: .inputOutput
        }
      self.init(code, error.description)
      if case .file = error { hasPlace = true }
    case Preferences.Problem.invalid(let error):
      self.init(.badConfig, error.description)
      hasPlace = true
    case Preferences.Problem.unreadable(let message): self.init(.badConfig, message)
    case let error as SceneError:
      switch error {
      case .live, .liveSpeed: self.init(.usage, error.description)
      default: self.init(.malformed, error.description)
      }
    case let error as DiagramError: self.init(.malformed, Self.withoutPrefix(error.description))
    case let error as InputError:
      let code: FailureCode =
        switch error.kind {
        case .usage: .usage
        case .notFound: .notFound
        case .malformed: .malformed
        case .unreadable: .inputOutput
        }
      self.init(code, error.description)
    default: return nil
    }
  }

  private static func withoutPrefix(_ text: String) -> String {
    text.hasPrefix("error: ") ? String(text.dropFirst("error: ".count)) : text
  }
}
