internal import Gzip
internal import Platform
internal import Scenes

/// Reads standard input, a file, a FIFO, a device or a socket to its end, on a ``ReadLoop``. What begins as a file of gzip is
/// expanded, in turns of the same size.
final class StreamSource: ReadLoop.Source {
  private let open: Opening
  private let clock: MonotonicClock
  private let handlers: LiveSource.Handlers
  private var lines: LineQueue
  private var reader: LineReader
  private var expansion: Expansion
  private var descriptor: Int32 = -1
  private let share = SourceNeeds.take(SourceNeeds.perStream)
  /// When a record that waits for more lines is complete, in nanoseconds of the clock; nil when none waits.
  private var pauseTime: Int64?
  /// How long a record waits for more lines.
  static let pauseWait: Int64 = 200_000_000
  /// The end that follows the last line; nil while there may be more.
  private var end: LiveSource.End?

  /// What to open.
  enum Opening {
    case standardInput
    case path(String)
  }

  /// How long a socket whose queue of connections is full is left alone.
  private static let connectWait: Int64 = 100_000_000

  init(
    _ open: Opening, _ settings: LineSettings, _ handlers: LiveSource.Handlers, _ registration: ReadLoop.Registration,
    clock: MonotonicClock
  ) {
    (self.open, self.handlers, self.clock) = (open, handlers, clock)
    reader = LineReader(settings: settings)
    expansion = if case .path(let path) = open { Expansion(path: path) } else { Expansion() }
    lines = LineQueue(handlers, registration)
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    if descriptor < 0 {
      guard share != nil else {
        handlers.onEnd(.failed("\(name) can't be opened: \(SourceNeeds.noDescriptors)"))
        return nil
      }
      descriptor = opened()
      if descriptor < 0 {
        if errno == EAGAIN, case .path = open { return ReadLoop.Interest(deadline: clock.now() + Self.connectWait) }
        handlers.onEnd(.failed("\(name) can't be opened: \(Self.reason)"))
        return nil
      }
    } else if ready.contains(descriptor) || expansion.hasMore, end == nil, lines.pass() {
      // Only when it is ready: a FIFO that no writer has opened yet would seem to be at its end.
      read(&buffer)
      pauseTime = reader.isWaiting ? clock.now() + Self.pauseWait : nil
    }
    if let time = pauseTime, clock.now() >= time {
      lines.append(reader.pause())
      pauseTime = nil
    }
    guard lines.pass() else { return ReadLoop.Interest() }
    guard let end else {
      return expansion.hasMore ? .more : ReadLoop.Interest(descriptors: [descriptor], deadline: pauseTime)
    }
    handlers.onEnd(end)
    return nil
  }

  private func read(_ buffer: inout [UInt8]) {
    if expansion.hasMore { return expand(&buffer) }
    let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(descriptor, $0) }
    if count > 0 {
      lines.append(reader.read(expansion.take(buffer[..<count])))
    } else if count == 0 {
      do throws(GzipError) {
        lines.append(reader.read(try expansion.finish()))
        end = .finished
      } catch { fail(error) }
    } else if errno != EINTR, errno != EAGAIN {
      end = .failed("\(name) can't be read: \(Self.reason)")
    }
    if end != nil { lines.append(reader.finish()) }
  }

  private func expand(_ buffer: inout [UInt8]) {
    do throws(GzipError) { lines.append(reader.read(try expansion.next(&buffer))) } catch { fail(error) }
  }

  /// Ends with what came before the damage. A line that was not complete is no value: it may lack its end.
  private func fail(_ damage: GzipError) {
    lines.append(reader.cut("the gzip file is damaged before the line is complete"))
    end = .failed("\(name) can't be read: \(damage)")
  }

  private var name: String {
    switch open {
    case .standardInput: "standard input"
    case .path(let path): path
    }
  }

  /// The descriptor to read; negative, with `errno`, on failure.
  private func opened() -> Int32 {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    switch open {
    case .standardInput:
      // A process that shares the pipe may read first what `poll` has announced, so this reader must not block. It can't
      // set that for itself alone, unless it opens the pipe again. On Darwin, this is a copy of the descriptor, which may block.
      guard FileStatus(STDIN_FILENO)?.kind == .pipe else { return STDIN_FILENO }
      let descriptor = Platform.open("/dev/fd/0", flags)
      return descriptor < 0 ? STDIN_FILENO : descriptor
    case .path(let path):
      if FileStatus(path: path)?.kind == .socket { return Self.connected(to: path) }
      // Opening a FIFO would wait for a writer; `poll` does that, too.
      return Platform.open(path, flags)
    }
  }

  /// A stream socket connected to `path`, as sockets can't be opened like files.
  private static func connected(to path: String) -> Int32 {
    let descriptor = Sockets.make(AF_UNIX, .stream)
    guard descriptor >= 0 else { return -1 }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard Sockets.connect(descriptor, to: path) else {
      let reason = errno
      close(descriptor)
      errno = reason
      return -1
    }
    return descriptor
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
