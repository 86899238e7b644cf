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
    descriptor = Sockets.make(AF_INET, .stream)
    var own = Self.name(0x7F00_0000 | UInt32(client), port: 0)
    var other = Self.name(0x7F00_0001, port: port)
    guard Self.with(&own, { bind(descriptor, $0, $1) }) == 0, Self.with(&other, { connect(descriptor, $0, $1) }) == 0
    else {
      let problem = Problem("127.0.0.\(client) to port \(port): \(String(cString: strerror(errno)))")
      close(descriptor)
      throw problem
    }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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

  private static func name(_ address: UInt32, port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    (name.sin_port, name.sin_addr.s_addr) = (port.bigEndian, address.bigEndian)
    return name
  }

  private static func with(_ name: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
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

/// Times in seconds, for people.
struct Quantiles: CustomStringConvertible {
  let sorted: [Double]

  init(_ times: [Double]) { sorted = times.sorted() }

  /// The value below which this share of the times is.
  func callAsFunction(_ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  var description: String {
    func milliseconds(_ time: Double) -> String { "\((time * 10_000).rounded() / 10) ms" }
    return "\(milliseconds(self(0.5))) in the median, \(milliseconds(self(0.99))) at the 99th percentile, "
      + "\(milliseconds(sorted.last ?? 0)) at most (\(sorted.count) times)"
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
    thread.stackSize = 1 << 20
    thread.start()
  }
  group.wait()
}
