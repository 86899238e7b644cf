import ArgumentParser
import Client
import CommandSupport
import Platform

struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send standard input to a live row of a daemon, one event per line.",
    discussion: """
      Lines are NDJSON or plain text, as for `marbled play -i NAME=-`. send waits while the row is full, so no line is \
      lost. It reports each malformed line with its number and continues; the exit code is then 65.

      The lines go to the row with this name in the current scene. When the scene ends, or the next scene has no such \
      row, send exits with 1 and reports the first line that was not accepted.
      """)

  @Argument(help: ArgumentHelp("The name of the row.", valueName: "name"))
  var row: String

  @OptionGroup var client: ClientOptions
  @OptionGroup var timeout: TimeoutOption

  func run() async throws {
    try await CommandFailure.reported {
      var sender = LineSender(try client.client(watching: false, timeout), row: row)
      do {
        try await sender.begin()
        while let bytes = try Self.read() { tell(try await sender.send(bytes)) }
        tell(try await sender.finish())
      } catch let refusal as LineSender.Refusal {
        throw Self.failure(refusal)
      } catch let failure as DaemonClient.Failure {
        let what = failure.isTimeout ? "\(failure)" : "the daemon is gone (\(failure))"
        let message = "error: \(what); lines from \(sender.nextLine) on may not have been accepted"
        throw CommandFailure(.noDaemon, message)
      }
      if sender.malformed > 0 { throw ExitCode(CommandExitCode.malformed.rawValue) }
    }
  }

  /// The error for a refused line; a row that has ended reports its own line number.
  private static func failure(_ refusal: LineSender.Refusal) -> CommandFailure {
    var message = "error: \(StatusLines.message(refusal.answer.body))"
    if refusal.answer.status == 404, refusal.line > 1 {
      message += "\nno lines were accepted from line \(refusal.line) on"
    }
    return CommandFailure(.general, message)
  }

  private func tell(_ lines: [LineSender.Malformed]) {
    for line in lines {
      StandardStreams.printError("warning: row \(row): line \(line.line) is malformed: \(line.message)")
    }
  }

  /// Waits for the next bytes of standard input; nil at the end.
  private static func read() throws -> [UInt8]? {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, length in
        count = platformRead(STDIN_FILENO, buffer.baseAddress!, buffer.count)
        length = max(0, count)
      }
      if count >= 0 { return count == 0 ? nil : bytes }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another process may have set it to non-blocking.
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      default:
        throw CommandFailure(
          .inputOutput, "standard input can't be read: \(String(cString: strerror(errno)))"
        )
      }
    }
  }
}

/// `read(2)`, whose name a command's own method hides.
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
