/// An installed program that reads all of its standard input and writes its result to standard output.
public struct FilterProgram: Hashable, Sendable {
  /// The program of librsvg that makes a PNG of an SVG.
  public static let svgConverter = "rsvg-convert"

  /// Why there is no result.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It can't be started, or its pipes can't be made: the error number of the system.
    case notStarted(Int32)
    /// It has ended with this exit code, or was killed by the signal of this negative number.
    case failed(Int32)
    /// It has taken too long, or its result is not needed any more; it was killed.
    case stopped
    /// Its result is larger than the limit; it was killed.
    case tooLarge

    /// A clause for people, after the name of the program.
    public var description: String {
      switch self {
      case .notStarted(let number): "can't be started: \(String(cString: strerror(number)))"
      case .failed(let code) where code < 0: "was killed by signal \(-code)"
      case .failed(let code): "fails with exit code \(code)"
      case .stopped: "took too long"
      case .tooLarge: "makes too large a result"
      }
    }
  }

  /// The path of the program.
  public let path: String

  /// Finds a program.
  ///
  /// - Parameters:
  ///   - name: the name of its file.
  ///   - folders: folders with colons between them, as in `PATH`; nil for those of this process.
  /// - Returns: nil when it is in none of the folders.
  public init?(named name: String, in folders: String? = nil) {
    let folders = folders ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let paths = folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.path = path
  }

  /// Runs the program, and waits for its end on the calling thread.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - input: its standard input.
  ///   - limit: the maximum size of its output, in bytes.
  ///   - time: how long it may take.
  ///   - clock: measures that.
  ///   - isStopped: whether its result is not needed any more; read every 20 ms.
  /// - Returns: its standard output.
  public func output(
    _ arguments: [String], input: [UInt8], upTo limit: Int, within time: Duration, clock: MonotonicClock = .system,
    isStopped: () -> Bool = { false }
  ) throws(Failure) -> [UInt8] {
    guard let ends = Self.sockets() else { throw .notStarted(errno) }
    let child: pid_t
    do throws(GroupLeader.Failure) {
      let end = GroupLeader.Stream.descriptor(ends.child)
      child = try GroupLeader.start(path, arguments, streams: [0: end, 1: end, 2: .null])
    } catch {
      for end in [ends.own, ends.child] { _ = Platform.close(end) }
      throw .notStarted(error.number)
    }
    _ = Platform.close(ends.child)
    let deadline = clock.now() + time.wholeNanoseconds
    var exchange = Exchange(input: input, through: ends.own)
    var failure: Failure?
    while exchange.isOpen, failure == nil {
      failure = isStopped() || clock.now() >= deadline ? .stopped : exchange.step(clock, upTo: limit)
    }
    exchange.close()
    if failure != nil { kill(-child, SIGKILL) }
    let status = Self.end(of: child, until: deadline, clock)
    if let failure { throw failure }
    guard status == 0 else { throw status & 0x7F == SIGKILL ? .stopped : .failed(Self.code(status)) }
    return exchange.output
  }

  /// Waits for the end of a program that has closed its output; kills it at the deadline.
  private static func end(of child: pid_t, until deadline: Int64, _ clock: MonotonicClock) -> Int32 {
    var status: Int32 = 0
    while clock.now() < deadline {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      if ended < 0, errno != EINTR { return 0 }
      _ = clock.wait([], [], 1_000_000)
    }
    kill(-child, SIGKILL)
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Two connected sockets, which other programs do not inherit. Unlike that of a pipe, the end of the input does not depend on
  /// who else has a copy.
  private static func sockets() -> (own: Int32, child: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
      var isOn: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #elseif canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #else
      guard socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &ends) == 0 else { return nil }
    #endif
    return (ends[0], ends[1])
  }
}

/// What is written to a program and read from it.
private struct Exchange {
  private let input: [UInt8]
  private var written = 0
  /// Whether the program has its whole input, or reads no more.
  private var isWritten = false
  private(set) var output: [UInt8] = []
  /// Negative once closed.
  private var socket: Int32

  init(input: [UInt8], through socket: Int32) {
    (self.input, self.socket) = (input, socket)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
  }

  /// Whether the program may still write.
  var isOpen: Bool { socket >= 0 }

  /// Waits for at most 20 ms, then writes and reads what is possible.
  mutating func step(_ clock: MonotonicClock, upTo limit: Int) -> FilterProgram.Failure? {
    let ready = clock.wait([socket], isWritten ? [] : [socket], 20_000_000)
    if !ready.writable.isEmpty { write() }
    return ready.readable.isEmpty ? nil : read(upTo: limit)
  }

  private mutating func write() {
    let count = input[written...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Sockets.noSignal) }
    if count > 0 { written += count }
    guard written == input.count || (count < 0 && errno != EAGAIN && errno != EINTR) else { return }
    isWritten = true
    shutdown(socket, Int32(SHUT_WR))
  }

  private mutating func read(upTo limit: Int) -> FilterProgram.Failure? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Platform.read(socket, &chunk, chunk.count)
    if count > 0 {
      output += chunk[..<count]
      return output.count > limit ? .tooLarge : nil
    }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { close() }
    return nil
  }

  mutating func close() {
    if socket >= 0 { _ = Platform.close(socket) }
    socket = -1
  }
}
