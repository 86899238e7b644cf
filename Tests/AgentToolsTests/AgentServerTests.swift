import JSONRPC
import Marbles
import Playback
import Testing

@testable import AgentTools

/// The server as a value: messages in; messages, and calls to perform, out.
@Suite struct AgentServerTests {
  private var server = AgentServer(version: "1.2.3")

  /// Sends a request, and returns the only message of the answer.
  private mutating func ask(_ method: String, _ parameters: Value? = nil, id: RequestID = .number(1)) throws
    -> RPCMessage
  {
    let actions = server.receive(.message(.request(id, method, parameters)))
    guard actions.count == 1, case .send(.message(let message)) = actions[0] else { throw Unexpected(actions: actions) }
    return message
  }

  private struct Unexpected: Error { var actions: [AgentServer.Action] }

  private func members(_ message: RPCMessage) throws -> Members {
    guard case .result(_, .object(let members)) = message else { throw Unexpected(actions: [.send(.message(message))]) }
    return members
  }

  private mutating func initialize(_ version: String) throws -> Members {
    try members(ask("initialize", .object(["protocolVersion": .string(version)])))
  }

  private func call(_ id: Int, _ tool: Value = "explain", _ arguments: Value = .object(["subject": "zip"]))
    -> RPCMessage
  {
    .request(.number(id), "tools/call", .object(["name": tool, "arguments": arguments]))
  }

  /// The call that an action starts.
  private func started(_ actions: [AgentServer.Action]) throws -> ToolCall {
    guard actions.count == 1, case .start(let call) = actions[0] else { throw Unexpected(actions: actions) }
    return call
  }

  @Test("a known version is agreed on; for any other, the newest is offered")
  mutating func versions() throws {
    for version in AgentServer.versions { #expect(try initialize(version)["protocolVersion"] == .string(version)) }
    for version in ["2026-07-28", "1", ""] {
      #expect(try initialize(version)["protocolVersion"] == "2025-11-25")
    }
    let answer = try members(ask("initialize"))
    #expect(answer["protocolVersion"] == "2025-11-25")
    #expect(answer["capabilities"] == .object(["tools": .object([:])]))
    #expect(answer["serverInfo"] == .object(["name": "marbled", "title": "marbled", "version": "1.2.3"]))
  }

  @Test("the list of tools has a schema for each, and one page")
  mutating func list() throws {
    guard case .array(let tools)? = try members(ask("tools/list"))["tools"] else { throw Unexpected(actions: []) }
    let names = tools.map { tool -> Value? in if case .object(let members) = tool { members["name"] } else { nil } }
    #expect(names == ["run", "explain", "check", "lint", "picture", "convert"])
    for case .object(let tool) in tools {
      guard case .object(let schema)? = tool["inputSchema"], case .object(let properties)? = schema["properties"],
        case .string(let about)? = tool["description"]
      else { throw Unexpected(actions: []) }
      #expect(schema["type"] == "object" && schema["additionalProperties"] == .bool(false))
      #expect(!properties.isEmpty && about.hasSuffix("."))
      for case .object(let property) in properties.values { #expect(property["description"] != nil) }
    }
    #expect(
      try ask("tools/list", .object(["cursor": "2"]))
        == .failure(.number(1), .invalidParameters("unknown cursor; there is one page of tools")))
  }

  @Test("requests that can't be answered are errors of the protocol; notifications are never answered")
  mutating func errors() throws {
    #expect(try ask("ping", id: .text("p")) == .result(.text("p"), .object([:])))
    #expect(
      try ask("resources/list")
        == .failure(
          .number(1),
          .methodNotFound("unknown method `resources/list`; expected initialize, ping, tools/list or tools/call")))
    #expect(
      try ask("tools/call", .object(["name": "rnu"]))
        == .failure(.number(1), .invalidParameters("unknown tool `rnu`; did you mean `run`?")))
    for parameters in [nil, Value.array([]), .object([:]), .object(["name": 1])] {
      #expect(
        try ask("tools/call", parameters)
          == .failure(.number(1), .invalidParameters("expected `name`, the name of a tool, and `arguments`")))
    }
    #expect(
      try ask("tools/call", .object(["name": "run", "arguments": "x"]))
        == .failure(.number(1), .invalidParameters("expected `arguments` to be an object")))
    for message in [
      RPCMessage.notification("notifications/initialized"), .notification("nope"), .result(.number(4), .null),
      .failure(nil, .parseError("")), .notification("notifications/cancelled", .object(["requestId": 99])),
      .notification("notifications/cancelled"), .notification("tools/call", .object(["name": "run"])),
    ] {
      #expect(server.receive(.message(message)) == [])
    }
    #expect(
      server.receive(.message(.invalid(nil, .parseError("no"))))
        == [.send(.message(.failure(nil, .parseError("no"))))])
    #expect(
      server.receiveTooLongLine()
        == [.send(.message(.failure(nil, .invalidRequest("the message is too long; expected at most 1048576 bytes"))))])
  }

  @Test("two calls run at a time, sixteen wait in their order, and more are refused")
  mutating func queue() throws {
    let first = try started(server.receive(.message(call(1))))
    _ = try started(server.receive(.message(call(2))))
    for id in 3...18 { #expect(server.receive(.message(call(id))) == []) }
    #expect(
      server.receive(.message(call(19)))
        == [
          .send(
            .message(
              .failure(.number(19), .refused("16 calls wait already; call again when others have their answers"))))
        ])
    #expect(
      server.receive(.message(call(3)))
        == [
          .send(.message(.failure(.number(3), .invalidRequest("the id of this call is that of one that still runs"))))
        ])
    // A ping does not wait.
    #expect(try ask("ping", id: .number(20)) == .result(.number(20), .object([:])))
    let actions = server.finish(first.number, ToolAnswer(["done"]))
    guard actions.count == 2, case .send(.message(.result(.number(1), let value))) = actions[0],
      case .start = actions[1]
    else { throw Unexpected(actions: actions) }
    #expect(
      value
        == .object(["content": .array([.object(["type": "text", "text": "done"])]), "isError": .bool(false)]))
  }

  @Test("a call that is cancelled has no answer; one that waits never starts")
  mutating func cancellation() throws {
    let calls = try [1, 2].map { try started(server.receive(.message(call($0)))) }
    #expect(server.receive(.message(call(3))) == [] && server.receive(.message(call(4))) == [])
    func cancel(_ id: Int) -> RPCMessage { .notification("notifications/cancelled", .object(["requestId": .int(id)])) }
    #expect(server.receive(.message(cancel(3))) == [])
    #expect(server.receive(.message(cancel(1))) == [.stop(calls[0].number)])
    #expect(server.receive(.message(cancel(1))) == [])
    // Its place is free once it has ended.
    let next = try started(server.finish(calls[0].number, ToolAnswer(["late"])))
    let answers = server.finish(next.number, ToolAnswer(["four"])) + server.finish(calls[1].number, ToolAnswer(["two"]))
    let ids = answers.map { action -> RequestID? in
      if case .send(.message(.result(let id, _))) = action { id } else { nil }
    }
    #expect(ids == [.number(4), .number(2)])
  }

  @Test("a batch is answered as a whole by the version that has batches, and refused by others")
  mutating func batches() throws {
    let batch = RPCPacket.batch([
      .request(.number(1), "ping"), .notification("x"), call(2), .invalid(nil, .invalidRequest("no")), call(3),
    ])
    let problem = "a batch is no message of version 2025-11-25; expected one object on each line"
    #expect(server.receive(batch) == [.send(.message(.failure(nil, .invalidRequest(problem))))])
    _ = try initialize("2025-03-26")
    let actions = server.receive(batch)
    guard actions.count == 2, case .start(let two) = actions[0], case .start(let three) = actions[1] else {
      throw Unexpected(actions: actions)
    }
    #expect(server.finish(two.number, ToolAnswer(["2"])) == [])
    #expect(
      server.receive(.message(.notification("notifications/cancelled", .object(["requestId": 3]))))
        == [
          .stop(three.number),
          .send(
            .batch([
              .result(.number(1), .object([:])), .failure(nil, .invalidRequest("no")),
              .result(.number(2), ToolAnswer(["2"]).value(AgentLimits())),
            ])),
        ])
    #expect(server.finish(three.number, ToolAnswer(["late"])) == [])
    #expect(server.receive(.batch([.notification("x")])) == [])
    #expect(
      server.receive(.batch(Array(repeating: .request(.number(1), "ping"), count: 51)))
        == [.send(.message(.failure(nil, .invalidRequest("the batch is too large; expected at most 50 messages"))))])
  }
}
