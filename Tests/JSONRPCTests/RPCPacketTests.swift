import JSONRPC
import Marbles
import Testing

/// Lines of JSON-RPC 2.0, and the messages that they are.
@Suite struct RPCPacketTests {
  private func read(_ line: String) -> RPCPacket { RPCPacket(line: Array(line.utf8)) }

  @Test(
    "a message is read as it is written",
    arguments: [
      RPCMessage.request(.number(1), "ping"),
      .request(.text("a\n\"é"), "tools/call", .object(["name": "run"])),
      .request(.number(.min), "x", .array([1, 2.5])),
      .notification("notifications/cancelled", .object(["requestId": 3])),
      .notification("x"),
      .result(.text(""), .object([:])),
      .result(.number(0), .null),
      .failure(.number(2), .methodNotFound("no")),
      .failure(nil, .parseError("no")),
    ])
  func roundTrip(message: RPCMessage) {
    for packet in [RPCPacket.message(message), .batch([message]), .batch([message, message])] {
      let line = packet.line
      #expect(line.last == "\n" && line.count { $0.isNewline } == 1)
      #expect(read(String(line.dropLast())) == packet)
    }
  }

  @Test("what is no message says what was expected, with the id where it is known")
  func invalid() throws {
    let problems: [(line: String, id: RequestID?, code: Int, message: String)] = [
      ("", nil, -32_700, "no JSON: column 1: the text ends here; expected a JSON value"),
      ("{\"jsonrpc\":", nil, -32_700, "no JSON: column 12: the text ends here; expected a JSON value"),
      ("1", nil, -32_600, #"expected an object, such as {"jsonrpc":"2.0","id":1,"method":"ping"}"#),
      ("[]", nil, -32_600, "expected a message, found an empty array"),
      (#"{"id":1,"method":"ping"}"#, .number(1), -32_600, #"expected `jsonrpc` "2.0""#),
      (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, .number(1), -32_600, #"expected `jsonrpc` "2.0""#),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, nil, -32_600, "expected `id` to be a text or a whole number"),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, nil, -32_600, "expected `id` to be a text or a whole number"),
      (#"{"jsonrpc":"2.0","id":1,"method":2}"#, .number(1), -32_600, "expected `method` to be a text"),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"a","params":3}"#, .number(1), -32_600,
        "expected `params` to be an object or an array"
      ),
      (
        #"{"jsonrpc":"2.0","id":"a"}"#, .text("a"), -32_600,
        "expected `method`, or `result` or `error` with an `id`"
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#, .number(1), -32_600,
        "expected `method`, or `result` or `error` with an `id`"
      ),
    ]
    for problem in problems {
      let error = RPCError(code: problem.code, problem.message)
      #expect(read(problem.line) == .message(.invalid(problem.id, error)), "\(problem.line)")
    }
    #expect(
      read("[1]")
        == .batch([
          .invalid(nil, .invalidRequest(#"expected an object, such as {"jsonrpc":"2.0","id":1,"method":"ping"}"#))
        ]))
    guard case .message(.invalid(nil, let error)) = RPCPacket(line: [0x22, 0xFF, 0x22]) else {
      Issue.record("bytes that are no UTF-8 were read")
      return
    }
    #expect(error.code == -32_700)
  }

  @Test("a message alone is no batch, and parameters may be null")
  func messages() {
    func message(_ text: String) -> RPCMessage { RPCMessage(json: Array(text.utf8)) }
    #expect(message(#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#) == .request(.number(1), "a"))
    #expect(message(#"{"jsonrpc":"2.0","method":"a"}"#) == .notification("a"))
    for text in ["[]", #"[{"jsonrpc":"2.0","method":"a"}]"#, "null"] {
      guard case .invalid(nil, let error) = message(text) else {
        Issue.record("\(text) was read")
        continue
      }
      #expect(error.code == -32_600)
    }
  }

  @Test("the errors of the Language Server Protocol have its numbers")
  func editorErrors() {
    #expect(RPCError.notInitialized("").code == -32_002 && RPCError.cancelled("").code == -32_800)
    #expect(RPCError.internalError("").code == -32_603)
  }

  @Test("an answer to a text without an id has the id null")
  func nullID() {
    #expect(
      RPCPacket.message(.failure(nil, .parseError("no"))).line
        == #"{"error":{"code":-32700,"message":"no"},"id":null,"jsonrpc":"2.0"}"# + "\n")
  }
}
