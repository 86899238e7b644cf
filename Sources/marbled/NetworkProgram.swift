import ArgumentParser
import CommandSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program of the commands that need the network: it takes longer to build, so it is one of its own.
enum NetworkProgram {
  /// What it does, as commands of this program.
  static let commands: [any ParsableCommand.Type] = [
    Daemon.self, Kiosk.self, Attach.self, Status.self, Control.self, Send.self,
  ]

  /// Whether it has a command of this name.
  static func has(_ command: String) -> Bool { commands.contains { $0._commandName == command } }

  private static let name = "marbled-daemon"

  /// Has this process run a command of it, and never returns.
  ///
  /// - Throws: what ends the command when the program is not beside this one.
  static func become(_ command: String, _ arguments: [String]) throws -> Never {
    let folder = Bundle.main.executablePath.map {
      URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
    }
    let path = folder?.appending(path: name).path ?? name
    let words = [path, command] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    execv(path, &pointers)
    let reason = errno
    StandardStreams.printError(
      reason == ENOENT
        ? """
        error: `marbled \(command)` is done by a second program, and there is no \(path)
        help: in the sources, `swift build --product \(name)` makes it
        """ : "error: \(path): \(String(cString: strerror(reason)))")
    throw ExitCode(FailureCode.general.rawValue)
  }
}
