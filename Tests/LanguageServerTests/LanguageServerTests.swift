import JSONRPC
import Marbles
import Playback
import Testing

@testable import LanguageServer

/// The state of the server: what it answers to each message.
@Suite struct LanguageServerTests {
  private static let uri = "file:///a%20b.yaml"

  private func json(_ text: String) throws -> Value { try Value(json: text) }

  /// A server that is initialized.
  private func server(_ capabilities: String = "{}") throws -> LanguageServer {
    var server = LanguageServer(version: "1")
    let parameters = try json("{\"capabilities\":\(capabilities)}")
    _ = server.handle(.request(.number(0), "initialize", parameters))
    return server
  }

  private func open(_ text: String, in server: inout LanguageServer, uri: String = uri, language: String = "yaml")
    -> [Value]
  {
    let item: Members = [
      "uri": .string(uri), "languageId": .string(language), "version": 1, "text": .string(text),
    ]
    return diagnostics(
      server.handle(
        .notification("textDocument/didOpen", .object(["textDocument": .object(item)]))),
      of: &server)
  }

  /// The diagnostics that an analysis gives.
  private func diagnostics(_ actions: [LanguageServer.Action], of server: inout LanguageServer) -> [Value] {
    var found: [Value] = []
    for case .start(let work) in actions {
      guard let analysis = server.analysis(for: work) else { continue }
      found += published(server.finish(analysis.findings(Cancellation()), of: work))
    }
    return found
  }

  private func published(_ actions: [LanguageServer.Action]) -> [Value] {
    actions.flatMap { action -> [Value] in
      guard case .send(.notification("textDocument/publishDiagnostics", let parameters?)) = action else { return [] }
      return parameters["diagnostics"]?.elements ?? []
    }
  }

  /// The answer to a request about a place.
  private func answer(
    _ method: String, _ server: inout LanguageServer, line: Int, character: Int, uri: String = uri
  ) throws -> Value {
    let parameters: Members = [
      "textDocument": .object(["uri": .string(uri)]),
      "position": .object(["line": .int(line), "character": .int(character)]),
    ]
    let actions = server.handle(.request(.text("x"), method, .object(parameters)))
    switch actions.first {
    case .send(.result(.text("x"), let result))?: return result
    case .send(.failure(.text("x"), let error))?: throw error
    default: throw RPCError.internalError("\(actions)")
    }
  }

  private func error(_ actions: [LanguageServer.Action]) -> Int? {
    if case .send(.failure(_, let error))? = actions.first { error.code } else { nil }
  }

  @Test(
    "requests before `initialize` and behind `shutdown` are errors, and the exit code says whether it was shut down")
  func phases() {
    var server = LanguageServer(version: "1")
    #expect(error(server.handle(.request(.number(1), "shutdown"))) == -32_002)
    #expect(server.handle(.notification("initialized")).isEmpty)
    #expect(server.handle(.notification("exit")) == [.end(code: 1)])
    _ = server.handle(.request(.number(2), "initialize"))
    #expect(error(server.handle(.request(.number(3), "initialize"))) == -32_600)
    #expect(error(server.handle(.request(.number(4), "$/what"))) == -32_601)
    #expect(
      error(server.handle(.request(.number(5), "textDocument/hover"))) == -32_602)
    #expect(server.handle(.notification("what")).isEmpty)
    #expect(server.handle(.result(.number(9), .null)).isEmpty)
    #expect(
      server.handle(.request(.number(6), "shutdown")) == [
        .send(.result(.number(6), .null))
      ])
    #expect(error(server.handle(.request(.number(7), "shutdown"))) == -32_600)
    #expect(server.handle(.notification("exit")) == [.end(code: 0)])
  }

  @Test("a mistake has the range of its word, in the units of the client", arguments: ["utf-16", "utf-8"])
  func mistakes(encoding: String) throws {
    var server = try server("{\"general\":{\"positionEncodings\":[\"utf-32\",\"\(encoding)\"]}}")
    let found = open("rows:\n  a: { marbles: '1|' }\n  é🙂: 1\n  b: { apply: 'a.x', é: '🙂', zz: 1 }\n", in: &server)
    let first = try #require(found.first)
    #expect(found.count == 1 && first["severity"] == 1)
    #expect(first["range"]?["start"]?["line"] == 2)
    let rest = open("rows:\n  b: { label: '🙂', zz: 1 }\n", in: &server)
    #expect(rest.first?["range"]?["start"]?["character"] == .int(encoding == "utf-8" ? 22 : 20))
    #expect(rest.first?["range"]?["end"]?["character"] == .int(encoding == "utf-8" ? 24 : 22))
    #expect(rest.first?["message"]?.text?.contains("row b has no key `zz`") == true)
  }

  @Test("a row that differs is a warning with both diagrams, until it agrees") func differences() throws {
    var server = try server()
    let found = open("rows:\n  a: { marbles: '1-2|' }\n  b: { apply: a, expect: '1-3|' }\n", in: &server)
    #expect(found.count == 1 && found.first?["severity"] == 2)
    let message = found.first?["message"]?.text ?? ""
    #expect(message.contains("expected") && message.contains("actual"), "\(message)")
    #expect(found.first?["range"]?["start"] == Position(line: 2, character: 28).value)
    let change = try json(
      """
      {"textDocument":{"uri":"\(Self.uri)","version":2},"contentChanges":[
        {"range":{"start":{"line":2,"character":28},"end":{"line":2,"character":29}},"text":"2"}]}
      """)
    let actions = server.handle(.notification("textDocument/didChange", change))
    #expect(diagnostics(actions, of: &server).isEmpty && actions.count == 1)
  }

  @Test("findings of an older version are not published") func versions() throws {
    var server = try server()
    let item = try json("{\"textDocument\":{\"uri\":\"u\",\"version\":1,\"text\":\"rows: 1\"}}")
    let work = LanguageServer.Work.document(uri: "u")
    #expect(server.handle(.notification("textDocument/didOpen", item)) == [.start(work)])
    let old = try #require(server.analysis(for: work)).findings(Cancellation())
    let change = try json(
      "{\"textDocument\":{\"uri\":\"u\",\"version\":2},\"contentChanges\":[{\"text\":\"rows: 2\"}]}")
    #expect(server.handle(.notification("textDocument/didChange", change)) == [.start(work)])
    let new = try #require(server.analysis(for: work)).findings(Cancellation())
    #expect(server.finish(old, of: work).isEmpty && published(server.finish(new, of: work)).count == 1)
    let close = try json("{\"textDocument\":{\"uri\":\"u\"}}")
    #expect(server.handle(.notification("textDocument/didClose", close)).first == .stop(work))
    #expect(server.finish(new, of: work).isEmpty && server.analysis(for: work) == nil)
  }

  @Test("files of other programs and documents without scenes have no mistakes") func others() throws {
    var server = try server()
    #expect(open("services: { web: [1, }", in: &server).isEmpty)
    #expect(open("# A\n\n```yaml\nrows: 1\n```\n", in: &server, language: "markdown").isEmpty)
    let found = open(
      "# A\n\n> ```marbled\n> rows: { a: { marbles: '1|', colr: red } }\n> ```\n", in: &server, language: "markdown")
    #expect(found.first?["range"]?["start"] == Position(line: 3, character: 30).value)
  }

  @Test("keys, choices and expressions are completed") func completion() throws {
    var server = try server("{\"textDocument\":{\"completion\":{\"completionItem\":{\"snippetSupport\":true}}}}")
    _ = open("ste\nrows:\n  a: { marbles: '1|', col }\n  b:\n    apply: a.deb\n    color: \n", in: &server)
    func items(_ line: Int, _ character: Int) throws -> [Value] {
      try answer("textDocument/completion", &server, line: line, character: character)["items"]?.elements ?? []
    }
    func labels(_ line: Int, _ character: Int) throws -> [String] {
      try items(line, character).compactMap { $0["label"]?.text }
    }
    #expect(try labels(0, 3).contains("step") && !labels(0, 3).contains("rows"))
    let keys = try labels(2, 25)
    #expect(keys.contains("color") && keys.contains("cold") && !keys.contains("apply") && !keys.contains("restart"))
    #expect(try labels(5, 11).prefix(2) == ["red", "green"])
    let debounce = try #require(try items(4, 16).first)
    #expect(debounce["label"] == "debounce")
    // YAML would take the colon for the end of a key.
    #expect(debounce["textEdit"]?["newText"]?.text?.hasPrefix("\"a.debounce(for: ") == true, "\(debounce)")
    #expect(debounce["textEdit"]?["range"]?["start"] == Position(line: 4, character: 11).value)
  }

  @Test("a key shows what it means, and an operator its picture") func hovers() throws {
    var server = try server()
    _ = open("rows:\n  a: { marbles: '1|' }\n  b: { apply: 'a.debounce(for: .seconds(1))' }\n", in: &server)
    let key = try answer("textDocument/hover", &server, line: 1, character: 8)
    #expect(key["contents"]?["value"]?.text?.contains("Makes the row an input: a diagram") == true)
    let called = try answer("textDocument/hover", &server, line: 2, character: 20)
    let text = called["contents"]?["value"]?.text ?? ""
    #expect(text.contains("debounce(for:") && text.contains("```text") && text.contains("|"), "\(text)")
    #expect(called["range"]?["start"] == Position(line: 2, character: 17).value)
    #expect(try answer("textDocument/hover", &server, line: 2, character: 15) == .null)
  }

  @Test("a scene has lenses, and the server checks it, unless that is cancelled") func lenses() throws {
    var server = try server()
    _ = open("rows:\n  a: { marbles: '1|' }\n  b: { apply: a, expect: '1|' }\n", in: &server)
    let lenses = try answer("textDocument/codeLens", &server, line: 0, character: 0).elements
    #expect(lenses.compactMap { $0["command"]?["title"]?.text } == ["run", "check"])
    #expect(lenses[1]["command"]?["arguments"]?.elements == ["/a b.yaml"])
    let command = try json("{\"command\":\"marbled.check\",\"arguments\":[\"/a b.yaml\"]}")
    let actions = server.handle(.request(.number(5), "workspace/executeCommand", command))
    let (work, other) = (LanguageServer.Work.request(.number(5)), LanguageServer.Work.request(.number(6)))
    #expect(actions == [.start(work)])
    let findings = try #require(server.analysis(for: work)).findings(Cancellation())
    guard case .send(.result(.number(5), let result))? = server.finish(findings, of: work).last else {
      Issue.record("no answer")
      return
    }
    #expect(result["problems"] == 0 && result["report"] == "1 row agrees")
    _ = server.handle(.request(.number(6), "workspace/executeCommand", command))
    let cancelled = server.handle(.notification("$/cancelRequest", try json("{\"id\":6}")))
    #expect(cancelled.first == .stop(other) && error(Array(cancelled.dropFirst())) == -32_800)
    #expect(server.finish(findings, of: other).isEmpty)
  }

  @Test("documents that are too many or too large are ignored") func limits() throws {
    var server = try server()
    let large = String(repeating: "#", count: TextDocument.longest + 1)
    #expect(open(large, in: &server).first?["message"]?.text?.contains("more than 4 MiB") == true)
    #expect(try answer("textDocument/completion", &server, line: 0, character: 1) == .null)
    for index in 0..<LanguageServer.mostDocuments { _ = open("", in: &server, uri: "u\(index)") }
    #expect(throws: RPCError.self) {
      try answer("textDocument/hover", &server, line: 0, character: 0, uri: "u\(LanguageServer.mostDocuments - 1)")
    }
  }

  @Test("a document that grows too long has one warning, until it is short again") func grows() throws {
    var server = try server()
    #expect(open("rows: { a: { marbles: '1|' } }\n", in: &server).isEmpty)
    func change(_ start: Int, _ end: Int, _ text: String) throws -> [Value] {
      let parameters = try json(
        """
        {"textDocument":{"uri":"\(Self.uri)","version":\(start + end)},"contentChanges":[
          {"range":{"start":{"line":\(start),"character":0},"end":{"line":\(end),"character":0}},"text":"\(text)"}]}
        """)
      return diagnostics(server.handle(.notification("textDocument/didChange", parameters)), of: &server)
    }
    let comment = "#" + String(repeating: " ", count: TextDocument.longest) + "\\n"
    #expect(try change(1, 1, comment).first?["message"]?.text?.contains("more than 4 MiB") == true)
    #expect(try change(1, 2, "").isEmpty)
    #expect(try change(0, 1, "rows: 1\\n").count == 1)
  }

  private func messages(_ actions: [LanguageServer.Action]) -> [String] {
    actions.compactMap { action in
      guard case .send(.notification("window/showMessage", let parameters?)) = action else { return nil }
      return parameters["message"]?.text
    }
  }

  @Test("documents over the limit together are ignored with a message, as is a message that is too long")
  func refusals() throws {
    var server = try server()
    server.mostBytes = 1 << 20
    let large = String(repeating: "#", count: 1 << 19)
    for index in 0...2 {
      let item: Members = ["uri": .string("u\(index)"), "text": .string(large)]
      let actions = server.handle(.notification("textDocument/didOpen", .object(["textDocument": .object(item)])))
      #expect((actions == [.start(.document(uri: "u\(index)"))]) == (index < 2))
      #expect(messages(actions).allSatisfy { $0.hasSuffix("at most 500 open documents, with 1 MiB together") })
      #expect(messages(actions).count == (index < 2 ? 0 : 1))
    }
    #expect(messages(server.receiveTooLongMessage(of: 9 << 20)).first?.contains("expected at most 8388608.") == true)
    #expect(LanguageServer(version: "1").receiveTooLongMessage(of: 9 << 20).count == 1)
  }

  @Test(
    "a document with a change that can't be read is ignored with a message, as its text would be wrong",
    arguments: [
      #"[{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"text":""}]"#,
      #"[{"range":{"start":{"line":0,"character":0.5},"end":{"line":0,"character":1}},"text":""}]"#,
      #"[{"text":"rows: 1"},{"range":{}}]"#, #"[{"range":{},"text":""}]"#, "[1]", "{}", "null",
    ])
  func unreadable(changes: String) throws {
    var server = try server()
    _ = open("rows: { a: { marbles: '1|' } }\n", in: &server)
    let change = try json("{\"textDocument\":{\"uri\":\"\(Self.uri)\",\"version\":2},\"contentChanges\":\(changes)}")
    let actions = server.handle(.notification("textDocument/didChange", change))
    let message = try #require(messages(actions).first)
    #expect(message.contains("can't be read") && message.hasSuffix("Close the document, and open it again"))
    #expect(actions.first == .stop(.document(uri: Self.uri)) && published(actions).isEmpty)
    #expect(throws: RPCError.self) { try answer("textDocument/codeLens", &server, line: 0, character: 0) }
  }

  @Test("a change without a range, or with null, is the whole text; a version is any number or missing")
  func wholeTexts() throws {
    var server = try server()
    let item = try json("{\"textDocument\":{\"uri\":\"u\",\"version\":9223372036854775807,\"text\":\"\"}}")
    _ = server.handle(.notification("textDocument/didOpen", item))
    for range in ["", "\"range\":null,"] {
      let change = try json("{\"textDocument\":{\"uri\":\"u\"},\"contentChanges\":[{\(range)\"text\":\"rows: 1\"}]}")
      let actions = server.handle(.notification("textDocument/didChange", change))
      #expect(diagnostics(actions, of: &server).count == 1)
    }
  }

  @Test("the user hears of a message that can't be read: it may have been a change") func unreadMessages() throws {
    var server = try server()
    let error = RPCError.parseError("no JSON")
    let actions = server.handle(.invalid(nil, error))
    #expect(actions.first == .send(.failure(nil, error)))
    #expect(
      messages(actions) == [
        "marbled can't read a message: no JSON. If diagnostics are wrong now, close the document and open it again"
      ])
    // The client knows which request this is.
    #expect(server.handle(.invalid(.number(1), error)) == [.send(.failure(.number(1), error))])
  }

  @Test("what is no message is answered with its error, also before `initialize`") func notMessages() {
    var server = LanguageServer(version: "1")
    let error = RPCError.invalidRequest("no")
    #expect(server.handle(.invalid(nil, error)) == [.send(.failure(nil, error))])
    #expect(server.handle(.invalid(.number(1), error)) == [.send(.failure(.number(1), error))])
    #expect(server.handle(.failure(nil, error)).isEmpty)
  }
}
