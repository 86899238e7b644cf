import Foundation
import TestSupport
import Testing

/// A text that is eight times as long takes about eight times as long to read, whoever reads it and whatever it repeats.
@Suite struct ParserGrowthTests {
  @Test(arguments: Parser.all.map(\.name))
  func noTextTakesQuadraticTime(name: String) throws {
    let parser = try #require(Parser.all.first { $0.name == name })
    #expect(parser.growth.problems { try? parser.read($0) } == [])
  }

  @Test("Each parser reads what it is for", arguments: Parser.all.map(\.name))
  func samples(name: String) throws {
    let parser = try #require(Parser.all.first { $0.name == name })
    #expect(throws: Never.self) { try parser.read(parser.sample) }
  }

  @Test("A reader that looks for the anchor of each alias from the beginning on is found, one that looks once is not")
  func quadraticReaders() {
    var growth = Growth()
    growth.parts = ["*a "]
    let (alias, anchor) = (UInt8(ascii: "*"), UInt8(ascii: "&"))
    let problems = growth.problems { text in
      let bytes = Array(text.utf8)
      for byte in bytes where byte == alias { _ = bytes.contains(anchor) }
    }
    #expect(
      problems.count == 1 && problems[0].hasPrefix(#""", then "*a " again and again: ×8 in length takes ×"#),
      "\(problems)")
    let none = growth.problems { text in
      let bytes = Array(text.utf8)
      let hasAnchor = bytes.contains(anchor)
      for byte in bytes where byte == alias { _ = hasAnchor }
    }
    #expect(none == [])
  }

  /// Who reads texts from outside, by file: a parser of ``Parser/all``, or where else its growth is measured.
  private static let readers: [String: String] = [
    // Diagrams, expressions and values.
    "Diagram": "diagrams", "DiagramTable": "diagram tables", "DurationNotation": "durations",
    "SpeedFactor": "durations",
    "Expression": "expressions", "ValueExpression": "labels", "MemberPath": "paths", "JSONParser": "JSON",
    "SpelledDouble": "JSON",
    "JSONScanner": "lines of a source", "LineSettings+Form": "formats of lines",
    "SyntaxParser+Blocks": "closures", "NameIndex": "names elsewhere", "TimeUnit": "times", "RFC3339": "times",
    "Pattern": "patterns", "PatternParser": "patterns", "PatternText": "patterns",
    // Scene files and documents. Preferences, configurations and command lines have tests beside them, as they need other modules.
    "YAMLReader": "scenes", "SceneFile": "scenes", "SourceText": "scenes",
    "SceneFile+Updating": "scenes that are edited",
    "ExpectationUpdate": "expectations", "MarkdownDocument": "documents", "MarkdownScanner": "documents",
    "MarkdownLine": "documents", "SceneFile+Markdown": "documents", "Preferences": "PreferencesTests",
    "PackedScene": "SharedLinkTests", "DaemonConfiguration": "ConfigurationTests",
    "DaemonConfiguration+File": "ConfigurationTests",
    // Lines.
    "GzipDecoder": "gzip files", "Inflater": "gzip files", "HuffmanTable": "gzip files",
    "LineReader": "lines of a source", "LineSplitter": "lines of a source",
    "LineReader.Line+Entry": "lines of a source",
    "CommandLines": "lines of a source", "DaemonClient": "lines of a source", "InputLines": "lines of a source",
    "JSONSplitter": "records of lines", "JSONGrammar": "records of lines", "JSONValueReader": "records of lines",
    "SeparatedReader": "records of lines", "SeparatedReader+Header": "records of lines",
    "SingleLineReader": "records of lines", "Logfmt": "records of lines", "CommonLog": "records of lines",
    "FieldValue": "records of lines", "TraceJoiner": "records of lines", "LineFormatDetector": "records of lines",
    "TimedNDJSON": "event files", "RecordedRun": "recordings", "RecordingLine": "recordings",
    "TapRecording": "recordings of taps", "TapLine": "lines of taps",
    // Messages: each is a JSON object.
    "StreamEvent": "events of a daemon", "ViewerSnapshot": "events of a daemon", "EventLine": "events of a daemon",
    "PlayheadMotion": "events of a daemon", "RowLosses": "events of a daemon", "CommandState": "events of a daemon",
    "RowEdit": "events of a daemon",
    "PlayingScene": "events of a daemon", "PlaylistStatus": "events of a daemon",
    "StreamStatus+JSON": "events of a daemon", "LoopStatus+JSON": "events of a daemon",
    "JSONMembers": "events of a daemon",
    "DaemonStatus+JSON": "answers of a daemon", "Answers": "answers of a daemon",
    "ControlRequest": "requests to control",
    "RunRequest": "requests of a page",
    "RPCMessage": "messages of JSON-RPC", "RPCError": "messages of JSON-RPC", "RPCPacket": "messages of JSON-RPC",
    "ContentLengthFraming": "messages of an editor",
    "TextDocument": "documents of an editor", "Rope": "documents of an editor", "SceneCursor": "places in scenes",
    "ScalarText": "places in scenes",
    "NumberedLine": "lines of a picture", "TextDifference": "lines of a picture",
    // Command lines and terminals.
    "InputSpec": "inputs", "TapAddress": "inputs",
    "RedisSource": "inputs", "RedisStreamURL": "Redis URLs", "StaticSite": "servers of a site",
    "PlainCommand": "typed lines", "ShellLine": "CompletionTests",
    "EditCommand": "edits", "EditCommand+Completion": "completions", "ExpressionCompletion": "completions",
    "InputParser": "keys", "ControlSequence": "keys", "TerminalReply": "keys",
  ]
  /// Files that look like those of a parser, and read nothing from outside.
  private static let others: Set = [
    "SceneFormat", "SwiftTestFormat", "ListItem", "LineSettings", "EditLinePainter", "ValueFields", "TextField",
    "OpeningHours", "Delivered", "RecordedType",
    // A part of a scene file, which takes linear time.
    "LibraryVersion",
    "PageTemplate", "RunOutput", "ScriptLexer",
    // A text that completion offers, and the arguments of SwiftPM's plugin, which the shell limits.
    "CompletionCandidate", "MarbledCommand",
    // A line of a listener, of at most 4 KiB.
    "TapWishes",
  ]

  @Test("No parser of the project is forgotten: a new one belongs to `Parser.all`")
  func all() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = root.appending(path: "Sources")
    let declaration =
      #/
      init\??\((parsing|json|csi|osc|dcs)\b | static\ func\ (parse|readSettings)\( | static\ func\ read\(_\ text\b
      | init\??\(_\ (members|value|json|text|bytes):\ (JSONMembers|Value|String|Substring|\[UInt8\])\b
      /#
    var found: Set<String> = []
    var names: Set<String> = []
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" {
      let name = file.deletingPathExtension().lastPathComponent
      names.insert(name)
      if try String(contentsOf: file, encoding: .utf8).contains(declaration) { found.insert(name) }
    }
    #expect(found.subtracting(Self.readers.keys).subtracting(Self.others) == [], "new parsers")
    #expect(Set(Self.readers.keys).union(Self.others).subtracting(names) == [], "files that are gone")
    let elsewhere = ["PreferencesTests", "ConfigurationTests", "SharedLinkTests", "CompletionTests"]
    #expect(Set(Self.readers.values).subtracting(elsewhere) == Set(Parser.all.map(\.name)))
  }
}
