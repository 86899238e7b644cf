/// Decodes an HTTP answer in chunks, or one that goes on until the connection ends.
struct ChunkedAnswer {
  private enum State {
    case head
    case size
    case data(left: Int)
    case dataEnd
    /// The rest has no frames.
    case plain
  }

  /// The error that stopped decoding.
  private(set) var problem: String?
  private var state = State.head
  private var isChunked = false
  /// The beginning of a line that is not data.
  private var line: [UInt8] = []

  /// Takes bytes of the connection, and passes the data to `body` in arbitrary parts.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = bytes
    while problem == nil, !rest.isEmpty {
      if case .plain = state { return body(rest) }
      if case .data(let left) = state {
        let part = rest.prefix(left)
        rest = rest.dropFirst(part.count)
        state = left == part.count ? .dataEnd : .data(left: left - part.count)
        body(part)
      } else if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        takeLine(String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self))
        line = []
      } else {
        line += rest
        return
      }
    }
  }

  private mutating func takeLine(_ text: String) {
    switch state {
    case .head:
      if text.hasPrefix("HTTP/"), !text.hasPrefix("HTTP/1.1 200 ") { problem = text }
      if text.lowercased().hasPrefix("transfer-encoding: chunked") { isChunked = true }
      if text.isEmpty { state = isChunked ? .size : .plain }
    case .size:
      guard let size = Int(text, radix: 16) else { return problem = "a chunk of `\(text)` bytes" }
      if size == 0 { problem = "the stream has ended" } else { state = .data(left: size) }
    case .data, .dataEnd, .plain: state = .size
    }
  }
}
