import ArgumentParser
import Client
import Options
import Scenes
import Server
import Terminal
import Wire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a command ends, and with which code, as sysexits(3) has them.
struct Failure: Error {
  var code: Int32
  var message: String

  static let general: Int32 = 1
  static let malformed: Int32 = 65
  static let noDaemon: Int32 = 69
  static let inputOutput: Int32 = 74
  static let configuration: Int32 = 78

  /// Runs `body`, and ends the command with a message and a code when it fails.
  static func reported(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      guard let failure = Failure(error) else { throw error }
      printError(failure.message)
      throw ExitCode(failure.code)
    }
  }

  private init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case ConfigurationError.flag(let message): self.init(code: 64, message: "error: \(message)")
    case let error as ConfigurationError: self.init(code: Self.configuration, message: error.description)
    case Preferences.Problem.invalid(let error): self.init(code: Self.configuration, message: error.description)
    case Preferences.Problem.unreadable(let message):
      self.init(code: Self.configuration, message: "error: \(message)")
    case let error as DaemonProcess.NothingToPlay:
      self.init(code: Self.configuration, message: Self.labelled("\(error)"))
    case let error as DaemonProcess.NoTerminal:
      self.init(code: Self.inputOutput, message: "error: \(error)")
    case let error as ListenAddress.Unavailable:
      self.init(code: Self.inputOutput, message: "error: \(error)")
    case let error as Attachment.Failure: self.init(code: Self.inputOutput, message: "error: \(error)")
    case let error as SocketFolderError:
      let isTaken = if case .taken = error { true } else { false }
      self.init(code: isTaken ? Self.general : Self.inputOutput, message: "error: \(error)")
    case let error as DaemonSearch.NotFound: self.init(code: Self.noDaemon, message: "error: \(error)")
    case let error as DaemonClient.Failure:
      self.init(code: Self.noDaemon, message: error.isTimeout ? "error: \(error)" : "error: the daemon: \(error)")
    case let error as ControlRequest.Invalid: self.init(code: 64, message: "error: \(error)")
    default: return nil
    }
  }

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// A message as it is printed: a text that says its place, or that it is an error, says so once.
  static func labelled(_ message: String) -> String {
    let head = message.prefix { !$0.isNewline }
    return head.hasPrefix("error: ") || head.contains(": error: ") ? message : "error: \(message)"
  }

  /// Prints a message to standard error, whatever it quotes: no terminal obeys any of it.
  static func printError(_ text: String) {
    var line = DisplayWidth.printable(text) + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
