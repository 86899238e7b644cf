internal import AgentTools
internal import JSONRPC
public import Marbles

/// Lines for a server of agents: messages of JSON-RPC, and what clients that mean harm send.
public struct MessageSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "messages"

  private static let noise = RandomBytes(
    tokens: [
      "{", "}", "[", "]", ",", ":", "null", "true", "1", "-1.5e3", #""jsonrpc":"2.0""#, #""id":1"#, #""id":null"#,
      #""id":"a""#,
      #""method":"ping""#, #""method":"initialize""#, #""method":"tools/list""#, #""method":"tools/call""#,
      #""params":{}"#,
      #""params":{"name":"run"}"#, #""params":{"name":"nope"}"#, #""params":{"protocolVersion":"2025-03-26"}"#,
      #""method":"notifications/cancelled""#, #""params":{"requestId":1}"#, #""result":{}"#,
      #""error":{"code":1,"message":""}"#, "\u{0}", "é", "Content-Length: 2\r\n\r\n", "content-length:", "\r\n\r\n",
    ]
  ) { random in
    let members = [
      [#""jsonrpc":"2.0""#, #""jsonrpc":"1.0""#], [#""id":1"#, #""id":2"#, #""id":"a""#, #""x":0"#],
      [#""method":"ping""#, #""method":"tools/list""#, #""method":"tools/call""#, #""method":"initialize""#],
      [
        #""params":{}"#, #""params":[]"#, #""params":{"name":"explain","arguments":{}}"#,
        #""params":{"protocolVersion":"2025-03-26"}"#,
      ],
    ].map { random.pick($0) }
    let message = "{\(members.joined(separator: ","))}"
    return random.below(3) == 0 ? "[\(message),\(message)]" : message
  }

  /// Creates the subject.
  public init() {}

  /// The messages with headers in a stream that arrives in pieces; nil is a header that can't be read.
  private static func frames(_ bytes: [UInt8], by count: Int) -> [ContentLengthFraming.Frame?] {
    var (framing, frames) = (ContentLengthFraming(), [ContentLengthFraming.Frame?]())
    do throws(ContentLengthFraming.Malformed) {
      for start in stride(from: 0, to: bytes.count, by: count) {
        framing.append(bytes[start..<min(start + count, bytes.count)])
        while let frame = try framing.next() { frames.append(frame) }
      }
    } catch {
      frames.append(nil)
    }
    return frames
  }

  /// A line, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Rejected if the line is no message. A server that has agreed on batches must answer each request of it once: at once, or when
  /// its calls have ended.
  public func verdict(on text: String) -> FuzzVerdict {
    let bytes = Array(text.utf8)
    let framed = Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes + bytes
    // One by one, a long text would take seconds in a debug build.
    let piece = framed.count > 4096 ? 61 : 1
    guard Self.frames(framed, by: framed.count) == Self.frames(framed, by: piece),
      Self.frames(framed, by: 3).first == .message(bytes)
    else { return .failed("other messages when the bytes arrive in small pieces") }
    let packet = RPCPacket(line: bytes)
    var server = AgentServer(version: "0")
    _ = server.receive(
      .message(.request(.number(0), "initialize", .object(["protocolVersion": "2025-03-26"]))))
    var (actions, answers) = (server.receive(packet), 0)
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .send(.message(let message)):
        answers += 1
        guard RPCPacket(line: Array(RPCPacket.message(message).line.dropLast().utf8)) == .message(message) else {
          return .failed("an answer that is read as another: \(message)")
        }
      case .send(.batch(let messages)): answers += messages.count
      case .start(let call): actions += server.finish(call.number, ToolAnswer(failure: "none"))
      case .stop: break
      }
    }
    let messages: [RPCMessage] =
      switch packet {
      case .message(let message): [message]
      case .batch(let messages): messages
      }
    let asking = messages.count { message in
      switch message {
      case .request, .invalid: true
      case .notification, .result, .failure: false
      }
    }
    // A batch that is too large has one answer, and a call that is cancelled has none.
    guard text.contains("cancelled") || answers == (messages.count > AgentLimits().batch ? 1 : asking) else {
      return .failed("\(answers) answers to \(asking) requests")
    }
    if case .message(.invalid) = packet { return .rejected }
    return .accepted
  }
}
