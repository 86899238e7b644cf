internal import Platform
internal import Terminal

/// Unbuffered standard output and error: text is written at once, and a closed pipe is detected.
package enum StandardStreams {
  /// Whether standard output is a terminal.
  package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard input is a terminal.
  package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The width of the terminal behind standard output; nil when it is not a terminal, or the width is unknown.
  package static var outputColumns: Int? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes `text` unchanged; ends the process silently when the pipe is closed, like a filter.
  package static func print(_ text: String) {
    guard !write(text, to: STDOUT_FILENO) else { return }
    if errno == EPIPE { exit(0) }
    printError("error: standard output: \(String(cString: strerror(errno)))")
    exit(CommandExitCode.inputOutput.rawValue)
  }

  /// Writes text for people, with control characters of quoted text escaped. Pages and lists have no line that is wider than
  /// the terminal.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - highlights: what is coloured on a terminal; nil for nothing.
  package static func printText(_ text: String, highlights: TextHighlights? = nil) {
    var text = DisplayWidth.printable(text)
    if highlights?.canBeBroken == true, outputIsTerminal, let columns = outputColumns {
      text = TextLines.broken(text, columns: columns)
    }
    guard let highlights, TextColors.areOn(isTerminal: outputIsTerminal) else { return print(text) }
    print(highlights.colored(text))
  }

  /// Writes `text` and a line feed to standard error, with control characters escaped; in colours on a terminal.
  package static func printError(_ text: String) {
    let text = DisplayWidth.printable(text)
    let isColored = TextColors.areOn(isTerminal: isatty(STDERR_FILENO) == 1)
    _ = write((isColored ? TextHighlights.messages.colored(text) : text) + "\n", to: STDERR_FILENO)
  }

  /// Makes `write` report a closed pipe instead of ending the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)[...]
      while !rest.isEmpty {
        let count = Platform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
