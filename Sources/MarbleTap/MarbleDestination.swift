internal import Platform

/// Where taps report to.
public struct MarbleDestination: Hashable, Sendable {
  let target: TapChannel.Target
  private(set) var isRedacted = false

  /// What the environment says: the variable `MARBLED_TAP`. Without it, taps report to the daemon of the user in a debug
  /// build, and nowhere in a release build.
  ///
  /// `MARBLED_TAP` holds the path of a Unix socket, which ends with `.sock` or exists, or the path of a file, to which
  /// lines are appended; `%p` in it stands for the process id, so that each program has its own file. `off` turns taps
  /// off, and `on` means ``daemon``. If `MARBLED_TAP_VALUES` is `types`, values are ``redacted``.
  public static let environment = MarbleDestination(environment: variables, isDebug: isDebug)

  /// The daemon of the user, also in a release build. Taps look for its socket `tap.sock` in the folders in which clients
  /// look for `control.sock`: `$MARBLED_SOCKET`, `$RUNTIME_DIRECTORY`, `$XDG_RUNTIME_DIR/marbled/default` and
  /// `/run/marbled/default`; on macOS `~/Library/Caches/marbled/default` and `/var/run/marbled/default` instead of the last.
  public static let daemon = MarbleDestination(target: daemon(variables))

  private static let variables: [String: String] = [
    "MARBLED_TAP", "MARBLED_TAP_VALUES", "MARBLED_SOCKET", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "HOME",
  ].reduce(into: [:]) { found, name in getenv(name).map { found[name] = String(cString: $0) } }

  private static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

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

  /// The same place, to which only the types of values and errors are reported: for what others may not read.
  public var redacted: MarbleDestination {
    var destination = self
    destination.isRedacted = true
    return destination
  }

  /// What an environment says; see ``environment``.
  init(environment: [String: String], isDebug: Bool, process: Int32 = getpid()) {
    isRedacted = environment["MARBLED_TAP_VALUES"] == "types"
    switch environment["MARBLED_TAP"] {
    case nil: target = isDebug ? Self.daemon(environment) : .nowhere
    case "", "off": target = .nowhere
    case "on": target = Self.daemon(environment)
    case let path? where path.hasSuffix(".sock") || FileStatus(path: path)?.kind == .socket: target = .sockets([path])
    case let path?: target = .file(path.replacing("%p", with: "\(process)"))
    }
  }

  private init(target: TapChannel.Target) { self.target = target }

  private static func daemon(_ environment: [String: String]) -> TapChannel.Target {
    .sockets(SocketFolder.candidates(environment: environment).map(\.tap))
  }

  func tap(_ name: String) -> Tap { TapChannel.to(target).tap(name, isRedacted: isRedacted) }
}
