internal import Platform

/// The open file or socket of a channel. Used by one thread at a time: the one that starts the channel, and then the
/// channel's own.
///
/// @unchecked Sendable: it is handed to the channel's thread before that starts, and never used elsewhere afterwards.
final class TapLink: @unchecked Sendable {
  private let target: TapChannel.Target
  private let clock: MonotonicClock
  private var descriptor: Int32 = -1
  private var isSocket = false
  /// What the listener has said; nil after its first line, as nothing follows.
  private var heard: [UInt8]? = []
  /// The maximum length of what a listener says.
  private static let heardLimit = 4096
  /// How many bytes of the last batch were written.
  private(set) var written = 0

  init(_ target: TapChannel.Target, clock: MonotonicClock) { (self.target, self.clock) = (target, clock) }

  var isOpen: Bool { descriptor >= 0 }

  /// Looks for a listener once, without blocking.
  func open() -> Bool {
    switch target {
    case .nowhere: break
    case .file(let path):
      // Opening a FIFO without a reader fails. A new file is private to its owner, because values may be secrets.
      descriptor = Platform.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
      isSocket = false
      // A full disk or another process may have left an incomplete line.
      if isOpen { AppendedFile.endCutLine(of: descriptor, at: path) }
    case .sockets(let paths):
      for path in paths where connect(to: path) { break }
      isSocket = true
    }
    return isOpen
  }

  private func connect(to path: String) -> Bool {
    let socket = Sockets.make(AF_UNIX, .stream)
    guard socket >= 0 else { return false }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    guard Sockets.connect(socket, to: path) else {
      Platform.close(socket)
      return false
    }
    descriptor = socket
    heard = []
    return true
  }

  /// What the listener wants, once, when it has said so; reads what is there, without blocking.
  func takeWishes() -> TapWishes? {
    guard isSocket, heard != nil else { return nil }
    _ = receive()
    guard let end = heard?.firstIndex(of: UInt8(ascii: "\n")), let line = heard?[..<end] else { return nil }
    let wishes = TapWishes(json: line)
    heard = nil
    return wishes
  }

  /// Reads what the listener says; false when it is gone.
  private func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    if let length = heard?.count, length < Self.heardLimit { heard?.append(contentsOf: bytes[..<count]) }
    return true
  }

  func close() {
    Platform.close(descriptor)
    descriptor = -1
  }

  /// Writes all bytes, and waits for a slow listener; false when it is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        isSocket
          ? send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal)
          : Platform.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits for a wake-up or for the time; false when the listener is gone.
  ///
  /// - Parameters:
  ///   - wakeUp: ends the wait, and is drained; nil when the process has no file descriptors left.
  ///   - limit: how long to wait at most.
  func waits(for wakeUp: WakePipe?, within limit: Duration) -> Bool {
    let (wake, listener) = (wakeUp?.descriptor ?? -1, isSocket ? descriptor : -1)
    let ready = clock.wait([wake, listener], [], limit.wholeNanoseconds).readable
    if ready.contains(wake) { wakeUp?.drain() }
    // A listener says one line at most, but reading detects that it has closed the connection.
    return !ready.contains(listener) || receive()
  }

  /// Makes `write` to a closed FIFO an error instead of the end of the process. Call it on the thread of a channel.
  static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
