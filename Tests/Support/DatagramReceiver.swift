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

  /// Waits until one of the datagrams, from the next one on, is as it should be.
  ///
  /// - Returns: all up to this one.
  @discardableResult
  package func wait(for isIt: (String) -> Bool) throws -> [String] {
    var messages: [String] = []
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // The time is for a test that is over while nobody sends.
      _ = poll(&waiting, 1, 1000)
      if StartedProcesses.current?.isOver == true { throw Problem("the test is over; received: \(messages)") }
      // One after another, so that the next call gets those behind this one.
      while let message = receive() {
        messages.append(message)
        if isIt(message) { return messages }
      }
    }
  }

  /// What has been sent so far.
  package func received() -> [String] {
    var messages: [String] = []
    while let message = receive() { messages.append(message) }
    return messages
  }

  /// The next datagram; nil when there is none.
  private func receive() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, Self.doNotWait)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
