import Platform
import TestSupport

/// One request on a daemon's socket, with a time limit for the answer.
struct RequestSocket: ~Copyable {
  /// The result of a request.
  enum Answer {
    /// An HTTP status and a body.
    case status(Int, String)
    /// The connection ended, or the answer is not HTTP.
    case hungUp
    /// No more data arrived within the time limit.
    case silent
  }

  private let descriptor: Int32

  /// Connects; nil if the socket does not accept connections.
  ///
  /// - Parameter limit: the time limit for each part of the answer.
  init?(path: String, silentFor limit: Duration) {
    let descriptor = Sockets.make(AF_UNIX, .stream)
    guard Sockets.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    var timeout = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends bytes; ignores those that the daemon does not accept.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.send(descriptor, $0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    Platform.send(descriptor, bytes.baseAddress, bytes.count, Sockets.noSignal)
  }

  /// Reads an answer to its end; of an endless one, up to `limit` bytes, or what arrives in `seconds`.
  func answer(limit: Int = 8 << 20, seconds: Double = .infinity) -> Answer {
    let start = monotonicSeconds()
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while received.count < limit, received.isEmpty || monotonicSeconds() - start < seconds {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { break }
      guard count > 0 else { return errno == ECONNRESET ? .hungUp : .silent }
      received += buffer[..<count]
    }
    let text = String(decoding: received, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 "), let status = Int(text.dropFirst(9).prefix(3)) else { return .hungUp }
    return .status(status, text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "")
  }
}
