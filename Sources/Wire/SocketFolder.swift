/// The folder in which a daemon has its sockets, and where clients look for it.
public struct SocketFolder: Hashable, Sendable {
  /// The folder.
  public var path: String
  /// What named it, for messages.
  public var origin: String

  /// Creates the value; no folder is made.
  public init(path: String, origin: String) { (self.path, self.origin) = (path, origin) }

  /// The socket that takes every request.
  public var control: String { path + "/control.sock" }
  /// The socket that shows and does nothing else.
  public var view: String { path + "/view.sock" }
  /// The file that says which process has it, and that is locked as long as it has.
  public var lock: String { path + "/marbled.pid" }

  /// The name of a daemon that was given none.
  public static let defaultInstance = "default"

  /// The folders in which a daemon may have its sockets, first choice first; at least one.
  ///
  /// - Parameters:
  ///   - given: by flag or configuration; it is then the only one.
  ///   - instance: which of several daemons.
  public static func candidates(
    given: String? = nil, instance: String = defaultInstance, environment: [String: String]
  ) -> [SocketFolder] {
    if let given { return [SocketFolder(path: given, origin: "--socket")] }
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    var folders: [SocketFolder] = []
    if let path = variable("MARBLED_SOCKET") { folders.append(SocketFolder(path: path, origin: "$MARBLED_SOCKET")) }
    // systemd lists all that a unit has.
    if let path = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
      folders.append(SocketFolder(path: String(path), origin: "$RUNTIME_DIRECTORY"))
    }
    if let path = variable("XDG_RUNTIME_DIR") {
      folders.append(SocketFolder(path: "\(path)/marbled/\(instance)", origin: "$XDG_RUNTIME_DIR"))
    }
    folders.append(SocketFolder(path: "/run/marbled/\(instance)", origin: "the system's"))
    return folders
  }

  /// Whether a daemon can be called so.
  public static func isInstance(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".contains(Character($0)))
      }
  }
}
