internal import Platform

extension ListenAddress {
  /// The daemon can't listen on an address.
  public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address, what is wrong with it, and what to do.
    public var description: String
  }

  /// Whether it stands for all addresses of this machine.
  public var isOfEveryInterface: Bool { ["0.0.0.0", "::"].contains(host) }

  /// Whether only programs on this machine can connect.
  var isOfThisMachineOnly: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// Binds the address and releases it, so that a port in use is reported before the server starts.
  ///
  /// - Parameters:
  ///   - flag: the flag that sets the address, for messages.
  ///   - clients: who connects there, for messages.
  func check(flag: String, clients: String = "viewers") throws(Unavailable) {
    func unavailable(_ reason: String) -> Unavailable {
      Unavailable(description: "\(clients) can't connect at \(self): \(reason)")
    }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = Sockets.Kind.stream.number
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0, let address = found?.pointee else {
      throw unavailable("the host is unknown: \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw unavailable(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    // As the server does: recently closed connections don't block the address.
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) != 0 else { return }
    switch errno {
    case EADDRINUSE: throw unavailable("the port is already in use; choose another port with \(flag)")
    case EADDRNOTAVAIL: throw unavailable("this machine does not have that address")
    case EACCES: throw unavailable("permission denied: ports below 1024 need CAP_NET_BIND_SERVICE")
    default: throw unavailable(String(cString: strerror(errno)))
    }
  }
}
