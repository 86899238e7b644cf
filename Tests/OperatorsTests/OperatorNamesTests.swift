import Foundation
import Operators
import Testing

/// What an operator does with values is said by its ``OperatorSemantics``: no other file decides by the name of an operator.
@Suite struct OperatorNamesTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// Files that may name any operator: a text for each.
  private static let texts = [
    "Formats/Swift/SwiftStreams.swift": "the Swift source of each call",
    "Formats/Swift/SwiftMethods.swift": "the Swift source of each method of values",
    "Formats/Swift/SwiftHelper+Methods.swift": "methods of values, which share names with operators",
    "Formats/Swift/SwiftHelper+Closures.swift": "methods of values, which share names with operators",
    "Narrations/EventSentence+Catalogue.swift": "the phrase of each operator",
    "Expressions/ClosureMembers.swift": "members of arrays and strings, which share names with operators",
  ]

  /// Other files, with the names in them and the reason.
  private static let exceptions: [String: (names: Set<String>, reason: String)] = [
    "Client/StatusLines.swift": (["min"], "minutes"),
    "Expressions/CompletionList.swift": (
      ["filter", "joined", "map", "max", "min", "reduce"], "members of arrays, and `[a, b].async.joined()`"
    ),
    "CommandSupport/CommandLine/CompletionValues.swift": (["sample"], "a scene"),
    "Expressions/ClosureVocabulary.swift": (["animation"], "a method of a clock"),
    "SceneFiles/Keys/KeyTable+Row.swift": (["animation", "buffer", "delay"], "keys of YAML"),
    "SceneFiles/Keys/SceneSchemaRules.swift": (["buffer"], "a key of YAML"),
    "Expressions/Evaluator.swift": (["first", "map"], "members of arrays"),
    "Expressions/ExpressionContext+Brackets.swift": (["reduce"], "a member of arrays"),
    "Expressions/ClosureFunctions.swift": (["max", "min"], "functions of values"),
    "Expressions/Planner+Clock.swift": (["animation"], "a method of a clock"),
    "Expressions/Planner.swift": (["joined"], "the only method of `[a, b].async`"),
    "Formats/Pages/NotationPage.swift": (["sample"], "the name of a row"),
    "Formats/Swift/SwiftClosures.swift": (["first", "map"], "members of arrays and strings"),
    "Formats/Swift/SwiftMembers.swift": (["first", "max", "min"], "members of arrays, and functions of values"),
    "Formats/Swift/SwiftHelper+Members.swift": (["first", "min"], "members of arrays, and functions of values"),
    "Formats/Swift/SwiftScope.swift": (["max", "min"], "functions of values"),
    "Formats/Checks/CheckReportJUnit.swift": (["race"], "the type of a failure"),
    "Formats/Swift/SwiftText.swift": (
      ["AsyncTimerSequence", "chain", "combineLatest", "merge", "zip"], "functions that the name of a row would hide"
    ),
    "Narrations/EndSentence.swift": (
      [
        "allSatisfy", "catchError", "chunked", "chunks", "contains", "drop", "first", "prefix", "race", "sample",
        "timeout", "withLatestFrom", "zip",
      ], "the clause why each operator ends"
    ),
    "Expressions/ArrayMethods.swift": (
      ["allSatisfy", "compactMap", "contains", "first", "filter", "map", "reduce"], "methods of arrays"
    ),
    "Expressions/TextMethods.swift": (["contains"], "a method of text"),
    "Narrations/EventSentence+Transforming.swift": (["chunked", "chunks"], "why an array is complete"),
    "Narrations/EventSentence.swift": (["reduce", "reductions"], "a long list of sources is summed up"),
    "Narrations/NoteSentence.swift": (
      ["compactMap", "compacted", "dropFirst", "first", "ignoreElements", "timeout"],
      "the clause why each operator drops"
    ),
    "Narrations/StageName.swift": (["first"], "an ordinal"),
    "Playground/PlaygroundLibrary.swift": (["debounce", "first", "sample"], "the front page, and keys of JSON"),
    "SceneFiles/RowDecoder.swift": (["animation", "buffer", "delay"], "keys of YAML"),
    "SceneFiles/Scene+Sample.swift": (["sample"], "a scene"),
    "SceneFiles/ShippedScenes.swift": (["sample"], "a scene"),
    "SceneFiles/Scene+YAML.swift": (["animation", "buffer", "delay"], "keys of YAML"),
    "SceneFiles/SceneGroup.swift": (["sample"], "a scene"),
    "SceneUpdating/MappingChanges.swift": (["animation"], "a key of YAML"),
    "SceneUpdating/RowUpdate.swift": (["buffer"], "a key of YAML"),
    "Wire/EventLine.swift": (["animation", "delay"], "keys of JSON"),
    "Wire/DaemonStatus+JSON.swift": (["delay"], "a key of JSON"),
    "marbled/Rendering/Render.swift": (["sample"], "a scene"),
  ]

  @Test func noOtherFileDecidesByTheNameOfAnOperator() throws {
    let names = Set(Catalogue.standard.operators.map(\.name))
    let files = (FileManager.default.enumerator(atPath: Self.sources.path)?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Operators/") }
    try #require(files.count > 500)
    for file in files where Self.texts[file] == nil {
      let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") }
      let found = Set(code.joined(separator: "\n").matches(of: /"([A-Za-z]+)"/).map { String($0.1) })
        .intersection(names)
      let known = Self.exceptions[file]?.names ?? []
      #expect(found == known, "\(file): state it in `OperatorSemantics`, or list it here with the reason")
    }
    for file in [String](Self.texts.keys) + Self.exceptions.keys { #expect(files.contains(file), "\(file)") }
  }

  @Test("Semantics follow the form and the arguments of a call")
  func formsAndArguments() throws {
    func semantics(_ name: String, _ form: Int, _ arguments: [ConstantArgument?]) throws -> OperatorSemantics {
      try #require(Catalogue.standard[name]).forms[form].semantics(arguments)
    }
    #expect(try semantics("throttle", 0, [.other, nil, nil]).receiver.holding == .newest)
    #expect(try semantics("throttle", 0, [.other, .flag(false), nil]).drops == [.skipped])
    #expect(try semantics("throttle", 1, [.other, .other, nil]).receiver.holding == .all)
    #expect(try semantics("buffer", 0, [.policy(.bounded(3))]).receiver.demand == .ahead(3))
    #expect(
      try semantics("buffer", 0, [.policy(.bufferingLatest(2))]).drops == [.full(.bufferingLatest(2))])
    #expect(try semantics("share", 0, [nil]).receiver.holding == .queue(.bounded(1)))
    #expect(try semantics("drop", 0, [.other]).streams.role == .data)
    #expect(try semantics("drop", 1, [.other]).streams.role == .limit)
    #expect(try semantics("chunked", 2, [.other]).trigger == .timer)
    #expect(try semantics("chunked", 3, [.other]).trigger == .signal)
  }
}
