/// A command as its words: `["XADD", "orders", "*", "price", "12"]`.
public struct RedisCommand: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The name of the command and its arguments.
  public var words: [String]

  /// Creates a command of its words.
  public init(_ words: [String]) { self.words = words }

  /// Creates a command of its words.
  public init(arrayLiteral words: String...) { self.words = words }

  /// The bytes that a client sends (RESP, "Sending commands to a Redis server").
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + words.reduce(0) { $0 + $1.utf8.count + 16 })
    bytes += "*\(words.count)\r\n".utf8
    for word in words {
      bytes += "$\(word.utf8.count)\r\n".utf8
      bytes += word.utf8
      bytes += "\r\n".utf8
    }
    return bytes
  }
}
