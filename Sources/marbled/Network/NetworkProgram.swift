import ArgumentParser
import CommandSupport
import Foundation
import Platform

/// The program with the commands that use the network. It is separate because it takes longer to build.
enum NetworkProgram {
  /// The commands of that program, for the help of this one.
  static let commands: [any ParsableCommand.Type] = [
    Daemon.self, Kiosk.self, Serve.self, Site.self, Attach.self, Edit.self, Status.self, Control.self, Send.self,
  ]

  /// Whether the program has a command with this name.
  static func has(_ command: String) -> Bool { commands.contains { $0._commandName == command } }

  private static let name = "marbled-daemon"

  /// Replaces this process by a command of the program; does not return.
  ///
  /// - Parameters:
  ///   - command: the name of the command.
  ///   - arguments: the words after it.
  ///   - isQuiet: whether to say nothing when the program is not there.
  /// - Throws: an error if the program is not installed beside this one, or if there is no room for its threads: it could not
  ///   say so itself, as it begins with one.
  static func become(_ command: String, _ arguments: [String], isQuiet: Bool = false) throws -> Never {
    let isServer = ["daemon", "kiosk", "serve"].contains(command)
    try CommandFailure.reported {
      try ThreadRoom.require(isServer ? TaskBudget.ofThisProcess.own : ThreadRoom.ofPlayer)
    }
    let folder = Bundle.main.executablePath.map {
      URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
    }
    let path = folder?.appending(path: name).path ?? name
    let words = [path, command] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    execv(path, &pointers)
    let reason = errno
    if isQuiet { throw ExitCode(CommandExitCode.general.rawValue) }
    StandardStreams.printError(
      reason == ENOENT
        ? """
        error: `marbled \(command)` is done by a second program, and there is no \(path)
        help: in the sources, `swift build --product \(name)` makes it
        """ : "error: \(path): \(String(cString: strerror(reason)))")
    throw ExitCode(CommandExitCode.general.rawValue)
  }
}
