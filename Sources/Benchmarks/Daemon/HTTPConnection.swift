import Foundation
import Platform
import TestSupport

/// A minimal HTTP client for a daemon's socket, so that it costs almost nothing.
final class HTTPConnection {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Connects and sends the request.
  init(path: String, method: String = "GET", target: String, headers: [String] = [], body: String = "") throws {
    let descriptor = Sockets.make(AF_UNIX, .stream)
    self.descriptor = descriptor
    let status = Sockets.withAddress(of: path) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw Problem("\(path): \(String(cString: strerror(errno)))") }
    var head = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let request = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    guard write(descriptor, request, request.count) == request.count else {
      throw Problem("\(path) does not accept the request")
    }
  }

  deinit { close(descriptor) }

  /// Waits for the next bytes; nil at the end.
  func read() -> ArraySlice<UInt8>? {
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? buffer[..<count] : nil
  }

  /// Requests a complete document.
  static func get(_ target: String, of path: String) throws -> String {
    let connection = try HTTPConnection(path: path, target: target, headers: ["Connection: close"])
    var bytes: [UInt8] = []
    while let part = connection.read() { bytes += part }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 200 "), let end = text.range(of: "\r\n\r\n") else {
      throw Problem("\(target) is answered: \(text.prefix(200))")
    }
    return String(text[end.upperBound...])
  }
}
