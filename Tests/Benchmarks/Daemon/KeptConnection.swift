import Foundation
import Platform
import TestSupport

/// A connection over TCP that sends one request after the other, as a browser does.
///
/// Used from one thread at a time.
final class KeptConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Connects to a port of this machine.
  ///
  /// - Parameter client: the last number of the address 127.0.0.X from which the connection comes: each address is one
  ///   client.
  init(to port: UInt16, client: UInt8) throws {
    descriptor = try HTTPConnection.connected(to: .port(port, client: client))
    HTTPConnection.limitReads(of: descriptor, to: 10)
  }

  deinit { close(descriptor) }

  /// Waits until a process listens on a port.
  static func wait(for port: UInt16, _ process: Child) throws {
    let deadline = monotonicSeconds() + 60
    while (try? KeptConnection(to: port, client: 1)) == nil {
      guard process.poll() == nil, monotonicSeconds() < deadline else { throw Problem("port \(port): nobody listens") }
      usleep(20_000)
    }
  }

  /// Sends a request, and waits for its whole response.
  func send(_ method: String, _ target: String, headers: [String] = [], body: [UInt8] = []) throws -> (
    status: Int, body: [UInt8]
  ) {
    var head = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if !body.isEmpty { head.append("Content-Length: \(body.count)") }
    try write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    return try response()
  }

  /// Sends bytes, which need not be a request.
  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal) }
      guard count > 0 else { throw Problem("the connection is closed") }
      rest = rest.dropFirst(count)
    }
  }

  private func response() throws -> (status: Int, body: [UInt8]) {
    let separator = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = received.firstRange(of: separator)?.upperBound
      if end == nil { try read() }
    }
    let head = String(decoding: received[..<end!], as: UTF8.self).lowercased()
    guard let status = Int(head.dropFirst(9).prefix(3)),
      let length = head.firstMatch(of: /content-length: *([0-9]+)/).flatMap({ Int($0.1) })
    else { throw Problem("not a response with a length: \(head.prefix(200))") }
    while received.count < end! + length { try read() }
    let body = Array(received[end!..<end! + length])
    received.removeFirst(end! + length)
    return (status, body)
  }

  private func read() throws {
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { throw Problem(count == 0 ? "the connection is closed" : "no answer in 10 s") }
    received += buffer[..<count]
  }
}

/// Calls `body` with each number below `count` on separate threads, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.stackSize = SmallestStack.size
    thread.start()
  }
  group.wait()
}
