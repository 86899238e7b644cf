import Foundation
import Platform
import TestSupport
import Testing

/// A connection on which one can send anything at all, or nothing.
final class RawConnection {
  private let descriptor: Int32
  /// What has come since the last answer.
  private var received: [UInt8] = []

  /// Takes over one end of a connection.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to a socket in the file system.
  init(_ path: String) throws {
    descriptor = Self.socket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    try connect(to: address, path)
  }

  /// Connects to a port of this machine.
  ///
  /// - Parameter client: the last number of the address to connect from, 127.0.0.1 to 127.0.0.255.
  init(port: UInt16, from client: UInt8 = 1) throws {
    descriptor = Self.socket(AF_INET)
    if client != 1 {
      let own = Self.address(client, 0)
      let status = withUnsafePointer(to: own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Platform.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    }
    try connect(to: Self.address(1, port), "port \(port)")
  }

  private static func address(_ last: UInt8, _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7F00_0000) + UInt32(last)).bigEndian
    return address
  }

  private static func socket(_ family: Int32) -> Int32 {
    Sockets.make(family, .stream)
  }

  private func connect<Address>(to address: Address, _ name: String) throws {
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Platform.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard status == 0 else { throw Problem("\(name): \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// Sends as much as is taken.
  ///
  /// - Returns: whether all of it was.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Platform.send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// What is answered until the other side hangs up or `isEnough` says so.
  ///
  /// - Parameter seconds: for how long to wait at most, where that is what is tried.
  /// - Returns: nil when neither happens in that time; what came belongs to the next answer.
  func answer(within seconds: Double = .infinity, until isEnough: (String) -> Bool = { _ in false }) -> String? {
    let deadline = monotonicSeconds() + seconds
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = seconds == .infinity ? -1 : Int32(max(0, (deadline - monotonicSeconds()) * 1000).rounded(.up))
      let ready = poll(&waiting, 1, left)
      if ready == 0 { return nil }
      guard ready > 0 else { continue }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { received += buffer[..<count] }
      let text = String(decoding: received, as: UTF8.self)
      if isEnough(text) || count <= 0 {
        received = []
        return text
      }
    }
  }
}

@Suite struct RawConnectionTests {
  @Test("What comes before a time is over belongs to the answer") func parts() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let connection = RawConnection(adopting: ends[0])
    var other: RawConnection? = RawConnection(adopting: ends[1])
    other?.send("HTTP/1.1 408 ")
    #expect(connection.answer(within: 0) == nil)
    other = nil
    #expect(connection.answer() == "HTTP/1.1 408 ")
  }
}
