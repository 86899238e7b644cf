import Marbles
import Playback
import SceneFiles
import Scenes
import Testing

@testable import Playground

/// Runs of scenes for a page: text in; events, sentences, a picture and the edited text out.
@Suite struct SceneRunTests {
  private static let zip = """
    # Two streams.
    rows:
      a: { marbles: "1-2|" } # numbers
      b: { marbles: "-x-y|" }
      out: { apply: "zip(a, b)" }
    """

  private func run(_ body: String, limits: RunLimits = .standard) throws -> [String: Value] {
    let request = try RunRequest(try Value(json: body), limits: limits)
    return try members(SceneRun.perform(request, limits: limits).json())
  }

  private func members(_ json: String) throws -> [String: Value] {
    guard case .object(let members) = try Value(json: json) else { throw RunRequest.Invalid(description: json) }
    return members.dictionary
  }

  private func body(_ scene: String, _ rest: String = "") -> String {
    "{\"scene\":\(Value.string(scene).json)\(rest)}"
  }

  @Test("the events, the sentences, the picture and the places of its marbles")
  func answer() throws {
    let answer = try run(body(Self.zip))
    #expect(answer["yaml"] == .string(Self.zip) && answer["diagnostics"] == .array([]))
    guard case .array(let events)? = answer["recording"], case .array(let sentences)? = answer["sentences"],
      case .object(let layout)? = answer["layout"], case .array(let marbles)? = layout["marbles"]
    else { throw RunRequest.Invalid(description: "an answer without its members") }
    #expect(events.count == 9)
    #expect(sentences.contains { $0.json.contains("zip") || $0.json.contains("out emits (1, x)") })
    #expect(marbles.count == 6)
    #expect(answer["svg"]?.json.contains("<svg") == true)
    #expect(layout["axis"] != nil && layout["rows"] != nil && layout["times"] != nil)
  }

  /// The labels of the picture of a scene.
  private func labels(_ text: String) throws -> [[String: Value]] {
    guard case .object(let layout)? = try run(body(text))["layout"], case .array(let labels)? = layout["labels"] else {
      throw RunRequest.Invalid(description: "an answer without labels")
    }
    return labels.compactMap { if case .object(let label) = $0 { label.dictionary } else { nil } }
  }

  @Test("the place of each name, and what a step is of the text of its row")
  func labels() throws {
    let source = "zip(a.map { $0 + 1 }, b).filter { $0.0 > 1 } .map { \"é\\($0)\" }"
    let rows = "rows:\n  a: { marbles: \"1-2|\" }\n  b: { marbles: \"3-4|\" }\n"
    let whole = try labels(rows + "  out: { apply: '\(source)' }\n")
    #expect(whole.map { $0["row"] } == ["a", "b", "out"].map(Value.string))
    #expect(whole.allSatisfy { $0["stage"] == nil && $0["start"] == nil })
    let stages = try labels(rows + "  out: { apply: '\(source)', stages: true }\n").dropFirst(2)
    #expect(stages.allSatisfy { $0["row"] == "out" })
    let texts = stages.map { label -> String in
      guard case .int(let start)? = label["start"], case .int(let end)? = label["end"] else { return "" }
      return String(source.dropFirst(start).prefix(end - start))
    }
    #expect(
      texts == [".map { $0 + 1 }", "zip(a.map { $0 + 1 }, b)", ".filter { $0.0 > 1 }", ".map { \"é\\($0)\" }"])
    #expect(stages.map { $0["stage"] } == ["out.map", "out.zip", "out.filter", "out"].map(Value.string))
    // They are one below the other.
    let tops = (whole + stages).map { label -> Double in
      guard case .double(let y)? = label["y"] else { return Double(label["y"]?.json ?? "") ?? -1 }
      return y.value
    }
    #expect(Array(tops.prefix(3)) == tops.prefix(3).sorted() && Array(tops.dropFirst(3)) == tops.dropFirst(3).sorted())
    // A row with one operator has no steps.
    guard
      case .array(let told)? = try run(body(rows + "  out: { apply: '\(source)' }\n  one: { apply: 'zip(a, b)' }\n"))[
        "rows"]
    else { throw RunRequest.Invalid(description: "no rows") }
    #expect(told.map { $0.json.contains("\"stages\":false") } == [false, false, true, false])
  }

  @Test("what else a row takes with it is an edit")
  func removal() throws {
    let answer = try run(body(Self.zip, ",\"edits\":[\"remove a\"]"))
    guard case .array(let diagnostics)? = answer["diagnostics"], case .object(let one)? = diagnostics.first else {
      throw RunRequest.Invalid(description: "no diagnostic")
    }
    #expect(one.dictionary["edits"] == .array(["remove out", "remove a"]))
  }

  @Test("the picture has rows for the stages of a row that says so; the rest of the answer is that of the scene")
  func shownStages() throws {
    let text = "rows:\n  a: { marbles: \"1-2|\" }\n  out: { apply: \"a.map { $0 }.filter { $0 > 1 }\", stages: true }\n"
    let answer = try run(body(text))
    guard case .object(let layout)? = answer["layout"], case .array(let rows)? = layout["rows"],
      case .array(let marbles)? = layout["marbles"], case .array(let sceneRows)? = answer["rows"],
      case .array(let events)? = answer["recording"]
    else { throw RunRequest.Invalid(description: "an answer without its members") }
    func name(_ row: Value) -> Value? { if case .object(let members) = row { members["name"] } else { nil } }
    #expect(rows.map(name) == ["a", "out.map", "out"].map(Value.string))
    #expect(sceneRows.map(name) == ["a", "out"].map(Value.string))
    #expect(marbles.count == 5 && marbles.contains { $0.json.contains("out.map#1") })
    #expect(events.count == 5 && answer["stages"] == nil)
  }

  @Test("the stages of expressions, where they are asked for, up to a limit of their own")
  func stages() throws {
    #expect(try run(body(Self.zip))["stages"] == nil)
    let answer = try run(body(Self.zip, #","stages":true"#))
    guard case .array(let rows)? = answer["stages"], case .object(let row)? = rows.first,
      case .array(let passes)? = row["passes"]
    else { throw RunRequest.Invalid(description: "an answer without its members") }
    #expect(rows.count == 1 && row["row"] == .string("out") && row["cut"] == nil)
    #expect(passes.count == 3)
    guard case .array(let events)? = answer["recording"] else { throw RunRequest.Invalid(description: "no events") }
    #expect(events.count == 9)

    var limits = RunLimits.standard
    limits.stageBytes = 100
    let short = try run(body(Self.zip, #","stages":true"#), limits: limits)
    guard case .array(let cut)? = short["stages"], case .object(let first)? = cut.first else {
      throw RunRequest.Invalid(description: "an answer without its members")
    }
    #expect(first["cut"] == .int(0))
    #expect(short["recording"] == answer["recording"])
  }

  @Test(
    "a still of the end has the places, times and marbles of the picture that plays",
    arguments: ["sample", "debounce", "zip", "flatMap", "stops"])
  func still(name: String) throws {
    let library = PlaygroundLibrary()
    let text = try #require(library.text(kind: "scenes", name: name) ?? library.text(kind: "operators", name: name))
    let film = try run(body(text, #","recording":false"#))
    let still = try run(body(text, #","recording":false,"still":true,"yaml":false"#))
    for key in ["layout", "rows", "sentences", "duration"] { #expect(still[key] == film[key], "\(key)") }
    #expect(still["yaml"] == nil && film["yaml"] == .string(text))
    guard case .string(let stillPicture)? = still["svg"], case .string(let filmPicture)? = film["svg"] else {
      throw RunRequest.Invalid(description: "no picture")
    }
    func marbles(_ picture: String) -> Set<Substring> { Set(picture.matches(of: /data-id="([^"]*)"/).map { $0.1 }) }
    #expect(marbles(stillPicture) == marbles(filmPicture) && !stillPicture.contains("@keyframes"))
    #expect(stillPicture.utf8.count < filmPicture.utf8.count)
  }

  @Test("without sentences, the picture has no description either, and everything else is the same")
  func sentences() throws {
    let scene = "rows: { a: { marbles: '1-2|' }, b: { apply: a } }"
    var told = try run(body(scene))
    var untold = try run(body(scene, #","sentences":false"#))
    guard case .array(let sentences)? = told.removeValue(forKey: "sentences"), case .string(let picture)? = told["svg"],
      case .string(let plain)? = untold["svg"]
    else { throw RunRequest.Invalid(description: "no sentences, or no picture") }
    #expect(!sentences.isEmpty && picture.contains("<desc>") && untold["sentences"] == nil)
    #expect(picture.replacing(/<desc>[^<]*<\/desc>\n/, with: "") == plain)
    (told["svg"], untold["svg"]) = (nil, nil)
    #expect(told == untold)
  }

  @Test("rows out of sight keep their places and are not drawn")
  func sight() throws {
    let scene = "rows: { a: { marbles: '1-2|' }, b: { apply: 'a.filter { $0 > 1 }' }, c: { apply: b } }"
    func layout(_ rest: String) throws -> [String: Value] {
      if case .object(let layout)? = try run(body(scene, rest))["layout"] { layout.dictionary } else { [:] }
    }
    func parts(_ layout: [String: Value], _ key: String) -> [Value] {
      if case .array(let parts)? = layout[key] { parts } else { [] }
    }
    let (all, seen) = try (layout(#","still":true"#), layout(#","still":true,"inSight":["a","c","z"]"#))
    for key in ["marbles", "marks"] {
      let those = parts(all, key).filter { !$0.json.contains(#""row":"b""#) }
      #expect(!those.isEmpty && those.count < parts(all, key).count && parts(seen, key) == those, "\(key)")
    }
    #expect(parts(seen, "labels").count == parts(all, "labels").count - 1)
    func places(_ layout: [String: Value]) -> [String] {
      parts(layout, "rows").map { $0.json.replacing(/"end":[^,}]*/, with: "") }
    }
    #expect(places(seen) == places(all) && places(all).count == 3 && seen["height"] == all["height"])
    let svg = try run(body(scene, #","still":true,"inSight":["a"]"#))["svg"]?.json ?? ""
    #expect(svg.contains("a#0") && !svg.contains("b#0") && !svg.contains("c#0"))
    #expect(throws: RunRequest.Invalid(description: "found `inSight` as a text, expected an array of texts")) {
      try run(body(scene, #","inSight":"a""#))
    }
  }

  @Test("the end of an input, and the place of its mark")
  func end() throws {
    let answer = try run(
      body(
        "rows: { a: { marbles: '1-2|' }, b: { marbles: '1#' }, c: { marbles: '1-' }, d: { apply: a, refreshInterval: 500ms } }"
      ))
    guard case .array(let rows)? = answer["rows"], case .object(let layout)? = answer["layout"],
      case .array(let places)? = layout["rows"]
    else { throw RunRequest.Invalid(description: "an answer without rows") }
    #expect(rows[0].json.contains(#""end":{"kind":"finish","time":3}"#), "\(rows[0].json)")
    #expect(rows[1].json.contains(#""kind":"fail""#) && rows[2].json.contains(#""end":null"#), "\(rows[1].json)")
    #expect(rows[3].json.contains(#""refresh":0.5"#), "\(rows[3].json)")
    #expect(!places[0].json.contains(#""end":null"#) && places[2].json.contains(#""end":null"#))
  }

  @Test("rows and expressions are a scene without a file")
  func rows() throws {
    let answer = try run(#"{"rows":{"a":"1-2|"},"expressions":["double = a.map { $0 * 2 }"]}"#)
    #expect(
      answer["yaml"]
        == .string("rows:\n  a:\n    marbles: \"1-2|\"\n  double:\n    apply: \"a.map { $0 * 2 }\"\n"))
    let ordered = try run(#"{"rows":["z = 1|","a = -2|"],"expressions":["merge(z, a)"]}"#)
    #expect(ordered["rows"]?.json.contains(#""name":"z""#) == true)
  }

  @Test("edits are commands, and the text keeps its comments")
  func edits() throws {
    let answer = try run(body(Self.zip, #","edits":["move a#0 1s","set out = merge(a, b)"]"#))
    #expect(answer["diagnostics"] == .array([]))
    #expect(
      answer["yaml"]
        == .string(Self.zip.replacing("1-2|", with: "-12|").replacing("zip(a, b)", with: "merge(a, b)")))
  }

  @Test("the answer tells where the event of each edit is now")
  func moved() throws {
    let scene = "rows:\n  a: { marbles: \"1-2-3-4|\" }\n  b: { marbles: \"x-y|\" }\n"
    func moved(_ edits: String...) throws -> String? {
      try run(body(scene, ",\"edits\":\(Value.array(edits.map(Value.string)).json)"))["moved"]?.json
    }
    #expect(try run(body(scene))["moved"] == nil)
    // A marble that passes others gets their number, also by an edit that follows.
    #expect(try moved("move a#1 5s") == #"["a#2"]"#)
    #expect(try moved("move a#1 4s") == #"["a#1"]"#)
    #expect(try moved("move a#1 5s", "move a#0 9s") == #"["a#1","a#3"]"#)
    #expect(try moved("insert a 1s 7", "value a#3 8", "insert a 0s 9") == #"["a#2","a#4","a#1"]"#)
    #expect(try moved("move a#3 1s", "delete a#0", "delete a#0") == #"[null,null,null]"#)
    #expect(try moved("move b#0 3s", "rename b c", "order c 1") == #"["c#1",null,null]"#)
    #expect(try moved("move b#0 3s", "remove a", "set b 1-2|") == #"[null,null,null]"#)
    // Of a refused edit and those after it, nothing is known.
    #expect(try moved("move a#0 2s", "move a#9 2s", "move a#0 1s") == #"["a#0",null,null]"#)
  }

  @Test("an edit that can't be made leaves the scene before it, and says where the mistake is")
  func refusedEdit() throws {
    let answer = try run(body(Self.zip, #","edits":["move a#0 1s","set out = zip(a, c)","remove b"]"#))
    guard case .array(let diagnostics)? = answer["diagnostics"], case .object(let first)? = diagnostics.first else {
      throw RunRequest.Invalid(description: "no diagnostic")
    }
    #expect(diagnostics.count == 1 && first["edit"] == .int(1) && first["column"] == .int(8))
    #expect(answer["yaml"] == .string(Self.zip.replacing("1-2|", with: "-12|")))
  }

  @Test("what can't be run has diagnostics alone")
  func failures() throws {
    for (scene, line, column, says) in [
      ("rows:\n  a: { marbles: \"1-(2|\" }", 2, 20, "expected"),
      ("rows:\n  a: { marble: \"1|\" }", 2, 8, "marbles"),
      ("rows: { a: { live: 'exec:touch x' } }", nil, nil, "row a is live"),
      ("rows: { a: { live: true } }", nil, nil, "row a is live"),
    ] as [(String, Int?, Int?, String)] {
      let error = #expect(throws: RunFailure.self) { try run(body(scene)) }
      let diagnostic = try #require(error?.diagnostics.first)
      #expect(diagnostic.line == line && (column == nil || diagnostic.column == column), "\(diagnostic)")
      #expect("\(diagnostic)".contains(says), "\(diagnostic)")
      #expect(try members(try #require(error).json).keys.sorted() == ["diagnostics"])
    }
  }

  @Test(
    "a request that can't be read says what was expected",
    arguments: [
      ("[]", "found an array, expected an object"), ("{}", "expected `scene`, or `rows`"),
      (#"{"scene":"","rows":{}}"#, "`scene` can't be combined"), (#"{"scne":""}"#, "did you mean `scene`?"),
      (#"{"scene":1}"#, "expected a text of YAML"), (#"{"scene":"","columns":2}"#, "from 30 to 160"),
      (#"{"scene":"","theme":"pink"}"#, "expected one of dark, light"),
      (#"{"scene":"","edits":[1]}"#, "expected an array of texts"),
      (#"{"scene":"","exports":["pdf"]}"#, "expected one of svg"),
      (#"{"scene":"","exports":["html","svg","html"]}"#, "`exports` has html twice"),
      (#"{"rows":["a"]}"#, "expected `NAME = DIAGRAM`"),
    ])
  func invalid(body: String, says: String) throws {
    let error = #expect(throws: RunRequest.Invalid.self) { try RunRequest(try Value(json: body)) }
    #expect(error?.description.contains(says) == true || says.contains("texts"), "\(error?.description ?? "")")
  }

  @Test("every limit has a message")
  func limits() throws {
    var limits = RunLimits()
    (limits.rows, limits.inputEvents, limits.events, limits.eventsPerRow) = (3, 4, 40, 20)
    for (scene, says) in [
      ("rows: { a: { marbles: '1|' }, b: { apply: a }, c: { apply: a }, d: { apply: a } }", "at most 3 rows"),
      ("rows: { a: { marbles: '12345|' } }", "at most 4 input events"),
      (
        "duration: 1m\nrows: { a: { apply: 'AsyncTimerSequence(interval: .seconds(1), clock: clock)' } }",
        "more than 20 events"
      ),
      (
        "duration: 19s\nrows: { a: { apply: 'AsyncTimerSequence(interval: .seconds(1), clock: clock)' }, b: { apply: a }, c: { apply: a } }",
        "at most 40 events in all rows"
      ),
    ] as [(String, String)] {
      let error = #expect(throws: RunFailure.self) { try run(body(scene), limits: limits) }
      #expect(error?.diagnostics.first?.message.contains(says) == true, "\(error?.diagnostics ?? [])")
    }
  }

  @Test("the closures of all values together have a limit, also those of one instant")
  func closures() throws {
    var limits = RunLimits()
    limits.closureSteps = 10
    let answer = try run(
      body("rows: { a: { marbles: '(123456)|' }, b: { apply: 'a.map { $0 * 2 + 1 }' } }"), limits: limits)
    #expect(answer["recording"]?.json.contains("the closures of this run take more than 10 steps") == true)
  }

  /// A stream that is repeated asks for its constants each time.
  @Test("a constant is computed once in a run")
  func repeatedConstants() throws {
    var limits = RunLimits()
    limits.closureSteps = 150_000
    let text = body("rows: { b: { apply: '[1, 2].async.contains((0...99999)).repeated(3)' } }")
    let answer = try run(text, limits: limits)
    #expect(answer["recording"]?.json.contains("more than") == false, "\(answer["recording"]?.json.prefix(2000) ?? "")")
  }

  @Test("a few letters do not become an answer of many megabytes")
  func amplification() throws {
    func request(_ count: Int) -> RunRequest {
      let marbles = String(repeating: "1", count: count)
      let scene = "rows: { a: { marbles: '\(marbles)|' }, b: { apply: 'a.reductions(\"x\") { $0 + $0 }' } }"
      var request = RunRequest(.yaml(scene))
      request.exports = RunRequest.Export.allCases
      return request
    }
    let error = #expect(throws: RunFailure.self) { try SceneRun.perform(request(60)) }
    #expect(error?.diagnostics.first?.message.contains("take more than 1 MiB of memory") == true)
    // The last one that fits.
    let json = try SceneRun.perform(request(18)).json()
    #expect((1 << 20..<8 << 20).contains(json.utf8.count), "\(json.utf8.count)")
  }

  @Test("an answer that takes too long is stopped between its parts")
  func stoppedAnswer() throws {
    var request = RunRequest(.yaml("rows: { a: { marbles: '1-2|' } }"))
    request.exports = RunRequest.Export.allCases
    let answer = try SceneRun.perform(request)
    for read in 1...6 {
      let error = #expect(throws: RunFailure.self) { try answer.json(Cancellation(expiringAtRead: read)) }
      #expect(error?.diagnostics.first?.message.contains("took too long") == true)
    }
    #expect(try answer.json(Cancellation(expiringAtRead: 100)).contains("exports"))
  }

  @Test("the constants of all edits have one limit")
  func constants() throws {
    let edits = (0..<30).map { _ in #""set b a.startWith((0..<90000).map { $0 * 2 }.sum())""# }
    let scene = Value.string("rows: { a: { marbles: '1|' }, b: { apply: 'a.map { $0 }' } }").json
    let answer = try run("{\"scene\":\(scene),\"edits\":[\(edits.joined(separator: ","))]}")
    #expect(answer["diagnostics"]?.json.contains("the constants of this scene take more than 1000000 steps") == true)
  }

  @Test("a run that is stopped says that it took too long")
  func stopped() throws {
    let request = try RunRequest(try Value(json: body(Self.zip)))
    // Before it begins, while its text is read, and while it runs.
    for read in [1, 2, 3, 5] {
      let error = #expect(throws: RunFailure.self) {
        try SceneRun.perform(request, cancellation: Cancellation(expiringAtRead: read))
      }
      #expect(
        error?.diagnostics.map(\.message) == ["the run took too long, so it was stopped"], "\(read)")
    }
  }

  @Test("a run that is cancelled does not say that it took too long")
  func cancelled() throws {
    let request = try RunRequest(try Value(json: body(Self.zip)))
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = #expect(throws: RunFailure.self) { try SceneRun.perform(request, cancellation: cancellation) }
    #expect(error?.diagnostics.map(\.message) == ["the run was cancelled: the server is shutting down"])
  }

  @Test(
    "every export of every shipped scene that has no live row",
    arguments: PlaygroundLibrary().items.map(\.file.scene.name))
  func shipped(name: String) throws {
    let text = try #require(PlaygroundLibrary().item(named: name)).file.text
    var request = RunRequest(.yaml(text))
    (request.name, request.columns) = (name, 60)
    request.exports = name == "sample" ? RunRequest.Export.allCases : [.command, .swift]
    let answer = try SceneRun.perform(request)
    #expect(answer.diagnostics.isEmpty && answer.yaml == text)
    guard case .object(let exports)? = try members(answer.json())["exports"] else {
      throw RunRequest.Invalid(description: "no exports")
    }
    #expect(exports.count == request.exports.count)
  }
}
