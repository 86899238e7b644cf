import Foundation
import Platform
import TestSupport

/// A minimal HTTP client for a daemon's socket, so that it costs almost nothing.
final class HTTPConnection {
  /// Where a daemon listens.
  enum Address: CustomStringConvertible {
    case socket(String)
    /// A port of this machine.
    case port(UInt16)

    var description: String {
      switch self {
      case .socket(let path): path
      case .port(let port): "port \(port)"
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

  private static func connected(to address: Address) throws -> Int32 {
    let status: Int32?
    let descriptor: Int32
    switch address {
    case .socket(let path):
      descriptor = Sockets.make(AF_UNIX, .stream)
      status = Sockets.withAddress(of: path) { connect(descriptor, $0, $1) }
    case .port(let port):
      descriptor = Sockets.make(AF_INET, .stream)
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      (name.sin_port, name.sin_addr.s_addr) = (port.bigEndian, UInt32(0x7F00_0001).bigEndian)
      status = withUnsafePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard status == 0 else {
      let problem = Problem("\(address): \(String(cString: strerror(errno)))")
      close(descriptor)
      throw problem
    }
    return descriptor
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
    let connection = try HTTPConnection(
      path: path, method: method, target: target, headers: ["Connection: close"], body: body)
    var bytes: [UInt8] = []
    while let part = connection.read() { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 200 "), let end = text.range(of: "\r\n\r\n") else {
      throw Problem("\(target) is answered: \(text.prefix(200))")
    }
    return String(text[end.upperBound...])
  }
}
