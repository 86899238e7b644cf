import Foundation
import Marbles
import Platform
import Scenes
import TestSupport
import Testing

@testable import Inputs

extension TapListenerTests {
  /// A program, as the listener sees it.
  final class Program: Sendable {
    private let socket = Sockets.make(AF_UNIX, .stream)

    init(_ listener: TapListener) throws {
      guard Sockets.connect(socket, to: listener.path) else { throw Problem("\(String(cString: strerror(errno)))") }
    }

    deinit { close(socket) }

    @discardableResult
    func send(_ text: String) -> Bool { write(text + "\n") }

    @discardableResult
    func write(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Platform.send(socket, $0.baseAddress, $0.count, Sockets.noSignal) }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    func hello(_ process: Int = 4711) { send(#"{"marbletap":1,"program":"shop","pid":\#(process)}"#) }

    func event(_ event: String, of tap: String = "orders", iteration: Int = 1, _ rest: String = "") {
      send(
        #"{"tap":"\#(tap)","event":"\#(event)","iteration":\#(iteration),"time":1700000000000000000\#(rest)}"#)
    }

    func value(_ json: String, of tap: String = "orders", iteration: Int = 1) {
      event("value", of: tap, iteration: iteration, #","value":\#(json)"#)
    }

    /// What the listener says first.
    func firstLine() -> String {
      var (bytes, byte): ([UInt8], UInt8) = ([], 0)
      while bytes.last != UInt8(ascii: "\n"), recv(socket, &byte, 1, 0) > 0 { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the listener has closed the connection.
    func waitForEnd() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }
  }

}
