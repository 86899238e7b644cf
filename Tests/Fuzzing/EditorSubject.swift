internal import JSONRPC
internal import LanguageServer
public import Marbles
internal import Playback

/// Scenes that are changed in an editor.
public struct EditorSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "editors"

  private static let noise = RandomBytes(
    tokens: [
      "rows:", "rows: {", "marbles: ", "apply: ", "expect: ", "color: ", "title: ", "a: ", "b", "'", "\"", "''", "\\",
      "{", "}", "[", "]", ",", ": ", "- ", "|", ">", "#", " ", "  ", "\t", "\n", "\r\n", "\r", "'1-2|'", "a.map { $0 }",
      "a.deb", "é", "🙂", "e\u{301}", "\u{0}", "\u{2028}", "\u{FEFF}",
    ]
  ) { random in
    let end = random.pick(["\n", "\n", "\r\n", "\r"])
    let source = random.pick(["marbles: '1-2|'", "marbles: \"a-b|\", color: red", "apply: 'b.map { $0 }'"])
    let other = random.pick(["apply: a", "marbles: '-1-🙂|'", "apply: \"a.debounce(for: .seconds(1))\", label: é"])
    return random.below(2) == 0
      ? "rows:\(end)  a: { \(source) }\(end)  b:\(end)    \(other.replacing(", ", with: "\(end)    "))\(end)"
      : "title: x\(end)rows: { a: { \(source) }, b: { \(other) } }\(end)"
  }

  /// Creates the subject.
  public init() {}

  /// A scene, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Rejected if the scene has mistakes.
  ///
  /// A document that was changed must be the one that is opened with the same text, and each request must have one answer.
  public func verdict(on text: String) -> FuzzVerdict {
    var random = SplitMix64(seed: UInt64(text.utf8.count))
    let encoding = random.pick(["utf-8", "utf-16"])
    var (changed, opened) = (Editor(encoding), Editor(encoding))
    changed.open(text)
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<6 {
      let start = Self.place(in: scalars, &random)
      let end = max(start, min(Self.place(in: scalars, &random), Self.place(in: scalars, &random)))
      let new = Array(Self.noise.text(&random).unicodeScalars.prefix(12))
      let range = (Self.position(of: start, in: scalars, encoding), Self.position(of: end, in: scalars, encoding))
      changed.change(range, by: Self.text(new))
      scalars.replaceSubrange(start..<end, with: new)
      let place = Self.position(of: Self.place(in: scalars, &random), in: scalars, encoding)
      for method in ["textDocument/completion", "textDocument/hover", "textDocument/codeLens"] {
        guard changed.answers(method, at: place) == 1 else { return .failed("no answer to \(method) at \(place)") }
      }
    }
    opened.open(Self.text(scalars), version: changed.version)
    guard let analysis = changed.analysis, analysis == opened.analysis else {
      return .failed("changes gave another text than \(Self.text(scalars).debugDescription)")
    }
    opened.open(text)
    return opened.hasMistakes ? .rejected : .accepted
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// A random place; the protocol has none between CR and LF.
  private static func place(in scalars: [Unicode.Scalar], _ random: inout SplitMix64) -> Int {
    let place = random.below(scalars.count + 1)
    return place > 0 && place < scalars.count && scalars[place] == "\n" && scalars[place - 1] == "\r"
      ? place - 1 : place
  }

  private static func position(of place: Int, in scalars: [Unicode.Scalar], _ encoding: String) -> Value {
    var (line, character) = (0, 0)
    for index in 0..<place {
      let scalar = scalars[index]
      if scalar == "\n" || (scalar == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")) {
        (line, character) = (line + 1, 0)
      } else {
        character += encoding == "utf-8" ? UTF8.width(scalar) : UTF16.width(scalar)
      }
    }
    return .object(["line": .int(line), "character": .int(character)])
  }
}

/// A client of a language server with one document.
private struct Editor {
  private static let work = LanguageServer.Work.document(uri: "file:///a.yaml")
  private static let uri: Value = "file:///a.yaml"

  private var server = LanguageServer(version: "1")
  private(set) var version = 1

  init(_ encoding: String) {
    let general: Value = .object(["positionEncodings": .array([.string(encoding)])])
    let capabilities: Value = .object([
      "general": general,
      "textDocument": .object([
        "completion": .object(["completionItem": .object(["snippetSupport": .bool(encoding == "utf-8")])])
      ]),
    ])
    _ = server.handle(.request(.number(0), "initialize", .object(["capabilities": capabilities])))
  }

  var analysis: SceneAnalysis? { server.analysis(for: Self.work) }

  var hasMistakes: Bool {
    mutating get {
      guard let findings = analysis?.findings(Cancellation()) else { return true }
      return server.finish(findings, of: Self.work).contains { action in
        guard case .send(.notification(_, .object(let parameters)?)) = action else { return false }
        return parameters["diagnostics"] != .array([])
      }
    }
  }

  mutating func open(_ text: String, version: Int = 1) {
    self.version = version
    let item: Members = ["uri": Self.uri, "version": .int(version), "text": .string(text)]
    _ = server.handle(.notification("textDocument/didOpen", .object(["textDocument": .object(item)])))
  }

  mutating func change(_ range: (start: Value, end: Value), by text: String) {
    version += 1
    let document: Value = .object(["uri": Self.uri, "version": .int(version)])
    let change: Value = .object([
      "range": .object(["start": range.start, "end": range.end]), "text": .string(text),
    ])
    let parameters: Value = .object(["textDocument": document, "contentChanges": .array([change])])
    _ = server.handle(.notification("textDocument/didChange", parameters))
  }

  /// How many results a request has.
  mutating func answers(_ method: String, at position: Value) -> Int {
    let parameters: Value = .object(["textDocument": .object(["uri": Self.uri]), "position": position])
    return server.handle(.request(.number(1), method, parameters)).count { action in
      if case .send(.result(.number(1), _)) = action { true } else { false }
    }
  }
}
