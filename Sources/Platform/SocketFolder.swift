/// The folder of a daemon's sockets.
public struct SocketFolder: Hashable, Sendable {
  /// The path of the folder.
  public var path: String
  /// Where the path comes from, for messages.
  public var origin: String

  /// Creates the value without creating the folder.
  public init(path: String, origin: String) { (self.path, self.origin) = (path, origin) }

  /// The path of the socket that accepts every request.
  public var control: String { path + "/control.sock" }
  /// The path of the read-only socket.
  public var view: String { path + "/view.sock" }
  /// The path of the socket to which programs report their streams.
  public var tap: String { path + "/tap.sock" }
  /// The path of the lock file, which holds the process id of the daemon that uses the folder.
  public var lock: String { path + "/marbled.pid" }

  /// The name of a daemon that was started without one.
  public static let defaultInstance = "default"

  /// Systems whose folders have different names.
  public enum System: Sendable {
    case linux
    case darwin

    /// The system that this program runs on.
    public static var current: System {
      #if canImport(Darwin)
        .darwin
      #else
        .linux
      #endif
    }
  }

  /// The folders in which a daemon may have its sockets, in order of preference; at least one.
  ///
  /// - Parameters:
  ///   - given: a folder from a flag or the configuration, which is then the only candidate.
  ///   - instance: the name of the daemon.
  public static func candidates(
    given: String? = nil, instance: String = defaultInstance, environment: [String: String], system: System = .current
  ) -> [SocketFolder] {
    if let given { return [SocketFolder(path: given, origin: "--socket")] }
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    var folders: [SocketFolder] = []
    if let path = variable("MARBLED_SOCKET") { folders.append(SocketFolder(path: path, origin: "$MARBLED_SOCKET")) }
    // systemd lists all runtime directories of a unit.
    if let path = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
      folders.append(SocketFolder(path: String(path), origin: "$RUNTIME_DIRECTORY"))
    }
    if let path = variable("XDG_RUNTIME_DIR") {
      folders.append(SocketFolder(path: "\(path)/marbled/\(instance)", origin: "$XDG_RUNTIME_DIR"))
    }
    // macOS sets no variable for such a folder. That of caches belongs to the user alone, below a folder with the mode 0700,
    // and its path is short enough for a socket. It is the same for shells, ssh, launchd and programs outside of a sandbox;
    // `TMPDIR` is not, as build tools and shells change it, and the system removes old files from it.
    if system == .darwin, let home = variable("HOME") {
      folders.append(SocketFolder(path: "\(home)/Library/Caches/marbled/\(instance)", origin: "~/Library/Caches"))
    }
    let run = system == .darwin ? "/var/run" : "/run"
    folders.append(SocketFolder(path: "\(run)/marbled/\(instance)", origin: "the system-wide folder"))
    return folders
  }

  /// Whether `name` is valid as the name of a daemon.
  public static func isInstance(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".contains(Character($0)))
      }
  }
}
