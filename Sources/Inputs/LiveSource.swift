internal import Foundation
internal import Platform
internal import RedisClient
public import Scenes

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
    case command(String, restarts: Bool)
    case tap(TapSource)
    case redis(RedisSource)
  }

  private let place: Place

  /// What a source calls, on its own threads.
  public struct Handlers: Sendable {
    /// Called with each line; reading pauses until it returns, which makes the writer wait.
    var onLine: @Sendable (LineReader.Line) -> Void
    /// Called with each line of a command's standard error.
    var onErrorLine: @Sendable (String) -> Void = { _ in }
    /// Called with the number of values that were lost before they arrived.
    var onDropped: @Sendable (Int) -> Void = { _ in }
    /// Called with a change of the status.
    var onUpdate: @Sendable (@escaping @Sendable (inout SourceStatus) -> Void) -> Void = { _ in }
    /// Called when what the source reads has ended, and the source waits for it to begin again; with the end.
    var onLeave: @Sendable (End) -> Void = { _ in }
    /// Called once, at the end.
    var onEnd: @Sendable (End) -> Void
  }

  /// Ends a source before its end.
  public struct Stopper: Sendable {
    fileprivate let body: @Sendable () -> Void
    fileprivate var row: RedisRow?

    /// Stops the source and ends its command; returns at once.
    public func stop() { body() }

    /// Tells the source that all its lines up to this number are dealt with.
    func acknowledge(upTo number: Int) { row?.acknowledge(upTo: number) }

    /// Stops the source once it has passed on what was acknowledged, and waits for that.
    ///
    /// - Parameters:
    ///   - limit: how long to wait at most.
    ///   - handingBack: whether the lines that are not acknowledged count as not delivered.
    func finish(within limit: Duration, handingBack: Bool) {
      if let row { row.finish(within: limit, handingBack: handingBack) } else { stop() }
    }
  }

  /// The name in messages.
  public var name: String {
    switch place {
    case .standardInput: "standard input"
    case .path(let path), .tail(let path): path
    case .command(let command, _): "`\(command)`"
    case .tap(let tap): "tap:\(tap.name)"
    case .redis(let redis): redis.url.place
    }
  }

  /// Whether the source keeps what was read until it is acknowledged.
  public var isAcknowledged: Bool { if case .redis(let redis) = place { redis.group != nil } else { false } }

  /// Whether the reason of a failure says which source failed.
  var failureNamesSource: Bool {
    switch place {
    case .command, .tap, .redis: true
    case .standardInput, .path, .tail: false
    }
  }

  /// Whether it is a tap of programs.
  public var isTap: Bool { if case .tap = place { true } else { false } }

  /// Whether it reads standard input.
  public var isStandardInput: Bool { place == .standardInput }

  /// Whether it can feed several rows: each runs its own command, or gets the same values.
  public var isShareable: Bool {
    switch place {
    case .command, .tap: true
    case .redis(let redis): redis.group == nil
    case .standardInput, .path, .tail: false
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

  /// The pipe, the device or the socket at `path`, which need not exist before it is read.
  static func path(_ path: String) -> LiveSource { LiveSource(place: .path(path)) }

  /// The output of a command, run by `/bin/sh -c`.
  ///
  /// - Parameter restarts: whether to start it again when it ends, rather than to end the row.
  public static func command(_ command: String, restarts: Bool = false) -> LiveSource {
    LiveSource(place: .command(command, restarts: restarts))
  }

  /// What programs report about the streams of one name.
  ///
  /// - Parameters:
  ///   - name: the name of the tap.
  ///   - iteration: the only iteration to follow, whose end ends the row; nil for all.
  ///   - restarts: whether the row goes on when the program ends.
  ///   - listener: listens for programs; several rows share it.
  public static func tap(
    _ name: String, iteration: Int? = nil, restarts: Bool = false, from listener: TapListener
  ) -> LiveSource {
    LiveSource(
      place: .tap(
        TapSource(name: name, iteration: iteration, restarts: restarts || listener.isPermanent, listener: listener)))
  }

  /// A stream of a Redis server.
  public static func redis(_ source: RedisSource) -> LiveSource { LiveSource(place: .redis(source)) }

  private init(place: Place) { self.place = place }

  /// What a user may do when the source is silent.
  public var hint: String {
    switch place {
    case .tail(let path):
      FileStatus(path: path) == nil
        ? "there is no file \(path) yet" : "nothing has been written to \(path) since marbled started"
    case .tap(let tap): tap.hint
    case .redis(let redis): "no entry was added to \(redis.url.key) since marbled started; read old ones with ?from=0"
    case .command: "the command may buffer its output to a pipe; try `exec:stdbuf -oL COMMAND`"
    default: "the program may buffer its output to a pipe; try `stdbuf -oL PROGRAM | marbled …`"
    }
  }

  /// Reads the source on a dedicated thread until its end.
  ///
  /// - Parameters:
  ///   - handlers: what to call.
  ///   - settings: how lines become events.
  ///   - program: the path of a program that becomes a ``CommandGuard``; nil for this program.
  /// - Returns: a value that stops the source.
  @discardableResult
  public func read(
    _ handlers: Handlers, settings: LineSettings = LineSettings(), guardedBy program: String? = nil
  ) -> Stopper {
    read(handlers, settings: settings, guardedBy: program, exitWait: CommandSource.exitWait)
  }

  /// Reads the source like ``read(_:settings:guardedBy:)``; a command that has closed its output may run for
  /// `exitWait` more in the time of `clock`.
  @discardableResult
  func read(
    _ handlers: Handlers, settings: LineSettings = LineSettings(), guardedBy program: String?, exitWait: Duration,
    clock: MonotonicClock = .system
  ) -> Stopper {
    if case .command(let command, let restarts) = place {
      let source = CommandSource(
        command, restarts: restarts, guardedBy: program ?? Self.thisProgram, exitWait: exitWait, clock: clock,
        handlers)
      start { source.run(settings) }
      return Stopper(body: { source.stop() })
    }
    if case .redis(let redis) = place {
      let row = RedisRow(redis, settings, handlers)
      row.start()
      return Stopper(body: { row.stop() }, row: row)
    }
    if case .tap(let tap) = place { return Stopper(body: tap.read(handlers, settings)) }
    let stop = StopPipe(clock: clock)
    start { [self] in
      switch place {
      case .standardInput: handlers.onEnd(Self.readLines(from: STDIN_FILENO, settings, stop, handlers) ?? .finished)
      case .path(let path):
        let descriptor = Self.opened(path)
        guard descriptor >= 0 else { return handlers.onEnd(.failed("\(name) can't be opened: \(Self.reason)")) }
        defer { close(descriptor) }
        handlers.onEnd(Self.readLines(from: descriptor, settings, stop, handlers) ?? .finished)
      case .tail(let path): Self.follow(path, settings, stop, handlers)
      case .command, .tap, .redis: break
      }
    }
    return Stopper(body: { stop.stop() })
  }

  private func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = "marbled.source"
    thread.start()
  }

  /// A path of this program, which works after an update has replaced its file, too.
  private static var thisProgram: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }

  /// Reads what is appended to a file, until it is stopped.
  private static func follow(_ path: String, _ settings: LineSettings, _ stop: StopPipe, _ handlers: Handlers) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    // Watched first, so that no change is missed between a look and a wait.
    let watch = FolderWatch(folder)
    let tail = FileTail(path, settings: settings, clock: stop.clock)
    while !stop.isStopped {
      let lines = tail.lines()
      if lines.isEmpty {
        watch.wait(orFor: stop.descriptor, clock: stop.clock)
      } else {
        lines.forEach(handlers.onLine)
      }
    }
  }

  /// Opens `path`; negative, with `errno`, on failure.
  private static func opened(_ path: String) -> Int32 {
    if FileStatus(path: path)?.kind == .socket { return connected(to: path) }
    // Opening a FIFO would wait for a writer; `poll` does that, too.
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
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

  /// Reads until the end, or until it is stopped; returns the error, or nil at the end of the input.
  private static func readLines(
    from descriptor: Int32, _ settings: LineSettings, _ stop: StopPipe, _ handlers: Handlers
  ) -> End? {
    var reader = LineReader(settings: settings)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // Standard input may block, or may be shared with another process that has set it to non-blocking.
    while stop.waits(for: descriptor) {
      let count = buffer.withUnsafeMutableBytes { FileBytes.readSome(descriptor, $0) }
      if count > 0 {
        reader.read(buffer[..<count]).forEach(handlers.onLine)
      } else if count == 0 {
        break
      } else if errno != EINTR, errno != EAGAIN {
        let why = reason
        reader.finish().map(handlers.onLine)
        return .failed("can't be read: \(why)")
      }
    }
    reader.finish().map(handlers.onLine)
    return nil
  }

  private static var reason: String { String(cString: strerror(errno)) }
}

extension InputSpec {
  /// The live source of the row; nil for a row that is not live, and for a tap, which needs a listener.
  public var liveSource: LiveSource? {
    switch source {
    case .standardInput: .standardInput
    case .tail(let path): .tail(path)
    case .file(let path): LiveSource(at: path)
    case .command(let command): .command(command)
    case .redis(let source): .redis(source)
    case .diagram, .random, .tap: nil
    }
  }

  /// Whether the events of the row arrive while the scene plays.
  public var isLive: Bool { if case .tap = source { true } else { liveSource != nil } }
}
