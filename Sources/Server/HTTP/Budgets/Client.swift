internal import HTTPTypes
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Platform

/// Who asks for work: an address, and a page there.
struct Client: Hashable, Sendable {
  /// The address as it is counted: an IPv6 network of 64 bits is one address.
  let address: String
  /// The name that a page has given itself, as `page=` of its requests; nil for a program. A page has several connections,
  /// and a proxy has those of all pages, so that neither tells pages apart.
  let page: String?

  init(address: String, page: String? = nil) { (self.address, self.page) = (address, page) }

  /// The client of a request.
  ///
  /// - Parameter isBehindProxy: whether a proxy names the address of its client, as the last of `X-Forwarded-For`.
  init(of request: Request, _ channel: any Channel, isBehindProxy: Bool) {
    page = request.uri.queryParameters["page"].map { DisplayText.shortened(String($0), to: 40) }
    // Only the last address is that of the proxy; clients can send others.
    if isBehindProxy, let last = request.headers[Self.forwardedFor]?.split(separator: ",").last {
      address = Self.name(ofIP: DisplayText.shortened(last.filter { $0 != " " }, to: 45))
    } else {
      address = Self.name(of: channel.remoteAddress)
    }
  }

  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")!

  /// What the program does by itself, for all clients.
  static let program = Client(address: "")

  /// The name of an address; `local` for a client without one.
  static func name(of address: SocketAddress?) -> String { address?.ipAddress.map(name(ofIP:)) ?? "local" }

  /// Where a connection comes from, also before NIO knows its address; nil for a socket of this machine.
  ///
  /// Called on the thread of the connection.
  static func address(of channel: any Channel) -> EventLoopFuture<String?> {
    if let known = channel.remoteAddress {
      return channel.eventLoop.makeSucceededFuture(known.ipAddress.map(name(ofIP:)))
    }
    #if os(Linux)
      // SO_PEERNAME of socket(7), as `getpeername` needs the descriptor.
      if let socket = channel as? any SocketOptionProvider {
        let peer: EventLoopFuture<sockaddr_storage> = socket.unsafeGetSocketOption(
          level: .socket, name: .init(rawValue: 28))
        let name: EventLoopFuture<String?> = peer.map { address(of: $0).map(name(ofIP:)) }
        return name.recover { _ in nil }
      }
    #else
      // Darwin tells the address only to `getpeername`. Such a connection counts towards the limit of all, and not of its client.
    #endif
    return channel.eventLoop.makeSucceededFuture(nil)
  }

  private static func address(of storage: sockaddr_storage) -> String? {
    withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET: SocketAddress(bytes.loadUnaligned(as: sockaddr_in.self)).ipAddress
      case AF_INET6: SocketAddress(bytes.loadUnaligned(as: sockaddr_in6.self)).ipAddress
      default: nil
      }
    }
  }

  /// The same of an address as text, as `inet_ntop` writes it.
  static func name(ofIP text: String) -> String {
    guard text.contains(":") else { return text }
    // `::ffff:192.0.2.1` is an IPv4 address.
    if text.contains("."), let last = text.split(separator: ":").last { return String(last) }
    let halves = (text.split(separator: "%").first ?? "").split(separator: "::", omittingEmptySubsequences: false)
    let (head, tail) = (halves[0].split(separator: ":"), halves.count > 1 ? halves[1].split(separator: ":") : [])
    let zeros = [Substring](repeating: "0", count: max(0, 8 - head.count - tail.count))
    return (head + zeros + tail).prefix(4).joined(separator: ":") + "::/64"
  }
}
