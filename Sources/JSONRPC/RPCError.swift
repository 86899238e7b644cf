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
  /// The server can't do it, although the request is right.
  public static func internalError(_ message: String) -> RPCError { RPCError(code: -32_603, message) }
  /// The server does not do it now.
  public static func refused(_ message: String) -> RPCError { RPCError(code: -32_000, message) }
  /// A request before `initialize`, as the Language Server Protocol numbers it.
  public static func notInitialized(_ message: String) -> RPCError { RPCError(code: -32_002, message) }
  /// The client has cancelled the request, as the Language Server Protocol numbers it.
  public static func cancelled(_ message: String) -> RPCError { RPCError(code: -32_800, message) }

  init?(_ value: Value) {
    guard let code = value["code"]?.integer, let message = value["message"]?.text else { return nil }
    self.init(code: code, message)
  }

  var value: Value { .object(["code": .int(code), "message": .string(message)]) }
}
