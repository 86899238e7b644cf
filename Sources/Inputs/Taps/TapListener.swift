internal import Foundation
internal import Marbles
internal import Platform
public import Scenes
internal import Synchronization

/// Listens for programs with taps, and passes their reports to the rows that show them.
///
/// One thread reads all programs. A full row delays only the programs that report to it; they drop values meanwhile and
/// count them. The number of programs, the length of lines and the number of kept values are limited.
public final class TapListener: Sendable {
  /// Why nothing listens.
  public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do, for a person.
    public var description: String
  }

  /// The maximum number of programs at one time.
  static let connectionLimit = 64
  /// How long a program may take for its first line.
  static let helloLimit = Duration.seconds(5)
  /// How many bytes a program may send without the end of a line.
  static let unfinishedLimit = 1 << 20

  /// The path of the socket.
  public let path: String
  /// Whether rows go on when programs end, rather than to end with them.
  let isPermanent: Bool
  private let mode: UInt32
  private let descriptor = Mutex<Int32?>(nil)
  private let isClosed = Atomic(false)
  private let accepting = Mutex<ReadLoop.Registration?>(nil)
  private let loop: ReadLoop
  let board: TapBoard
  /// The programs that are connected.
  let programs = OpenPrograms()

  /// Creates a listener; ``open()`` makes the socket.
  ///
  /// - Parameters:
  ///   - path: the path of the socket.
  ///   - mode: the permissions of the socket.
  ///   - isPermanent: whether rows go on when programs end, rather than to end with them.
  public convenience init(at path: String, mode: UInt32 = 0o600, isPermanent: Bool = false) {
    self.init(at: path, mode: mode, isPermanent: isPermanent, on: .streams)
  }

  /// - Parameter loop: reads the programs, and measures the time for their first lines and for further taps.
  init(at path: String, mode: UInt32 = 0o600, isPermanent: Bool = false, on loop: ReadLoop) {
    (self.path, self.mode, self.isPermanent, self.loop) = (path, mode, isPermanent, loop)
    board = TapBoard(on: loop)
  }

  /// The path that programs and marbled use unless another is chosen: `MARBLED_TAP`, or `tap.sock` where a daemon would
  /// have it.
  public static func defaultPath(environment: [String: String]) -> String {
    if let path = environment["MARBLED_TAP"], !path.isEmpty, path != "off" { return path }
    return SocketFolder.candidates(environment: environment)[0].tap
  }

  /// Makes the socket and starts to listen. Does nothing if it listens already.
  public func open() throws(Unavailable) {
    let failure: Unavailable? = descriptor.withLock { descriptor in
      guard descriptor == nil else { return nil }
      do throws(Unavailable) { descriptor = try bound() } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  /// Makes the socket again if it was removed, as by a cleaner of temporary files. Programs that are connected stay.
  ///
  /// - Returns: whether it was made again.
  public func openAgainIfRemoved() throws(Unavailable) -> Bool {
    let old = accepting.withLock { $0 }
    let result: Result<Bool, Unavailable> = descriptor.withLock { descriptor in
      guard let known = descriptor, known >= 0, FileStatus(path: path) == nil, errno == ENOENT else {
        return .success(false)
      }
      do throws(Unavailable) { descriptor = try bound() } catch { return .failure(error) }
      return .success(true)
    }
    let isNew = try result.get()
    // It sees that it accepts no programs any more.
    if isNew { old?.wake() }
    return isNew
  }

  /// Whether a socket accepts no programs any more.
  func hasReplaced(_ socket: Int32) -> Bool { descriptor.withLock { $0 != socket } }

  private func bound() throws(Unavailable) -> Int32 {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try removeStale()
    let socket = Sockets.make(AF_UNIX, .stream)
    guard socket >= 0 else { throw unavailable() }
    // No program can connect before `listen`, so the permissions apply to all connections.
    guard Sockets.withAddress(of: path, { bind(socket, $0, $1) }) == 0, chmod(path, mode_t(mode)) == 0,
      listen(socket, 64) == 0
    else {
      defer { Platform.close(socket) }
      throw unavailable()
    }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    let registration = loop.add { [self] in TapAcceptor(of: self, socket, on: loop, $0) }
    accepting.withLock { $0 = registration }
    return socket
  }

  /// Removes the socket of a process that has gone.
  private func removeStale() throws(Unavailable) {
    guard FileStatus(path: path)?.kind == .socket else { return }
    let probe = Sockets.make(AF_UNIX, .stream)
    defer { Platform.close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    guard !Sockets.connect(probe, to: path), errno == ECONNREFUSED else {
      throw Unavailable(
        description:
          "another process listens at \(path); end it, or choose another socket with MARBLED_TAP=PATH for marbled and the program"
      )
    }
    unlink(path)
  }

  private func unavailable() -> Unavailable {
    Unavailable(
      description:
        "no socket can be made at \(path): \(String(cString: strerror(errno))); choose another with MARBLED_TAP=PATH for marbled and the program"
    )
  }

  /// Stops listening, ends all connections, and removes the socket.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    accepting.withLock { $0 }?.wake()
    descriptor.withLock { descriptor in
      if descriptor != nil { unlink(path) }
      descriptor = -1
    }
  }

  /// The problems since the last call, as warnings for standard error, one per line.
  public func takeWarnings() -> [String] { board.takeProblems().map { "warning: taps: \($0)" } }

  /// Calls `body` on any thread when there are warnings to take; returns a number for ``stopObservingWarnings(_:)``.
  @discardableResult
  public func observeWarnings(_ body: @escaping @Sendable () -> Void) -> Int { board.observeProblems(body) }

  /// Calls a function of ``observeWarnings(_:)`` no more.
  public func stopObservingWarnings(_ number: Int) { board.stopObservingProblems(number) }

  /// Waits until a program reports its first tap, and a little longer for the others.
  ///
  /// - Parameter quiet: how long no new tap must be seen. What comes meanwhile is at the start of the rows.
  /// - Returns: live rows of all taps, by name, as streams that begin at the same time have no order. They go on when
  ///   programs end.
  public func rows(quiet: Duration = .milliseconds(100)) -> [(name: String, live: Scene.Live)] {
    Self.rows(of: board.firstNames(quiet: quiet)).sorted { $0.name < $1.name }
  }

  /// Calls `body` with a live row for each tap: at once for those of ``rows(quiet:)``, and for others on another thread, when
  /// a program first reports them.
  public func observeRows(_ body: @escaping @Sendable (_ name: String, _ live: Scene.Live) -> Void) {
    board.observeNames { [board] name in
      let names = board.names
      guard let index = names.firstIndex(of: name), index < Self.rowLimit else { return }
      let row = Self.rows(of: names)[index]
      body(row.name, row.live)
    }
  }

  /// Live rows of the taps that programs have reported so far.
  public var rowsSoFar: [(name: String, live: Scene.Live)] { Self.rows(of: board.names) }

  /// The maximum number of rows.
  static let rowLimit = 64

  /// Live rows of taps, with names that expressions can use: `orders` and `orders_4711`.
  public static func rows(of taps: [TapAddress]) -> [(name: String, live: Scene.Live)] {
    var rows: [(name: String, live: Scene.Live)] = []
    for tap in taps.prefix(rowLimit) {
      let text = tap.process.map { "\(tap.name)_\($0)" } ?? tap.name
      let letters = text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
      let valid = RowName.isValid(String(letters)) ? String(letters) : "_" + String(letters)
      var row = valid
      var number = 2
      while rows.contains(where: { $0.name == row }) {
        row = "\(valid)_\(number)"
        number += 1
      }
      var live = Scene.Live(source: "tap:\(tap)")
      live.restarts = true
      rows.append((row, live))
    }
    return rows
  }

  /// Whether the listener was closed.
  var hasEnded: Bool { isClosed.load(ordering: .acquiring) }
}

extension TapListener: Hashable {
  /// Whether both are the same listener.
  public static func == (one: TapListener, other: TapListener) -> Bool { one === other }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
