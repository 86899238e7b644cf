import Platform

/// A socket that keeps what is sent to it.
package final class DatagramReceiver {
  private let descriptor: Int32
  #if canImport(Glibc)
    private static let doNotWait = Int32(MSG_DONTWAIT)
  #else
    private static let doNotWait = MSG_DONTWAIT
  #endif

  /// Creates a socket of that name.
  package init(path: String) throws {
    let descriptor = Sockets.make(AF_UNIX, .datagram)
    self.descriptor = descriptor
    let status = Sockets.withAddress(of: path) { bind(descriptor, $0, $1) }
    guard descriptor >= 0, status == 0 else { throw Failure(code: errno) }
  }

  deinit { close(descriptor) }

  struct Failure: Error { var code: Int32 }

  /// What has been sent so far.
  package func received() -> [String] {
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Self.doNotWait)
      guard count > 0 else { return messages }
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
