internal import Foundation
internal import Platform

/// Reads standard input, a FIFO, a device, a socket or a growing file while data arrives.
public struct LiveSource: Hashable, Sendable {
  /// How a source ended.
  public enum End: Hashable, Sendable {
    /// The end of the input was reached.
    case finished
    /// The source can't be read, with the reason.
    case failed(String)
  }

  private enum Place: Hashable {
    case standardInput
    case path(String)
    case tail(String)
  }

  private let place: Place

  /// The name in messages.
  public var name: String {
    switch place {
    case .standardInput: "standard input"
    case .path(let path), .tail(let path): path
    }
  }

  /// Standard input.
  public static let standardInput = LiveSource(place: .standardInput)

  /// The lines that are appended to the file at `path`, which is followed by its name when it is replaced.
  public static func tail(_ path: String) -> LiveSource { LiveSource(place: .tail(path)) }

  /// The live source at `path`: a FIFO, a device or a socket; nil for anything else.
  public init?(at path: String) {
    switch FileStatus(path: path)?.kind {
    case .pipe, .characterDevice, .socket: self.init(place: .path(path))
    default: return nil
    }
  }

  private init(place: Place) { self.place = place }

  /// What a user may do when the source is silent.
  public var hint: String {
    switch place {
    case .tail(let path):
      FileStatus(path: path) == nil
        ? "there is no file \(path) yet" : "nothing has been written to \(path) since marbled started"
    default: "the program may buffer its output to a pipe; try `stdbuf -oL PROGRAM | marbled …`"
    }
  }

  /// Reads the source on a dedicated thread until its end.
  ///
  /// - Parameters:
  ///   - onLine: called with each line; reading pauses until it returns, which makes the writer wait.
  ///   - onEnd: called once, at the end.
  public func read(
    onLine: @escaping @Sendable (LineReader.Line) -> Void, onEnd: @escaping @Sendable (End) -> Void
  ) {
    let thread = Thread { [self] in
      switch place {
      case .standardInput: onEnd(Self.readLines(from: STDIN_FILENO, onLine) ?? .finished)
      case .path(let path):
        let descriptor = Self.opened(path)
        guard descriptor >= 0 else { return onEnd(.failed("\(name) can't be opened: \(Self.reason)")) }
        defer { close(descriptor) }
        onEnd(Self.readLines(from: descriptor, onLine) ?? .finished)
      case .tail(let path): Self.follow(path, onLine)
      }
    }
    thread.name = "marbled.source"
    thread.start()
  }

  /// Reads what is appended to a file, for ever.
  private static func follow(_ path: String, _ onLine: (LineReader.Line) -> Void) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    // Watched first, so that no change is missed between a look and a wait.
    let watch = FolderWatch(folder)
    let tail = FileTail(path)
    while true {
      let lines = tail.lines()
      if lines.isEmpty { watch.wait() } else { lines.forEach(onLine) }
    }
  }

  /// Opens `path`; negative, with `errno`, on failure.
  private static func opened(_ path: String) -> Int32 {
    if FileStatus(path: path)?.kind == .socket { return connected(to: path) }
    // Opening a FIFO waits for a writer.
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  }

  /// A stream socket connected to `path`, as sockets can't be opened like files.
  private static func connected(to path: String) -> Int32 {
    let descriptor = Sockets.make(AF_UNIX, .stream)
    guard descriptor >= 0 else { return -1 }
    guard Sockets.connect(descriptor, to: path) else {
      let reason = errno
      close(descriptor)
      errno = reason
      return -1
    }
    return descriptor
  }

  /// Reads until the end; returns the error, or nil at the end of the input.
  private static func readLines(from descriptor: Int32, _ onLine: (LineReader.Line) -> Void) -> End? {
    var reader = LineReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(descriptor, $0) }
      if count > 0 {
        reader.read(buffer[..<count]).forEach(onLine)
      } else if count == 0 {
        reader.finish().map(onLine)
        return nil
      } else if errno == EAGAIN {
        // Standard input is shared: another process may have set it to non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        reader.finish().map(onLine)
        return .failed("can't be read: \(reason)")
      }
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }
}

extension InputSpec {
  /// The live source of the row; nil for a row that is not live.
  public var liveSource: LiveSource? {
    switch source {
    case .standardInput: .standardInput
    case .tail(let path): .tail(path)
    case .file(let path): LiveSource(at: path)
    case .diagram, .random: nil
    }
  }
}
