public import JSONRPC
internal import Marbles

/// A server of the Model Context Protocol as a value: messages in; messages, and calls to perform, out.
///
/// It keeps nothing between calls, so a call needs no `initialize` before it.
///
/// ```swift
/// var server = AgentServer(version: "1.0")
/// server.receive(.message(.request(.number(1), "ping")))   // [.send(.message(.result(.number(1), .object([:]))))]
/// ```
public struct AgentServer: Sendable {
  /// What to do next.
  public enum Action: Hashable, Sendable {
    /// Send this to the client.
    case send(RPCPacket)
    /// Perform a call, and report its answer with ``AgentServer/finish(_:_:)``, also after it was stopped.
    case start(ToolCall)
    /// Stop the call with this number, which runs: its answer is no longer needed.
    case stop(Int)
  }

  /// The versions of the protocol, the newest first.
  public static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The version whose clients may send batches; in others there are none.
  private static let versionOfBatches = "2025-03-26"

  /// A call that has no answer yet.
  private struct Pending: Sendable {
    var id: RequestID
    var batch: Int?
  }

  /// A batch that has not all answers yet.
  private struct Batch: Sendable {
    var missing: Int
    var answers: [RPCMessage] = []
  }

  private let version: String
  private let limits: AgentLimits
  /// The version of the protocol that was agreed on; nil before that.
  private var agreed: String?
  private var nextNumber = 1
  private var pending: [Int: Pending] = [:]
  private var running: Set<Int> = []
  private var waiting: [ToolCall] = []
  private var batches: [Int: Batch] = [:]

  /// - Parameters:
  ///   - version: the version of the program.
  ///   - limits: what a client may ask for.
  public init(version: String, limits: AgentLimits = AgentLimits()) {
    (self.version, self.limits) = (version, limits)
  }

  /// Takes a line that was longer than ``AgentLimits/messageBytes``.
  public mutating func receiveTooLongLine() -> [Action] {
    let error = RPCError.invalidRequest("the message is too long; expected at most \(limits.messageBytes) bytes")
    return [.send(.message(.failure(nil, error)))]
  }

  /// Takes what a client has sent.
  public mutating func receive(_ packet: RPCPacket) -> [Action] {
    switch packet {
    case .message(let message): return receive(message, in: nil)
    case .batch(let messages):
      guard agreed == Self.versionOfBatches else {
        return refuse(
          "a batch is no message of version \(agreed ?? Self.versions[0]); expected one object on each line")
      }
      guard messages.count <= limits.batch else {
        return refuse("the batch is too large; expected at most \(limits.batch) messages")
      }
      let number = takeNumber()
      // One more, so that it is not complete before its last message was read.
      batches[number] = Batch(missing: messages.count { $0.needsAnswer } + 1)
      return messages.flatMap { receive($0, in: number) } + answer(nil, in: number)
    }
  }

  /// Takes the answer of a call that was started.
  public mutating func finish(_ number: Int, _ answer: ToolAnswer) -> [Action] {
    running.remove(number)
    var actions: [Action] = []
    if let call = pending.removeValue(forKey: number) {
      actions += self.answer(.result(call.id, answer.value(limits)), in: call.batch)
    }
    while running.count < limits.running, !waiting.isEmpty { actions.append(start(waiting.removeFirst())) }
    return actions
  }

  private func refuse(_ problem: String) -> [Action] { [.send(.message(.failure(nil, .invalidRequest(problem))))] }

  private mutating func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  private mutating func start(_ call: ToolCall) -> Action {
    running.insert(call.number)
    return .start(call)
  }

  /// Sends an answer, or keeps it until its batch is complete.
  ///
  /// - Parameter message: nil when a message of the batch needs no answer any more.
  private mutating func answer(_ message: RPCMessage?, in number: Int?) -> [Action] {
    guard let number, var batch = batches.removeValue(forKey: number) else {
      return message.map { [.send(.message($0))] } ?? []
    }
    batch.missing -= 1
    if let message { batch.answers.append(message) }
    guard batch.missing == 0 else {
      batches[number] = batch
      return []
    }
    return batch.answers.isEmpty ? [] : [.send(.batch(batch.answers))]
  }

  private mutating func receive(_ message: RPCMessage, in batch: Int?) -> [Action] {
    switch message {
    case .request(let id, let method, let parameters):
      do throws(RPCError) {
        guard let result = try result(of: method, parameters) else { return try call(parameters, id, in: batch) }
        return answer(.result(id, result), in: batch)
      } catch {
        return answer(.failure(id, error), in: batch)
      }
    case .notification("notifications/cancelled", let parameters): return cancel(parameters)
    // The server asks for nothing, so nothing can be an answer to it; other notifications change nothing.
    case .notification, .result, .failure: return []
    case .invalid(let id, let error): return answer(.failure(id, error), in: batch)
    }
  }

  // MARK: Methods

  /// The result of a request; nil for a call, whose result comes later.
  private mutating func result(of method: String, _ parameters: Value?) throws(RPCError) -> Value? {
    switch method {
    case "initialize": return initialize(parameters)
    case "ping": return .object([:])
    case "tools/list":
      if let cursor = parameters?["cursor"], cursor != .null {
        throw .invalidParameters("unknown cursor; there is one page of tools")
      }
      return .object(["tools": .array(AgentTool.all.map(\.value))])
    case "tools/call": return nil
    default:
      throw .methodNotFound(
        "unknown method `\(DisplayText.shortened(method, to: 60))`; expected initialize, ping, tools/list or tools/call"
      )
    }
  }

  private mutating func initialize(_ parameters: Value?) -> Value {
    let asked = parameters?["protocolVersion"]?.text
    let version = Self.versions.first { $0 == asked } ?? Self.versions[0]
    agreed = version
    return .object([
      "protocolVersion": .string(version),
      "capabilities": .object(["tools": .object([:])]),
      "serverInfo": .object(["name": "marbled", "title": "marbled", "version": .string(self.version)]),
      "instructions": .string(AgentTool.instructions),
    ])
  }

  private mutating func call(_ parameters: Value?, _ id: RequestID, in batch: Int?) throws(RPCError) -> [Action] {
    guard let name = parameters?["name"]?.text else {
      throw .invalidParameters("expected `name`, the name of a tool, and `arguments`")
    }
    guard let tool = AgentTool.all.first(where: { $0.name == name }) else {
      let names = AgentTool.all.map(\.name)
      let hint = Suggestion.clause(for: name, among: names)
      throw .invalidParameters(
        "unknown tool `\(DisplayText.shortened(name, to: 60))`"
          + (hint.isEmpty ? "; expected one of \(names.joined(separator: ", "))" : hint))
    }
    guard !pending.values.contains(where: { $0.id == id }) else {
      throw .invalidRequest("the id of this call is that of one that still runs")
    }
    let arguments: Members
    switch parameters?["arguments"] {
    case nil, .null: arguments = [:]
    case .object(let members): arguments = members
    default: throw .invalidParameters("expected `arguments` to be an object")
    }
    guard running.count < limits.running || waiting.count < limits.waiting else {
      throw .refused("\(limits.waiting) calls wait already; call again when others have their answers")
    }
    let call = ToolCall(number: takeNumber(), tool: tool, arguments: arguments, limits: limits)
    pending[call.number] = Pending(id: id, batch: batch)
    if running.count < limits.running { return [start(call)] }
    waiting.append(call)
    return []
  }

  /// Forgets a call: a client that cancels it expects no answer.
  private mutating func cancel(_ parameters: Value?) -> [Action] {
    guard let id = parameters?["requestId"].flatMap(RequestID.init),
      let (number, call) = pending.first(where: { $0.value.id == id })
    else { return [] }
    pending[number] = nil
    let isRunning = running.contains(number)
    waiting.removeAll { $0.number == number }
    return (isRunning ? [.stop(number)] : []) + answer(nil, in: call.batch)
  }
}

extension RPCMessage {
  /// Whether the sender waits for an answer.
  fileprivate var needsAnswer: Bool {
    switch self {
    case .request, .invalid: true
    case .notification, .result, .failure: false
    }
  }
}
