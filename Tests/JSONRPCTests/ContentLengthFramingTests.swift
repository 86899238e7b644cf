import JSONRPC
import Marbles
import Testing

/// Messages in a stream of bytes, however the bytes arrive.
@Suite struct ContentLengthFramingTests {
  private func frames(_ text: String, inPiecesOf count: Int) throws -> [ContentLengthFraming.Frame] {
    var framing = ContentLengthFraming()
    var frames: [ContentLengthFraming.Frame] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      framing.append(rest.prefix(count))
      rest = rest.dropFirst(count)
      while let frame = try framing.next() { frames.append(frame) }
    }
    return frames
  }

  @Test(arguments: [1, 2, 7, 1000]) func messages(count: Int) throws {
    let text =
      "Content-Length: 2\r\n\r\n{}content-length:\t3 \r\nContent-Type: x\r\n\r\n[1]Content-Length: 0\r\n\r\nContent-Le"
    #expect(
      try frames(text, inPiecesOf: count)
        == [.message(Array("{}".utf8)), .message(Array("[1]".utf8)), .message([])])
  }

  @Test("a message is read as it is written", arguments: [1, 1000]) func roundTrip(count: Int) throws {
    let messages = [
      RPCMessage.request(.number(1), "a"), .notification("é🙂", .array([1])), .result(.text("x"), .object(["a": 1])),
    ]
    let read = try frames(messages.map(ContentLengthFraming.text).joined(), inPiecesOf: count).map { frame in
      if case .message(let bytes) = frame { RPCMessage(json: bytes) } else { nil as RPCMessage? }
    }
    #expect(read == messages)
  }

  @Test("a header ends at the first empty line, also at its beginning") func emptyLines() throws {
    #expect(throws: ContentLengthFraming.Malformed.self) {
      try frames("\r\n\r\nContent-Length: 0\r\n\r\n", inPiecesOf: 1)
    }
    #expect(try frames("\r\nContent-Length: 1\r\n\r\n1", inPiecesOf: 1) == [.message([UInt8(ascii: "1")])])
  }

  @Test("a message that is too long is skipped", arguments: [100, 5000]) func tooLong(count: Int) throws {
    let length = ContentLengthFraming.longestMessage + 1
    let text =
      "Content-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length) + "Content-Length: 1\r\n\r\n1"
    #expect(try frames(text, inPiecesOf: count * 100) == [.tooLong(length), .message([UInt8(ascii: "1")])])
  }

  @Test(arguments: [
    ("Content-Length: x\r\n\r\n", "no whole number"), ("Content-Length: -1\r\n\r\n", "no whole number"),
    ("Length: 1\r\n\r\n", "no `Content-Length`"), ("{}\r\n\r\n", "no `Content-Length`"),
    ("Content-Length: 2\n\n{}", "ends with LF; expected CR LF"), ("\n", "expected CR LF"),
    ("Content-Length: 1 2\r\n\r\n", "no whole number"),
    (String(repeating: "a", count: 5000), "longer than 4096 bytes"),
    ("Content-Length: 99999999999999999999999\r\n\r\n", "no whole number"),
  ])
  func malformed(text: String, says: String) {
    let error = #expect(throws: ContentLengthFraming.Malformed.self) { try frames(text, inPiecesOf: 64) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }
}
