internal import Marbles

/// Finds the messages in a stream of bytes in which each has a header with its length, as in the Language Server Protocol.
///
/// ```
/// Content-Length: 17
///
/// {"jsonrpc":"2.0"…
/// ```
public struct ContentLengthFraming: Sendable {
  /// A part of the stream.
  public enum Frame: Hashable, Sendable {
    /// The bytes of a message.
    case message([UInt8])
    /// A message of this length, which is too long and is skipped.
    case tooLong(Int)
  }

  /// Why the stream can't be read on: nothing says where the next message begins.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and what was expected.
    public var description: String
  }

  /// The maximum length of a message, in bytes.
  public static let longestMessage = 8 << 20
  /// The maximum length of a header, in bytes.
  static let longestHeader = 4 << 10

  private var buffer: [UInt8] = []
  /// How many bytes of a header have been read: each is read once, however the bytes arrive.
  private var searched = 0
  /// The length of the message whose header was read.
  private var length: Int?
  /// How many of the next bytes are those of a message that is too long.
  private var skipped = 0

  /// A message with its header.
  public static func text(of message: RPCMessage) -> String {
    let json = message.value.json
    return "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
  }

  /// Creates a reader at the beginning of a stream.
  public init() {}

  /// Adds the next bytes of the stream; take each ``next()`` before more are added.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    let rest = bytes.dropFirst(skipped)
    skipped -= bytes.count - rest.count
    buffer += rest
  }

  /// The next part of the stream; nil until more bytes are added.
  public mutating func next() throws(Malformed) -> Frame? {
    if length == nil, let header = try takeHeader() {
      let length = try Self.contentLength(header)
      guard length <= Self.longestMessage else {
        let there = min(length, buffer.count)
        buffer.removeFirst(there)
        skipped = length - there
        return .tooLong(length)
      }
      self.length = length
    }
    guard let length, buffer.count >= length else { return nil }
    let message = Array(buffer[..<length])
    buffer.removeFirst(length)
    self.length = nil
    return .message(message)
  }

  /// The lines of a header, without the empty one behind them.
  private mutating func takeHeader() throws(Malformed) -> [Substring]? {
    while searched < min(buffer.count, Self.longestHeader) {
      let index = searched
      searched += 1
      guard buffer[index] == 0x0A else { continue }
      // A client that writes LF alone would wait for ever, and so would its reader.
      guard index > 0, buffer[index - 1] == 0x0D else {
        throw Malformed(description: "a line of a header ends with LF; expected CR LF")
      }
      guard index > 2, buffer[index - 2] == 0x0A else { continue }
      let text = String(decoding: buffer[..<(index - 3)], as: UTF8.self)
      buffer.removeFirst(searched)
      searched = 0
      return text.split(separator: "\r\n")
    }
    guard buffer.count < Self.longestHeader else {
      throw Malformed(description: "the header of a message is longer than \(Self.longestHeader) bytes")
    }
    return nil
  }

  private static func contentLength(_ header: [Substring]) throws(Malformed) -> Int {
    for line in header {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      if let length = Int(parts[1].trimmed), length >= 0 { return length }
      throw Malformed(description: "the header has no whole number as `Content-Length`")
    }
    throw Malformed(description: "the header of a message has no `Content-Length`")
  }
}
