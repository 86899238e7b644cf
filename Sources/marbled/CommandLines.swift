import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines that are typed on standard input, when that is a terminal, as they come.
final class CommandLines: Sendable {
  private struct State {
    var lines: [String] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Begins to listen; nil when standard input is no terminal.
  ///
  /// - Parameter onChange: called on another thread when there are lines to take, and at the end of input.
  init?(onChange: @escaping @Sendable () -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    // A process in the background that reads its terminal is stopped; this one goes on without commands.
    signal(SIGTTIN, SIG_IGN)
    let reader = Thread { [self] in
      var rest: [UInt8] = []
      while let bytes = Self.nextBytes() {
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: rest[..<end], as: UTF8.self)
          rest.removeSubrange(...end)
          state.withLock { $0.lines.append(line) }
          onChange()
        }
      }
      state.withLock { $0.isClosed = true }
      onChange()
    }
    reader.start()
  }

  /// What has been typed since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }

  /// Whether nothing more can come.
  var isClosed: Bool { state.withLock { $0.isClosed && $0.lines.isEmpty } }

  /// What is typed next; nil at the end.
  private static func nextBytes() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN || errno == EIO, isatty(STDIN_FILENO) == 1 else { return nil }
      // In the background reading fails at once; whether it is in the foreground again can only be asked.
      if errno != EINTR { usleep(500_000) }
    }
  }
}
