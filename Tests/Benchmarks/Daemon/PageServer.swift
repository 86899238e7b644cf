import Foundation
import Platform
import TestSupport

/// `marbled serve` on a free port.
final class PageServer {
  let port: UInt16
  let child: Child
  private let start: (time: Double, processor: Double)

  init() throws {
    let (reading, writing) = try Self.pipe()
    defer { close(reading) }
    child = try Child(
      Binary.path(), ["serve", "--listen", "127.0.0.1:0"], environment: Binary.environment, input: .null,
      output: .inherited(writing), error: .null)
    close(writing)
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    guard let port = String(decoding: bytes, as: UTF8.self).firstMatch(of: /:([0-9]+)\//).flatMap({ UInt16($0.1) })
    else { throw Problem("`marbled serve` prints no address") }
    self.port = port
    start = (monotonicSeconds(), ProcessReading(process: child.id)?.processorTime ?? 0)
  }

  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Platform.pipe(&ends) == 0 else { throw Problem("no pipe: \(String(cString: strerror(errno)))") }
    return (ends[0], ends[1])
  }

  /// The processor time since the start, in shares of one core.
  var processorShare: Double {
    ((ProcessReading(process: child.id)?.processorTime ?? 0) - start.processor) / (monotonicSeconds() - start.time)
  }

  func end() { child.send(SIGTERM) }
}
