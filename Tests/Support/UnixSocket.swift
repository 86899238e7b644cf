#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// Sockets in the file system, as the system has them.
package enum UnixSocket {
  /// A socket that is not passed on to children.
  package static func make(_ family: Int32 = AF_UNIX, isStream: Bool = true) -> Int32 {
    #if canImport(Glibc)
      let kind = isStream ? SOCK_STREAM : SOCK_DGRAM
      return socket(family, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      return socket(family, isStream ? SOCK_STREAM : SOCK_DGRAM, 0)
    #endif
  }

  /// Calls `body`, such as `connect` or `bind`, with the address of a path.
  package static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
