public import Marbles

/// A message of JSON-RPC 2.0.
///
/// ```swift
/// let request = RPCMessage.request(.number(1), "ping")
/// request.value.json   // {"id":1,"jsonrpc":"2.0","method":"ping"}
/// ```
public enum RPCMessage: Hashable, Sendable {
  /// Asks for an answer with the same id. The parameters are an object or an array; nil for none.
  case request(RequestID, _ method: String, _ parameters: Value? = nil)
  /// Asks for no answer.
  case notification(_ method: String, _ parameters: Value? = nil)
  /// The result of a request.
  case result(RequestID, Value)
  /// Why a request has no result; without an id, of a text whose id is not known.
  case failure(RequestID?, RPCError)
  /// A text that is no message, and the error to answer with: only read, never sent.
  case invalid(RequestID?, RPCError)

  /// Reads a text that is one message; any other is ``invalid(_:_:)``.
  public init(json bytes: [UInt8]) {
    switch RPCPacket(line: bytes) {
    case .message(let message): self = message
    case .batch: self = .invalid(nil, .invalidRequest("expected one message, found an array"))
    }
  }

  /// Reads a message.
  public init(_ value: Value) {
    guard case .object(let members) = value else {
      self = .invalid(
        nil, .invalidRequest("expected an object, such as {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
      return
    }
    let id = members["id"].flatMap(RequestID.init)
    func invalid(_ problem: String) -> RPCMessage { .invalid(id, .invalidRequest(problem)) }
    guard members["jsonrpc"] == "2.0" else {
      self = invalid("expected `jsonrpc` \"2.0\"")
      return
    }
    if members["id"] != nil, id == nil, members["error"] == nil {
      self = invalid("expected `id` to be a text or a whole number")
      return
    }
    switch members["method"] {
    case .string(let method)?:
      // Some clients write null where they have no parameters.
      let parameters = members["params"].flatMap { $0 == .null ? nil : $0 }
      switch parameters {
      case nil, .object, .array: self = id.map { .request($0, method, parameters) } ?? .notification(method, parameters)
      default: self = invalid("expected `params` to be an object or an array")
      }
    case nil:
      switch (id, members["result"], members["error"].flatMap(RPCError.init)) {
      case (let id?, let result?, nil): self = .result(id, result)
      case (let id, nil, let error?): self = .failure(id, error)
      default: self = invalid("expected `method`, or `result` or `error` with an `id`")
      }
    default: self = invalid("expected `method` to be a text")
    }
  }

  /// The message as a JSON object.
  public var value: Value {
    var members: Members = ["jsonrpc": "2.0"]
    switch self {
    case .request(let id, let method, let parameters):
      (members["id"], members["method"], members["params"]) = (id.value, .string(method), parameters)
    case .notification(let method, let parameters):
      (members["method"], members["params"]) = (.string(method), parameters)
    case .result(let id, let result): (members["id"], members["result"]) = (id.value, result)
    case .failure(let id, let error), .invalid(let id, let error):
      (members["id"], members["error"]) = (id?.value ?? .null, error.value)
    }
    return .object(members)
  }
}

/// The id of a request: unlike in JSON-RPC, never null and no fraction.
public enum RequestID: Hashable, Sendable {
  /// A whole number.
  case number(Int)
  /// A text.
  case text(String)

  /// Reads an id; nil for any other value.
  public init?(_ value: Value) {
    switch value {
    case .int(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  /// The id as JSON has it.
  public var value: Value {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}
