internal import Marbles

/// What a line has: a message, or several in one array, which JSON-RPC calls a batch.
public enum RPCPacket: Hashable, Sendable {
  /// One message.
  case message(RPCMessage)
  /// Several messages; not empty.
  case batch([RPCMessage])

  /// Reads a line. One that can't be read is a message that is ``RPCMessage/invalid(_:_:)``.
  ///
  /// - Parameter line: the bytes without the line feed.
  public init(line: [UInt8]) {
    let value: Value
    do throws(JSONError) { value = try Value(json: line) } catch {
      self = .message(.invalid(nil, .parseError("no JSON: \(error)")))
      return
    }
    guard case .array(let elements) = value else {
      self = .message(RPCMessage(value))
      return
    }
    if elements.isEmpty {
      self = .message(.invalid(nil, .invalidRequest("expected a message, found an empty array")))
    } else {
      self = .batch(elements.map(RPCMessage.init))
    }
  }

  /// The packet as a line of JSON, with its line feed.
  public var line: String {
    switch self {
    case .message(let message): message.value.json + "\n"
    case .batch(let messages): Value.array(messages.map(\.value)).json + "\n"
    }
  }
}
