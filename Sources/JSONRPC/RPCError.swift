internal import Marbles

/// Why a request has no result.
public struct RPCError: Error, Hashable, Sendable {
  /// The kind of error, as JSON-RPC numbers them.
  public var code: Int
  /// What is wrong, in a sentence.
  public var message: String

  /// Creates an error; codes from -32768 to -32000 are those of JSON-RPC.
  public init(code: Int, _ message: String) { (self.code, self.message) = (code, message) }

  /// The text is not JSON.
  public static func parseError(_ message: String) -> RPCError { RPCError(code: -32_700, message) }
  /// The JSON is no message.
  public static func invalidRequest(_ message: String) -> RPCError { RPCError(code: -32_600, message) }
  /// The method is not known.
  public static func methodNotFound(_ message: String) -> RPCError { RPCError(code: -32_601, message) }
  /// The parameters are not those of the method.
  public static func invalidParameters(_ message: String) -> RPCError { RPCError(code: -32_602, message) }
  /// The server does not do it now.
  public static func refused(_ message: String) -> RPCError { RPCError(code: -32_000, message) }

  init?(_ value: Value) {
    guard case .object(let members) = value, case .int(let code)? = members["code"],
      case .string(let message)? = members["message"]
    else { return nil }
    self.init(code: code, message)
  }

  var value: Value { .object(["code": .int(code), "message": .string(message)]) }
}
