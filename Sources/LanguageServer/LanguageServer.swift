public import JSONRPC
internal import Marbles
internal import SceneFiles

/// The state of a language server for scenes, as a value: messages in, actions out.
///
/// It implements the Language Server Protocol 3.17. Who owns it reads and writes the messages, and does the work of analyses on
/// another thread: ``Action/start(_:)`` replaces an earlier one of the same work.
public struct LanguageServer: Sendable {
  /// What is analysed.
  public enum Work: Hashable, Sendable {
    /// An open document, for its mistakes.
    case document(uri: String)
    /// The document of a request for a check, as it was then.
    case request(RequestID)
  }

  /// What is to be done.
  public enum Action: Hashable, Sendable {
    /// Send a message.
    case send(RPCMessage)
    /// Take ``analysis(for:)`` when it begins, so that texts are not copied before, and pass what it finds to ``finish(_:of:)``.
    case start(Work)
    /// Stop an analysis.
    case stop(Work)
    /// End the program with this exit code.
    case end(code: Int32)
  }

  private enum Phase { case waiting, running, stopped }

  private let version: String
  private var phase = Phase.waiting
  private var encoding = PositionEncoding.utf16
  private var hasSnippets = false
  private var documents: [String: TextDocument] = [:]
  /// The requests whose answers are being made.
  private var pending: [RequestID: SceneAnalysis] = [:]

  /// The maximum number of open documents; others are ignored.
  static let mostDocuments = 500
  /// The maximum size of all open documents together, in bytes.
  var mostBytes = 64 << 20
  private static let mostPending = 16

  /// The command of the lens `check`, which the server carries out; `marbled.run` is one of the client.
  static let checkCommand = "marbled.check"

  /// - Parameter version: the version of the program, which clients may show.
  public init(version: String) { self.version = version }

  /// Handles a message of the client.
  public mutating func handle(_ message: RPCMessage) -> [Action] {
    switch message {
    case .request(let id, let method, let parameters):
      do throws(RPCError) { return try answer(id, method, parameters ?? .null) } catch {
        return [.send(.failure(id, error))]
      }
    case .notification("exit", _): return [.end(code: phase == .stopped ? 0 : 1)]
    case .notification(let method, let parameters):
      return phase == .running ? notified(method, parameters ?? .null) : []
    // The server asks nothing.
    case .result, .failure: return []
    case .invalid(let id, let error): return [.send(.failure(id, error))] + (id == nil ? unread(error) : [])
    }
  }

  /// Handles a message that was longer than ``ContentLengthFraming/longestMessage``: it is not known, so the client shows this.
  public func receiveTooLongMessage(of length: Int) -> [Action] {
    let problem = "the message has \(length) bytes; expected at most \(ContentLengthFraming.longestMessage)"
    let answer = Action.send(.failure(nil, .invalidRequest(problem)))
    return phase == .running ? [answer, show("marbled: \(problem). Close its document, and open it again")] : [answer]
  }

  /// A message that can't be read may be a change, without which the text of a document is not the one of the editor.
  private func unread(_ error: RPCError) -> [Action] {
    guard phase == .running else { return [] }
    let advice = "If diagnostics are wrong now, close the document and open it again"
    return [show("marbled can't read a message: \(error.message). \(advice)")]
  }

  /// The analysis that was started; nil if it is no longer needed.
  public func analysis(for work: Work) -> SceneAnalysis? {
    switch work {
    case .document(let uri): documents[uri].map { SceneAnalysis(document: $0) }
    case .request(let id): pending[id]
    }
  }

  /// Says what an analysis has found.
  public mutating func finish(_ findings: SceneAnalysis.Findings, of work: Work) -> [Action] {
    switch work {
    case .document: finish(findings)
    case .request(let id): finish(findings, for: id)
    }
  }

  /// Publishes what an analysis has found, unless the document has changed since.
  private func finish(_ findings: SceneAnalysis.Findings) -> [Action] {
    guard let document = documents[findings.uri], document.version == findings.version else { return [] }
    let diagnostics = findings.diagnostics.map { diagnostic in
      Value.object([
        "range": document.range(diagnostic.range, encoding), "severity": .int(diagnostic.severity.rawValue),
        "source": "marbled", "message": .string(diagnostic.message),
      ])
    }
    return [publish(diagnostics, for: document.uri, version: document.version)]
  }

  /// Answers the request for a check.
  private mutating func finish(_ findings: SceneAnalysis.Findings, for id: RequestID) -> [Action] {
    guard pending.removeValue(forKey: id) != nil else { return [] }
    let result: Value = .object(["report": .string(findings.report), "problems": .int(findings.diagnostics.count)])
    return [show(findings.report, isProblem: !findings.diagnostics.isEmpty), .send(.result(id, result))]
  }

  // MARK: Requests

  private mutating func answer(_ id: RequestID, _ method: String, _ parameters: Value) throws(RPCError) -> [Action] {
    switch (phase, method) {
    case (.waiting, "initialize"):
      phase = .running
      return [.send(.result(id, initialized(parameters)))]
    case (.waiting, _): throw .notInitialized("expected `initialize` first")
    case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
    case (.stopped, _): throw .invalidRequest("the server is shut down; expected `exit`")
    case (.running, "shutdown"):
      phase = .stopped
      let works = pending.keys.map { Work.request($0) } + documents.keys.sorted().map { Work.document(uri: $0) }
      (pending, documents) = ([:], [:])
      return works.map { .stop($0) } + [.send(.result(id, .null))]
    case (.running, "textDocument/completion"):
      let place = try place(parameters)
      let value = place.map { Completions(place: $0, encoding: encoding, hasSnippets: hasSnippets).value }
      return [.send(.result(id, value ?? .null))]
    case (.running, "textDocument/hover"):
      let place = try place(parameters)
      let hover = place.flatMap { place in Hover(at: place)?.value(in: place.document, encoding) }
      return [.send(.result(id, hover ?? .null))]
    case (.running, "textDocument/codeLens"):
      return [.send(.result(id, CodeLenses.value(of: try document(parameters))))]
    case (.running, "workspace/executeCommand"): return try execute(id, parameters)
    default: throw .methodNotFound("there is no method `\(DisplayText.shortened(method, to: 60))`")
    }
  }

  private mutating func initialized(_ parameters: Value) -> Value {
    let client = parameters["capabilities"]
    let offered = client?["general"]?["positionEncodings"]?.elements.compactMap { $0.text } ?? []
    encoding = offered.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    hasSnippets = client?["textDocument"]?["completion"]?["completionItem"]?["snippetSupport"] == .bool(true)
    let capabilities: Members = [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": .object(["openClose": .bool(true), "change": 2]),
      "completionProvider": .object(["triggerCharacters": .array([".", "(", ":", " ", "{", ","])]),
      "hoverProvider": .bool(true), "codeLensProvider": .object(["resolveProvider": .bool(false)]),
      "executeCommandProvider": .object(["commands": .array([.string(Self.checkCommand)])]),
    ]
    return .object([
      "capabilities": .object(capabilities),
      "serverInfo": .object(["name": "marbled", "version": .string(version)]),
    ])
  }

  private mutating func execute(_ id: RequestID, _ parameters: Value) throws(RPCError) -> [Action] {
    guard parameters["command"]?.text == Self.checkCommand else {
      throw .invalidParameters("expected the command `\(Self.checkCommand)`")
    }
    let name = parameters["arguments"]?.elements.first?.text ?? ""
    guard let document = documents[name] ?? documents.values.first(where: { $0.path == name }) else {
      throw .invalidParameters("expected the path or the address of an open document")
    }
    guard pending.count < Self.mostPending else {
      throw .internalError("\(Self.mostPending) checks are running already")
    }
    pending[id] = SceneAnalysis(document: document)
    return [.start(.request(id))]
  }

  private func document(_ parameters: Value) throws(RPCError) -> TextDocument {
    guard let uri = parameters["textDocument"]?["uri"]?.text else {
      throw .invalidParameters("expected `textDocument.uri`")
    }
    guard let document = documents[uri] else {
      throw .invalidParameters("the document is not open")
    }
    return document
  }

  private func place(_ parameters: Value) throws(RPCError) -> ScenePlace? {
    let document = try document(parameters)
    guard let position = Position(parameters["position"]) else {
      throw .invalidParameters("expected `position` with `line` and `character`, from 0")
    }
    return ScenePlace(in: document, at: document.offset(of: position, encoding))
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ parameters: Value) -> [Action] {
    switch method {
    case "textDocument/didOpen": return open(parameters["textDocument"] ?? .null)
    case "textDocument/didChange": return change(parameters)
    case "textDocument/didClose":
      guard let uri = parameters["textDocument"]?["uri"]?.text, documents.removeValue(forKey: uri) != nil else {
        return []
      }
      return [.stop(.document(uri: uri)), publish([], for: uri, version: nil)]
    case "$/cancelRequest":
      guard let id = parameters["id"].flatMap(RequestID.init), pending.removeValue(forKey: id) != nil else { return [] }
      return [.stop(.request(id)), .send(.failure(id, .cancelled("the request was cancelled")))]
    default: return []
    }
  }

  private mutating func open(_ item: Value) -> [Action] {
    guard let uri = item["uri"]?.text, let text = item["text"]?.text else { return [] }
    let others = documents.filter { $0.key != uri }
    let used = others.values.reduce(0) { $0 + $1.count }
    guard others.count < Self.mostDocuments, used + text.utf8.count <= mostBytes else {
      documents[uri] = nil
      return ignoring(uri)
    }
    let path = DocumentAddress.path(of: uri)
    documents[uri] = TextDocument(
      uri: uri, path: path, isMarkdown: item["languageId"]?.text == "markdown" || MarkdownDocument.isDocument(path),
      version: item["version"]?.integer ?? 0, text: text)
    return [.start(.document(uri: uri))]
  }

  private mutating func change(_ parameters: Value) -> [Action] {
    guard let uri = parameters["textDocument"]?["uri"]?.text, var document = documents[uri] else { return [] }
    guard case .array(let changes)? = parameters["contentChanges"] else { return forgetting(uri) }
    for value in changes {
      guard let change = TextChange(value) else { return forgetting(uri) }
      document.replace(change.range, by: change.text, encoding)
    }
    document.setVersion(parameters["textDocument"]?["version"]?.integer ?? document.version &+ 1)
    documents[uri] = document
    guard documents.values.reduce(0, { $0 + $1.count }) <= mostBytes else {
      documents[uri] = nil
      return ignoring(uri)
    }
    return [.start(.document(uri: uri))]
  }

  /// Closes a document with a change that can't be read: its text is no longer that of the editor.
  private mutating func forgetting(_ uri: String) -> [Action] {
    documents[uri] = nil
    let name = DisplayText.shortened(uri, to: 100)
    let message =
      "marbled ignores \(name): a change can't be read; expected `text`, and a `range` with lines and characters from 0. "
      + "Close the document, and open it again"
    return [.stop(.document(uri: uri)), publish([], for: uri, version: nil), show(message)]
  }

  private func ignoring(_ uri: String) -> [Action] {
    let message =
      "marbled ignores \(DisplayText.shortened(uri, to: 100)): expected at most \(Self.mostDocuments) open documents, "
      + "with \(mostBytes >> 20) MiB together"
    return [.stop(.document(uri: uri)), publish([], for: uri, version: nil), show(message)]
  }

  private func show(_ message: String, isProblem: Bool = true) -> Action {
    let parameters: Value = .object(["type": .int(isProblem ? 2 : 3), "message": .string(message)])
    return .send(.notification("window/showMessage", parameters))
  }

  private func publish(_ diagnostics: [Value], for uri: String, version: Int?) -> Action {
    var parameters: Members = ["uri": .string(uri), "diagnostics": .array(diagnostics)]
    parameters["version"] = version.map { .int($0) }
    return .send(.notification("textDocument/publishDiagnostics", .object(parameters)))
  }
}
