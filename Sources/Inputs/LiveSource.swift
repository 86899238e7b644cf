internal import Dispatch
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
    /// Who reads the stream in its program has stopped: the stream may not be over, so the row has no end.
    case cancelled
    /// The source can't be read, with a sentence that says which one, and why.
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

  /// The processor time so far for reading and decoding the lines of all sources of this process but Redis streams, in nanoseconds.
  public static var readingTime: Int64 { ReadLoop.streams.busyTime + ReadLoop.files.busyTime }

  /// What a source calls, on the thread that reads it. That thread reads others, too, so none of these may block.
  public struct Handlers: Sendable {
    /// Called with each line, in order. Returns false when the row is full: then the line is still the source's, which reads
    /// no more until `whenRoom` is called, on any thread, and it may try again. This makes the writer wait.
    var onLine: @Sendable (_ line: LineReader.Line, _ whenRoom: @escaping @Sendable () -> Void) -> Bool
    /// Called with each line of a command's standard error.
    var onErrorLine: @Sendable (String) -> Void = { _ in }
    /// Called with the number of values that were lost before they arrived.
    var onDropped: @Sendable (Int) -> Void = { _ in }
    /// Called with a change of the status.
    var onUpdate: @Sendable (@escaping @Sendable (inout SourceStatus) -> Void) -> Void = { _ in }
    /// Called when the loop over a stream of another program goes on.
    var onLoop: @Sendable (LoopStatus) -> Void = { _ in }
    /// Called when what the source reads has ended, and the source waits for it to begin again; with the end.
    var onLeave: @Sendable (End) -> Void = { _ in }
    /// Called once, at the end.
    var onEnd: @Sendable (End) -> Void

    /// Passes a line on, and blocks the calling thread while the row is full: for sources with threads of their own.
    func deliver(_ line: LineReader.Line) {
      let room = DispatchSemaphore(value: 0)
      while !onLine(line, { room.signal() }) { room.wait() }
    }
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
    case .tap(let tap): "tap:\(tap.tap)"
    case .redis(let redis): redis.url.place
    }
  }

  /// Whether the source keeps what was read until it is acknowledged.
  public var isAcknowledged: Bool { if case .redis(let redis) = place { redis.group != nil } else { false } }

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
  ///   - tap: which streams.
  ///   - iteration: the only iteration to follow, whose end ends the row; nil for all.
  ///   - restarts: whether the row goes on when the program ends.
  ///   - listener: listens for programs; several rows share it.
  public static func tap(
    _ tap: TapAddress, iteration: Int? = nil, restarts: Bool = false, from listener: TapListener
  ) -> LiveSource {
    LiveSource(
      place: .tap(
        TapSource(tap: tap, iteration: iteration, restarts: restarts || listener.isPermanent, listener: listener)))
  }

  /// A stream of a Redis server.
  public static func redis(_ source: RedisSource) -> LiveSource { LiveSource(place: .redis(source)) }

  private init(place: Place) { self.place = place }

  /// The file that is followed and does not exist; nil for another source.
  public var missingFile: String? {
    guard case .tail(let path) = place, FileStatus(path: path) == nil else { return nil }
    return path
  }

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

  /// Reads the source until its end. One thread reads all sources, except streams of Redis, which have their own: a scene
  /// has few of them, and their client waits for answers.
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
  /// `exitWait` more.
  ///
  /// - Parameter loop: reads the source; nil for one of those that this process shares.
  @discardableResult
  func read(
    _ handlers: Handlers, settings: LineSettings = LineSettings(), guardedBy program: String?, exitWait: Duration,
    on loop: ReadLoop? = nil
  ) -> Stopper {
    let registration: ReadLoop.Registration
    switch place {
    case .command(let command, let restarts):
      let loop = loop ?? .streams
      registration = loop.add { registration in
        CommandSource(
          command, restarts: restarts, guardedBy: program ?? Self.thisProgram, exitWait: exitWait, settings, handlers,
          registration, clock: loop.clock)
      }
    case .redis(let redis):
      let row = RedisRow(redis, settings, handlers)
      row.start()
      return Stopper(body: { row.stop() }, row: row)
    case .tap(let tap): return Stopper(body: tap.read(handlers, settings))
    case .standardInput: registration = Self.read(.standardInput, handlers, settings, on: loop ?? .streams)
    case .path(let path): registration = Self.read(.path(path), handlers, settings, on: loop ?? .streams)
    case .tail(let path):
      let loop = loop ?? .files
      registration = loop.add { TailSource(path, settings, handlers, $0, clock: loop.clock) }
    }
    return Stopper(body: { registration.remove() })
  }

  private static func read(
    _ opening: StreamSource.Opening, _ handlers: Handlers, _ settings: LineSettings, on loop: ReadLoop
  ) -> ReadLoop.Registration {
    loop.add { StreamSource(opening, settings, handlers, $0, clock: loop.clock) }
  }

  /// A path of this program, which works after an update has replaced its file, too.
  private static var thisProgram: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
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
