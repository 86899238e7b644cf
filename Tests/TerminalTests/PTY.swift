import Platform
import Testing

@testable import Terminal

/// Both ends of a new pseudo terminal.
final class PTY: Sendable {
  let master: Int32
  let slave: Int32

  /// The name under which another process opens it.
  let path: String

  init() throws {
    // posix_openpt is not in the module map of Glibc.
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    try #require(openpty(&master, &slave, &name, nil, nil) == 0)
    (self.master, self.slave) = (master, slave)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// Closes the terminal's own end, as a window that is closed does.
  func hangUp() {
    // Its number stays taken, as `deinit` closes it.
    let other = open("/dev/null", O_RDWR)
    dup2(other, master)
    close(other)
  }

  /// The terminal's settings, byte for byte.
  var settings: [UInt8] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  /// What has been written to the terminal.
  func output() -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !Wait.until(readable: [master], nanoseconds: 0).isEmpty {
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      all += bytes[..<count]
    }
    return all
  }

  /// Types a character, and returns when it can be read.
  func type(_ character: UInt8) {
    write(master, [character], 1)
    _ = Wait.until(readable: [slave], nanoseconds: 10_000_000_000)
  }

  /// Whether writes to the terminal block, by the flags of the description that all share.
  var blocks: Bool { fcntl(slave, F_GETFL) & O_NONBLOCK == 0 }

  func session(
    _ capabilities: Capabilities = Capabilities(), clock: MonotonicClock = .system
  ) -> TerminalSession {
    TerminalSession(input: slave, output: slave, capabilities: capabilities, clock: clock)
  }
}
