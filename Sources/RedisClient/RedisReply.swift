/// What a Redis server answers to a command.
public enum RedisReply: Hashable, Sendable {
  /// Nothing, such as no entries within the time.
  case null
  /// A string or a status; bytes that are not UTF-8 are replaced.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// Replies in order.
  case array([RedisReply])
  /// The server refused the command, such as `WRONGTYPE Operation against a key …`.
  case error(String)

  /// The string; nil for another reply.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The whole number, also of a string that is one; nil for another reply.
  public var integer: Int? {
    switch self {
    case .integer(let number): number
    case .text(let text): Int(text)
    default: nil
    }
  }

  /// The replies of an array; nil for another reply.
  public var array: [RedisReply]? { if case .array(let replies) = self { replies } else { nil } }

  /// The value of a key in an array of keys and values, as the `XINFO` commands answer; nil when there is none.
  public subscript(key: String) -> RedisReply? {
    guard let replies = array else { return nil }
    var index = 0
    while index + 1 < replies.count {
      if replies[index].text == key { return replies[index + 1] }
      index += 2
    }
    return nil
  }
}
