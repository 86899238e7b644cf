internal import Foundation
internal import Platform
internal import Wire

/// Finds a running daemon.
public struct DaemonSearch: Sendable {
  /// No daemon answers; lists the sockets that were tried.
  public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// A socket that was tried, the origin of its folder, and the error.
    public struct Attempt: Hashable, Sendable {
      /// The path of the socket.
      public var path: String
      /// The origin of its folder: a flag, a variable or a default.
      public var origin: String
      /// `errno` of the connection attempt.
      public var code: Int32

      fileprivate var reason: String {
        switch code {
        case ENOENT: "no such socket"
        case ECONNREFUSED: "stale socket: no process listens"
        case EACCES: "permission denied: join the socket's group, or run as the user who started the daemon"
        default: String(cString: strerror(code))
        }
      }
    }

    /// The attempts in their order.
    public var attempts: [Attempt]
    /// The names of other daemons that answer, when no name was requested.
    public var others: [String] = []

    /// The error for a person, with what to do.
    public var description: String {
      if !others.isEmpty {
        return "several daemons answer: \(others.joined(separator: ", "))\nhelp: choose one with `--instance NAME`"
      }
      let tried = attempts.map { "  \($0.path) (\($0.origin)): \($0.reason)" }.joined(separator: "\n")
      let help =
        attempts.contains { $0.code == EACCES }
        ? "`ls -l` shows the group of the socket; `sudo usermod -aG GROUP $USER` and a new login add you to it"
        : "start one with `marbled daemon`, or choose one with `--socket DIR` or `--instance NAME`"
      return "no daemon answers\n\(tried)\nhelp: \(help)"
    }
  }

  private let folders: [SocketFolder]
  private let isOfAnyName: Bool

  /// Searches `given`, or else the default folders.
  ///
  /// - Parameter instance: the name of a daemon; nil for `default`, or else for the only one that runs.
  public init(given: String? = nil, instance: String? = nil, environment: [String: String]) {
    folders = SocketFolder.candidates(
      given: given, instance: instance ?? SocketFolder.defaultInstance, environment: environment)
    isOfAnyName = given == nil && instance == nil
  }

  /// A client of the first daemon that answers.
  ///
  /// - Parameters:
  ///   - watching: whether the read-only socket is accepted when there is no other.
  ///   - timeout: how long a request of the client may take; nil for no limit.
  public func client(watching: Bool, timeout: Duration? = nil) throws(NotFound) -> DaemonClient {
    var attempts: [NotFound.Attempt] = []
    for folder in folders {
      for path in watching ? [folder.control, folder.view] : [folder.control] {
        let code = Self.connect(path)
        if code == 0 { return DaemonClient(path: path, timeout: timeout) }
        attempts.append(NotFound.Attempt(path: path, origin: folder.origin, code: code))
        // A missing or unused socket means that the view socket is unused, too.
        if code != EACCES { break }
      }
    }
    let others = isOfAnyName ? others(watching) : []
    if others.count == 1 { return DaemonClient(path: others[0].path, timeout: timeout) }
    throw NotFound(attempts: attempts, others: others.map(\.name))
  }

  /// Names and sockets of other daemons that answer, in the default folders.
  private func others(_ watching: Bool) -> [(name: String, path: String)] {
    var found: [(name: String, path: String)] = []
    for folder in folders where folder.path.hasSuffix("/marbled/" + SocketFolder.defaultInstance) {
      let parent = String(folder.path.dropLast(SocketFolder.defaultInstance.count + 1))
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).sorted()
      for name in names where SocketFolder.isInstance(name) && !found.contains(where: { $0.name == name }) {
        let other = SocketFolder(path: "\(parent)/\(name)", origin: folder.origin)
        let sockets = watching ? [other.control, other.view] : [other.control]
        if let path = sockets.first(where: { Self.connect($0) == 0 }) { found.append((name, path)) }
      }
    }
    return found
  }

  /// Returns 0 when the socket accepts connections, else `errno`; never blocks, even for a daemon that hangs.
  private static func connect(_ path: String) -> Int32 {
    let descriptor = Sockets.make(AF_UNIX, .stream)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // A full queue of connections means that a daemon listens; the request will show whether it responds.
    return Sockets.connect(descriptor, to: path) || errno == EAGAIN || errno == EINPROGRESS ? 0 : errno
  }
}
