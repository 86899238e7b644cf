internal import Foundation
internal import Platform

/// The lines of some events, and how much of them is lost when the listener goes.
struct TapBatch {
  /// The version of the format of the lines.
  static let version = 1

  private(set) var bytes: [UInt8] = []
  /// For each line that counts events: its tap, the number of events, and where the line ends.
  private var lines: [(tap: Int32, count: Int, end: Int)] = []
  private static let limit = 1 << 16
  /// The maximum length of a file or the name of a task, in bytes.
  private static let originLimit = 400

  var isEmpty: Bool { bytes.isEmpty }
  var isFull: Bool { bytes.count >= Self.limit }

  mutating func appendHello() {
    bytes += "{\"marbletap\":\(Self.version),\"program\":".utf8
    JSONWriter.write(CommandLine.arguments.first.map(Self.lastComponent) ?? "", limit: 200, to: &bytes)
    bytes += ",\"pid\":\(getpid())}\n".utf8
  }

  private static func lastComponent(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  mutating func append(_ event: TapEvent, of tap: Tap) {
    bytes += tap.prefix
    switch event.kind {
    case .idle: append("idle")
    case .begin: append("begin")
    case .request: append("request")
    case .value, .detailed: append("value")
    case .lost, .refused: append("yield")
    case .sending: append("send")
    case .finish: append("finish")
    case .error: append("error")
    case .cancel: append("cancel")
    }
    append("\",\"iteration\":")
    append(event.iteration)
    append(",\"time\":")
    append(Int(event.time))
    switch event.kind {
    case .value(let value):
      append(",\"value\":")
      append(value)
    case .detailed(let detail):
      append(",\"value\":")
      append(detail.value)
      if let waited = detail.waited { append(",\"waited\":", Int(waited)) }
      if let remaining = detail.remaining { append(",\"remaining\":", remaining) }
    case .lost(let detail):
      append(",\"result\":\"dropped\",\"value\":")
      append(detail.value)
    case .refused(let detail):
      append(",\"result\":\"terminated\",\"value\":")
      append(detail.value)
    case .sending(let count): append(",\"count\":", count)
    case .error(let message):
      append(",\"message\":")
      JSONWriter.write(message, limit: JSONWriter.stringLimit, to: &bytes)
    case .begin(let origin):
      append(",\"file\":")
      JSONWriter.write("\(origin.file)", limit: Self.originLimit, to: &bytes)
      append(",\"line\":", origin.line)
      if let task = origin.task {
        append(",\"task\":")
        JSONWriter.write(task, limit: Self.originLimit, to: &bytes)
      }
    case .idle, .request, .finish, .cancel: break
    }
    append("}\n")
    lines.append((event.tap, 1, bytes.count))
  }

  mutating func append(losses: Int, of tap: Tap) {
    bytes += tap.prefix
    bytes += "dropped\",\"count\":\(losses)}\n".utf8
    lines.append((tap.index, losses, bytes.count))
  }

  private mutating func append(_ value: TapValue) {
    switch value {
    case .int(let number): append(number)
    case .double(let number): bytes += (number.isFinite ? "\(number)" : "\"\(number)\"").utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .text(let text): JSONWriter.write(text, limit: JSONWriter.stringLimit, to: &bytes)
    case .json(let text): bytes += text.utf8
    case .boxed(let box): bytes += box.json().utf8
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ key: StaticString, _ number: Int) {
    append(key)
    append(number)
  }

  /// Digits without a string for each number, because they take most of the time of a line.
  private mutating func append(_ number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = 20
      var rest = number.magnitude
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Writes everything; false when the listener is gone. On success, the batch is empty again.
  mutating func write(to link: TapLink) -> Bool {
    guard link.write(bytes) else { return false }
    bytes.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    return true
  }

  /// The events of lines that were not written completely.
  func unwritten(after count: Int) -> [(tap: Int32, count: Int)] {
    lines.filter { $0.end > count }.map { ($0.tap, $0.count) }
  }
}
