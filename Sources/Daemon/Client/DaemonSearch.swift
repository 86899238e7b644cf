internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Finds a daemon that answers.
public struct DaemonSearch: Sendable {
  /// No daemon answers: where it was looked for, and why not there.
  public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// A socket, what named its folder, and what is wrong with it.
    public struct Attempt: Hashable, Sendable {
      /// The socket.
      public var path: String
      /// What named its folder.
      public var origin: String
      /// `errno` of the attempt to connect.
      public var code: Int32

      fileprivate var reason: String {
        switch code {
        case ENOENT: "there is none"
        case ECONNREFUSED: "it was left behind, and no process listens"
        case EACCES: "you may not use it; its group may, or you are somebody else than you were then"
        default: String(cString: strerror(code))
        }
      }
    }

    /// In the order in which they were tried.
    public var attempts: [Attempt]

    /// For a person.
    public var description: String {
      let tried = attempts.map { "  \($0.path) (\($0.origin)): \($0.reason)" }.joined(separator: "\n")
      let help =
        attempts.contains { $0.code == EACCES }
        ? "`ls -l` shows the group that may; `sudo usermod -aG GROUP $USER` and a new login make you one of it"
        : "`marbled daemon` starts one; `--socket DIR` and `--instance NAME` say which one is meant"
      return "no daemon answers\n\(tried)\nhelp: \(help)"
    }
  }

  private let folders: [SocketFolder]

  /// Where to look: in a folder that is given, else in the usual ones.
  public init(given: String? = nil, instance: String = "default", environment: [String: String]) {
    folders = SocketFolder.candidates(given: given, instance: instance, environment: environment)
  }

  /// The first daemon that answers.
  ///
  /// - Parameter watching: whether a socket that only shows will do when there is no other.
  public func client(watching: Bool) throws(NotFound) -> DaemonClient {
    var attempts: [NotFound.Attempt] = []
    for folder in folders {
      for path in watching ? [folder.control, folder.view] : [folder.control] {
        let code = Self.connect(path)
        if code == 0 { return DaemonClient(path: path) }
        attempts.append(NotFound.Attempt(path: path, origin: folder.origin, code: code))
        // One that is not there has no second socket either.
        if code != EACCES { break }
      }
    }
    throw NotFound(attempts: attempts)
  }

  /// Whether somebody listens: 0, or `errno`.
  private static func connect(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM), 0)
    #endif
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Glibc)
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        #elseif canImport(Musl)
          Musl.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        #else
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        #endif
      }
    }
    return status == 0 ? 0 : errno
  }
}
