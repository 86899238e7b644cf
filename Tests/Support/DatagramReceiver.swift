#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
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
