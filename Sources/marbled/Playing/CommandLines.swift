import Dispatch
import Foundation
import Inputs
import Platform
import Synchronization

/// Reads the lines that the user types on a terminal.
final class CommandLines: Sendable {
  private struct State {
    var lines: [String] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Starts to read; nil when the input is not a terminal.
  ///
  /// - Parameters:
  ///   - input: the descriptor to read.
  ///   - clock: measures the waits of a background process.
  ///   - onChange: called on another thread when lines can be taken, and at the end of input.
  init?(
    from input: Int32 = STDIN_FILENO, clock: MonotonicClock = .system, onChange: @escaping @Sendable () -> Void
  ) {
    guard isatty(input) == 1 else { return nil }
    // A background process that reads its terminal is stopped; this process continues without commands.
    signal(SIGTTIN, SIG_IGN)
    let reader = Thread { [self] in
      var splitter = LineSplitter()
      while let bytes = Self.nextBytes(from: input, clock) {
        for case .bytes(let line) in splitter.lines(in: bytes) {
          state.withLock { $0.lines.append(String(decoding: line, as: UTF8.self)) }
          onChange()
        }
      }
      state.withLock { $0.isClosed = true }
      onChange()
    }
    reader.start()
  }

  /// The lines since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }

  /// Whether no more lines will come.
  var isClosed: Bool { state.withLock { $0.isClosed && $0.lines.isEmpty } }

  /// The next bytes; nil at the end.
  private static func nextBytes(from input: Int32, _ clock: MonotonicClock) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      let isInterrupted = count < 0 && errno == EINTR
      guard count < 0, errno == EINTR || errno == EAGAIN || errno == EIO, isatty(input) == 1 else { return nil }
      // In the background, reading fails at once; only polling shows when the process is in the foreground again.
      if !isInterrupted { _ = clock.wait([], [], 500_000_000) }
    }
  }
}
