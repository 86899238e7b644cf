/// Sockets, where C libraries differ in the types of their constants.
public enum Sockets {
  /// Whether a socket carries a stream of bytes or single messages.
  public enum Kind: Sendable {
    case stream
    case datagram

    /// `SOCK_STREAM` or `SOCK_DGRAM`, as `getaddrinfo` and `socket` take them.
    public var number: Int32 {
      #if canImport(Glibc)
        switch self {
        case .stream: Int32(SOCK_STREAM.rawValue)
        case .datagram: Int32(SOCK_DGRAM.rawValue)
        }
      #else
        switch self {
        case .stream: Int32(SOCK_STREAM)
        case .datagram: Int32(SOCK_DGRAM)
        }
      #endif
    }
  }

  /// A flag for `send`: a closed connection is an error, not SIGPIPE.
  public static var noSignal: Int32 {
    #if canImport(Darwin)
      // There, it is an option of a socket: see `make`.
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }

  /// Creates a socket that child processes do not inherit; -1 with `errno` when there is none left.
  public static func make(_ family: Int32, _ kind: Kind) -> Int32 {
    let descriptor = socket(family, kind.number, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return silent(descriptor)
  }

  /// Has a closed connection cause an error rather than SIGPIPE, where that is an option of the socket.
  private static func silent(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      let error = errno
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      errno = error
    #else
      // There, it is a flag of each message: see `noSignal`.
    #endif
    return descriptor
  }

  /// The IPv4 address by which other machines reach this one: that of the interface to the default route. Nil without a network.
  public static var addressOfThisMachine: String? {
    let descriptor = make(AF_INET, .datagram)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    // An address for examples (RFC 5737). To connect a datagram socket chooses a route and sends nothing.
    address.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (pointer) -> String? in
        guard Platform.connect(descriptor, pointer, length) == 0, getsockname(descriptor, pointer, &length) == 0 else {
          return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(pointer, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
          return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  }

  /// Connects a socket to one in the file system, as `connect` does; false with `errno` when that fails.
  public static func connect(_ descriptor: Int32, to path: String) -> Bool {
    withAddress(of: path) { Platform.connect(descriptor, $0, $1) == 0 } ?? false
  }

  /// Calls `body` with the address of a socket in the file system; nil, with `ENAMETOOLONG`, for a path that is too long.
  public static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // The last byte of the field is a zero.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
