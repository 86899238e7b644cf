import JSONRPC
import Marbles
import Playground
import TestSupport
import Wire

@testable import LanguageServer

/// Readers of messages: of editors, agents, daemons and pages.
extension Parser {
  static let messages = [
    Parser(
      "messages of an editor",
      "Content-Length: 47\r\n\r\n" + #"{"jsonrpc":"2.0","method":"exit","params":null}"#,
      Growth(
        ["", "Content-Length: 9000\r\n\r\n", "Content-Length: 99999999\r\n\r\n"],
        ["Content-Length: 2\r\n\r\n{}", "\r\n", "a: b\r\n"])
    ) { text in
      var framing = ContentLengthFraming()
      framing.append(Array(text.utf8))
      var methods: [String] = []
      while let frame = try framing.next() {
        if case .message(let bytes) = frame, case .notification(let method, _) = RPCMessage(json: bytes) {
          methods.append(method)
        }
      }
      try accepted(methods.first)
    },
    Parser(
      "documents of an editor", "a\nb",
      Growth(["", "\n\n", "é"], ["\r\n", "\r", "\n", "a\n", "é🙂", "a"], most: 16 << 10)
    ) { text in
      var document = TextDocument(uri: "u", path: "u", isMarkdown: false, version: 1, text: text)
      // A longer text has more changes.
      for index in 0..<text.utf8.count / 8 {
        let place = Position(line: index, character: index)
        document.replace((place, place), by: index % 2 == 0 ? "a" : "a\n", .utf16)
      }
      document.replace(nil, by: document.text + text, .utf8)
    },
    Parser(
      "places in scenes", "rows:\n  a: { marbles: 1",
      Growth(
        ["", "rows:\n  a: { b: [", "a: |\n", "rows: {"],
        ["  a§: b\n", "- ", "{a: ", "[", "'", "\"\n", "a: 'b\n", ", a§: b", "}\n", "a: |\n  b\n", "#"])
    ) { text in
      let bytes = Array(text.utf8)
      for style in [SceneCursor.Style.plain, .single, .double] { _ = ScalarText(bytes, 0..<bytes.count, style) }
      _ = SceneCursor(in: bytes, at: bytes.count / 2)
      try accepted(SceneCursor(in: bytes, at: bytes.count).place)
    },
    Parser(
      "events of a daemon",
      #"{"type":"message","message":"a"}"#,
      Growth(
        [
          "", #"{"type":"snapshot","scene":"rows: {}","time":0,"rows":["#, #"{"type":"snapshot","scene":"#,
          #"{"type":"snapshot","scene":"x","time":0,"rows":[],"events":["#, #"{"type":"event","row":"a","sources":["#,
        ],
        [
          #"{"row":"a","time":§,"kind":"value","id":"a§","value":1,"sources":["a1"]},"#,
          #"{"name":"r§","state":"live"},"#,
          #""a§","#,
        ], end: "{}]}")
    ) { try accepted(StreamEvent(json: $0)) },
    Parser(
      "answers of a daemon",
      #"{"scenes":[]}"#,
      Growth(
        ["", #"{"scenes":["#, #"{"rows":["#, #"{"accepted":1,"malformed":["#],
        [#"{"name":"a§","title":"b"},"#, #"{"line":§,"message":"b"},"#], end: "{}]}")
    ) { text in
      let listing = SceneListing(json: text)
      _ = DaemonStatus(json: text)
      _ = UploadedScene(json: text)
      _ = InputReport(json: text)
      try accepted(listing)
    },
    Parser(
      "messages of JSON-RPC", #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
      Growth(
        ["", "[", #"{"jsonrpc":"2.0","id":""#, #"{"jsonrpc":"2.0","id":1,"method":"ping","params":["#],
        [#"{"jsonrpc":"2.0","id":1,"method":"ping"},"#, #""a§":1,"#, "[", "1,"], end: "{}]}")
    ) { text in
      guard case .message(.invalid) = RPCPacket(line: Array(text.utf8)) else { return }
      throw Rejected()
    },
    Parser("requests to control", #"{"paused":true}"#, Growth([#"{"scene":""#, "{"], [#""a§":1,"#], end: "\"}")) {
      _ = try ControlRequest(Value(json: $0))
    },
    Parser(
      "requests of a page", #"{"scene":"rows: {}"}"#,
      Growth([#"{"scene":""#, #"{"rows":{"#, #"{"expressions":["#], [#""a§":"1|","#, #""a","#], end: "\"}")
    ) { _ = try RunRequest(Value(json: $0), limits: RunLimits()) },
  ]
}
