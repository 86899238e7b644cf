public import Marbles

/// A message of JSON-RPC 2.0.
public enum Message: Hashable, Sendable {
  /// A request; its id is a number or a string.
  case request(id: Value, method: String, parameters: Value)
  /// A request without an answer.
  case notification(method: String, parameters: Value)
  /// The answer to the request with an id; null for a message whose id is unknown.
  case response(id: Value, Result<Value, ResponseError>)

  /// Reads a message.
  ///
  /// - Throws: ``ResponseError`` for bytes that are no JSON, and for JSON that is no message.
  public init(parsing bytes: [UInt8]) throws(ResponseError) {
    let value: Value
    do throws(JSONError) { value = try Value(json: bytes) } catch {
      throw ResponseError(.parseError, "the message is not JSON: \(error.description)")
    }
    guard case .object(let members) = value, members["jsonrpc"] == "2.0" else {
      throw ResponseError(.invalidRequest, "expected an object with `\"jsonrpc\": \"2.0\"`")
    }
    let parameters = members["params"] ?? .null
    switch (members["id"], members["method"]) {
    case (let id?, .string(let method)?) where id.isID: self = .request(id: id, method: method, parameters: parameters)
    case (nil, .string(let method)?): self = .notification(method: method, parameters: parameters)
    case (let id?, nil) where id.isID:
      if let result = members["result"] {
        self = .response(id: id, .success(result))
      } else {
        self = .response(id: id, .failure(ResponseError(.internalError, "the request failed")))
      }
    default: throw ResponseError(.invalidRequest, "expected a `method` and, for a request, an `id`")
    }
  }

  /// The message as JSON.
  public var json: String {
    var members: Members = ["jsonrpc": "2.0"]
    switch self {
    case .request(let id, let method, let parameters):
      (members["id"], members["method"], members["params"]) = (id, .string(method), parameters)
    case .notification(let method, let parameters):
      (members["method"], members["params"]) = (.string(method), parameters)
    case .response(let id, .success(let result)): (members["id"], members["result"]) = (id, result)
    case .response(let id, .failure(let error)): (members["id"], members["error"]) = (id, error.value)
    }
    return Value.object(members).json
  }
}

/// Why a request failed.
public struct ResponseError: Error, Hashable, Sendable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  public enum Code: Int, Hashable, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case internalError = -32603
    case serverNotInitialized = -32002
    case requestCancelled = -32800
  }

  /// The code.
  public var code: Code
  /// What is wrong, in a sentence.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  fileprivate var value: Value { .object(["code": .int(code.rawValue), "message": .string(message)]) }
}

extension Value {
  fileprivate var isID: Bool {
    switch self {
    case .int, .string: true
    default: false
    }
  }

  /// A member of an object; nil for other values.
  subscript(name: String) -> Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text of a string; nil for other values.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number; nil for other values.
  var integer: Int? { if case .int(let number) = self { number } else { nil } }

  /// The elements of an array; none for other values.
  var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
}
