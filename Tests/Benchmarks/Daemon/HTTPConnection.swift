import Foundation
import Platform
import TestSupport

/// A minimal HTTP client for a daemon's socket, so that it costs almost nothing.
final class HTTPConnection {
  /// Where a daemon listens.
  enum Address: CustomStringConvertible {
    case socket(String)
    /// A port of this machine, from the address 127.0.0.CLIENT: each address is one client.
    case port(UInt16, client: UInt8 = 1)

    var description: String {
      switch self {
      case .socket(let path): path
      case .port(let port, _): "port \(port)"
      }
    }
  }

  let descriptor: Int32

  /// Connects and sends the request.
  convenience init(
    path: String, method: String = "GET", target: String, headers: [String] = [], body: String = ""
  ) throws {
    try self.init(to: .socket(path), method: method, target: target, headers: headers, body: body)
  }

  /// Connects and sends the request.
  init(
    to path: Address, method: String = "GET", target: String, headers: [String] = [], body: String = ""
  ) throws {
    descriptor = try Self.connected(to: path)
    var head = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let request = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    guard write(descriptor, request, request.count) == request.count else {
      throw Problem("\(path) does not accept the request")
    }
  }

  /// Connects a socket.
  ///
  /// - Parameter isPatient: whether to wait until the connection is there; else it may still be on its way.
  static func connected(to address: Address, isPatient: Bool = true) throws -> Int32 {
    let descriptor: Int32
    switch address {
    case .socket: descriptor = Sockets.make(AF_UNIX, .stream)
    case .port: descriptor = Sockets.make(AF_INET, .stream)
    }
    if !isPatient { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    let isConnected =
      switch address {
      case .socket(let path): Sockets.connect(descriptor, to: path)
      case .port(let port, let client): connect(descriptor, from: client, to: port)
      }
    guard isConnected || (!isPatient && errno == EINPROGRESS) else {
      let problem = Problem("\(address): \(String(cString: strerror(errno)))")
      close(descriptor)
      throw problem
    }
    return descriptor
  }

  private static func connect(_ descriptor: Int32, from client: UInt8, to port: UInt16) -> Bool {
    var (own, other) = (name(client, port: 0), name(1, port: port))
    #if os(Linux)
      // IP_BIND_ADDRESS_NO_PORT: the port is chosen when the socket is connected, so that all are free for each address.
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_IP), 24, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return with(&own) { bind(descriptor, $0, $1) } == 0 && with(&other) { Platform.connect(descriptor, $0, $1) } == 0
  }

  private static func name(_ client: UInt8, port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    (name.sin_port, name.sin_addr.s_addr) = (port.bigEndian, (0x7F00_0000 | UInt32(client)).bigEndian)
    return name
  }

  private static func with(_ name: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// Sets how long a read may wait, in seconds.
  static func limitReads(of descriptor: Int32, to seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Waits for the next bytes; nil at the end.
  func read() -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return read(into: &buffer)
  }

  /// Waits for the next bytes; nil at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? buffer[..<count] : nil
  }

  /// Waits until a daemon answers at both of its sockets: which of them is there first is not defined.
  ///
  /// - Parameters:
  ///   - folder: the folder of its sockets.
  ///   - process: the daemon.
  static func waitForDaemon(in folder: String, _ process: Child) throws {
    let deadline = monotonicSeconds() + 60
    for socket in ["control.sock", "view.sock"] {
      while (try? get("/v1/status", of: "\(folder)/\(socket)")) == nil {
        guard process.poll() == nil, monotonicSeconds() < deadline else { throw Problem("\(folder): no daemon") }
        usleep(10_000)
      }
    }
  }

  /// Requests a complete document.
  static func get(
    _ target: String, of path: String, method: String = "GET", body: String = ""
  ) throws -> String {
    let answer = try answer(to: method, target, of: .socket(path), body: body)
    guard answer.status == 200 else {
      throw Problem("\(target) is answered: \(answer.status) \(answer.body.prefix(200))")
    }
    return answer.body
  }

  /// Sends a request on a connection of its own, and waits for the whole answer.
  static func answer(
    to method: String, _ target: String, of address: Address, headers: [String] = [], body: String = ""
  ) throws -> (status: Int, body: String) {
    let connection = try HTTPConnection(
      to: address, method: method, target: target, headers: headers + ["Connection: close"], body: body)
    // A program that hangs must not stop a benchmark.
    limitReads(of: connection.descriptor, to: 20)
    var bytes: [UInt8] = []
    while let part = connection.read() { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 "), let status = Int(text.dropFirst(9).prefix(3)),
      let end = text.range(of: "\r\n\r\n")
    else { throw Problem("\(target) at \(address) is not answered: \(text.prefix(200))") }
    return (status, String(text[end.upperBound...]))
  }
}
