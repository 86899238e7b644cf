internal import Platform

/// Where taps report to.
public struct MarbleDestination: Hashable, Sendable {
  let target: TapChannel.Target

  /// What the environment says: the variable `MARBLED_TAP`, or else the daemon of the user.
  ///
  /// `MARBLED_TAP` holds the path of a Unix socket, which ends with `.sock` or exists, or the path of a file, to which
  /// lines are appended; `%p` in it stands for the process id, so that each program has its own file. `off` turns taps
  /// off. Without the variable, taps look for the socket `tap.sock` of a daemon in the folders in which clients look for
  /// `control.sock`: `$MARBLED_SOCKET`, `$RUNTIME_DIRECTORY`, `$XDG_RUNTIME_DIR/marbled/default` and
  /// `/run/marbled/default`.
  public static let environment = MarbleDestination(
    environment: [
      "MARBLED_TAP", "MARBLED_SOCKET", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR",
    ].reduce(into: [:]) { found, name in getenv(name).map { found[name] = String(cString: $0) } })

  /// Nowhere.
  public static let off = MarbleDestination(target: .nowhere)

  /// The Unix socket at a path, whose listener may come and go.
  ///
  /// - Parameter path: the path of the socket, at most 107 bytes long.
  public static func socket(_ path: String) -> MarbleDestination { MarbleDestination(target: .sockets([path])) }

  /// A file to which lines are appended, or a FIFO. A new file can be read by its owner alone.
  ///
  /// - Parameter path: the path of the file.
  public static func file(_ path: String) -> MarbleDestination { MarbleDestination(target: .file(path)) }

  /// What an environment says; see ``environment``.
  init(environment: [String: String], process: Int32 = getpid()) {
    switch environment["MARBLED_TAP"] {
    case nil: target = .sockets(SocketFolder.candidates(environment: environment).map(\.tap))
    case "", "off": target = .nowhere
    case let path? where path.hasSuffix(".sock") || FileStatus(path: path)?.kind == .socket: target = .sockets([path])
    case let path?: target = .file(path.replacing("%p", with: "\(process)"))
    }
  }

  private init(target: TapChannel.Target) { self.target = target }

  func tap(_ name: String) -> Tap { TapChannel.to(target).tap(name) }
}
