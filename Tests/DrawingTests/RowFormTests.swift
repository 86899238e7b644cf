import Marbles
import Playback
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// How the values of live rows are drawn: as marbles, as a curve, as bars, or as lines.
@Suite struct RowFormTests {
  private static func scene(_ form: Scene.Row.Form = .timeline) -> Scene {
    Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live()), color: .blue, form: form)])
  }

  private static func recording(_ scene: Scene, _ values: [(Double, Value)]) -> Recording {
    var recording = scene.emptyRecording()
    for (index, (time, value)) in values.enumerated() {
      let event = Event(time: .seconds(time), value: value, color: .blue)
      recording.append(Recording.Entry(row: 0, index: index, time: event.time, kind: .value(event)))
    }
    return recording
  }

  private static func frame(
    _ scene: Scene, _ recording: Recording, at time: Double, size: Size = Size(columns: 60, rows: 20),
    glyphs: GlyphSet = .full, forms: [String: RowForm] = [:]
  ) -> [String] {
    var moment = FrameState(time: .seconds(time), state: .playing)
    moment.forms = forms
    return SceneDrawing(scene: scene, plan: scene.emptyRecording(), glyphs: glyphs)
      .frame(recording, at: moment, size: size).lines
  }

  /// A triangle of numbers, five a second.
  private static let numbers = (0..<50).map { (Double($0) / 5, Value.int(abs(($0 + 12) % 24 - 12))) }

  private static let lines: [(Double, Value)] = [
    (1, "07:01:12 INFO started in 2.31 s"), (2, "07:01:13 ERROR checkout failed"),
    (2.5, "java.lang.IllegalStateException: cart 4711 has no address"),
    (3, "\tat com.acme.cart.Cart.checkout(Cart.java:212)"),
    (5, "07:01:15 WARN 9 of 10 connections in use"), (5, "07:01:15 INFO 2 of 10 connections in use"),
  ]

  private static func hits(atRate rate: Int, for seconds: Int) -> [(Double, Value)] {
    (0..<rate * seconds).map { index in
      let status = index % 20 == 7 ? 503 : index % 10 == 2 ? 404 : 200
      return (Double(index) / Double(rate), .object(["status": .int(status), "path": "/", "ms": .int(index % 7)]))
    }
  }

  // MARK: Pictures

  @Test(
    "Numbers are a curve, with the ends of its axis, and the newest value right of the playhead",
    arguments: [GlyphSet.full, .linuxConsole, .ascii])
  func curve(glyphs: GlyphSet) throws {
    let lines = Self.frame(Self.scene(), Self.recording(Self.scene(), Self.numbers), at: 9.9, glyphs: glyphs)
    try expectFixture("live-curve-\(glyphs)", lines)
  }

  @Test("Text is a mark for each line, and the lines in full", arguments: [GlyphSet.full, .ascii])
  func lines(glyphs: GlyphSet) throws {
    let recording = Self.recording(Self.scene(), Self.lines)
    try expectFixture("live-lines-\(glyphs)", Self.frame(Self.scene(), recording, at: 7.5, glyphs: glyphs))
  }

  @Test("Many records are bars, with warnings and errors of their own", arguments: [GlyphSet.full, .ascii])
  func bars(glyphs: GlyphSet) throws {
    let recording = Self.recording(Self.scene(), Self.hits(atRate: 40, for: 8))
    try expectFixture("live-bars-\(glyphs)", Self.frame(Self.scene(), recording, at: 8, glyphs: glyphs))
  }

  @Test("The scene, or the viewer, chooses another form", arguments: RowForm.allCases)
  func chosen(form: RowForm) throws {
    let scene = Self.scene(try #require(Scene.Row.Form(rawValue: form.rawValue)))
    let recording = Self.recording(scene, Self.numbers)
    let lines = Self.frame(scene, recording, at: 9.9)
    #expect(lines == Self.frame(Self.scene(), recording, at: 9.9, forms: ["a": form]))
    let others = RowForm.allCases.filter { $0 != form }
    for other in others { #expect(lines != Self.frame(Self.scene(), recording, at: 9.9, forms: ["a": other])) }
  }

  @Test("A row keeps the form that it has got") func keeping() throws {
    let scene = Self.scene()
    let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
    var values = Self.lines
    func form(at time: Double) -> RowForm? {
      let moment = FrameState(time: .seconds(time), state: .playing)
      _ = drawing.frame(Self.recording(scene, values), at: moment, size: Size(columns: 60, rows: 20))
      return drawing.currentReadings(at: moment)[0]?.form
    }
    #expect(form(at: 2) == .marbles)
    #expect(form(at: 5.5) == .lines)
    values += (0..<100).map { (6 + Double($0) / 10, .int($0 * $0)) }
    #expect(form(at: 16) == .lines)
  }

  @Test("Frames one after the other and a single frame are the same") func increments() throws {
    let scene = Self.scene()
    let size = Size(columns: 80, rows: 24)
    for values in [Self.numbers, Self.hits(atRate: 40, for: 12)] {
      let recording = Self.recording(scene, values)
      let drawing = SceneDrawing(scene: scene, plan: scene.emptyRecording())
      for tenth in [90, 93, 95, 92, 99] {
        let moment = FrameState(time: .seconds(Double(tenth) / 10), state: .playing)
        let fresh = SceneDrawing(scene: scene, plan: scene.emptyRecording())
        #expect(
          drawing.frame(recording, at: moment, size: size).lines == fresh.frame(recording, at: moment, size: size).lines
        )
      }
    }
  }

  @Test("Every size has a picture", arguments: RowForm.allCases) func sizes(form: RowForm) {
    for values in [Self.numbers, Self.lines, Self.hits(atRate: 40, for: 8), []] {
      let recording = Self.recording(Self.scene(), values)
      for columns in [20, 33, 80, 130] {
        for rows in [5, 9, 12, 16, 20, 40] {
          let lines = Self.frame(
            Self.scene(), recording, at: 9, size: Size(columns: columns, rows: rows), forms: ["a": form])
          #expect(lines.count == rows)
        }
      }
    }
  }

  // MARK: What the values suggest

  private static func suggested(_ values: [(Double, Value)], at time: Double) -> RowReading? {
    let events = values.map { Event(time: .seconds($0.0), value: $0.1) }
    return RowReading.suggested(byLive: events[...], at: .seconds(time), column: .seconds(1.0 / 6))
  }

  @Test("The values suggest the form") func suggestions() throws {
    let pings =
      ["PING example.org"]
      + [16.6, 15.1, 14, 15.5, 99].enumerated().map {
        "64 bytes from 93.184.216.34: icmp_seq=\($0) ttl=56 time=\($1) ms"
      }
    let ping = try #require(Self.suggested(pings.enumerated().map { (Double($0), .string($1)) }, at: 6))
    #expect(ping.form == .curve && ping.name == "time")
    #expect(ping.number?.text(in: .string(pings[1])) == "16.6 ms")
    #expect(ping.number?.number(in: .string(pings[0])) == nil)
    // Four lines are too few, but they are alike.
    #expect(Self.suggested(pings.prefix(5).enumerated().map { (Double($0), .string($1)) }, at: 6) == nil)

    let table = ["time,cpu,mem"] + (0..<6).map { "\(1_700_000_000 + $0),\(40 + $0 * $0).5,\(2100 + 7 * $0)" }
    let csv = try #require(Self.suggested(table.enumerated().map { (Double($0), .string($1)) }, at: 7))
    #expect(csv.form == .curve && csv.name == "cpu")
    #expect(csv.number?.number(in: .string(table[3])) == 44.5)

    let members = try #require(
      Self.suggested(
        (0..<12).map { (Double($0) / 2, .object(["id": .int($0), "price": .int($0 % 3), "host": "x"])) }, at: 6))
    #expect(members == RowReading(form: .curve, number: .member("price")))
    #expect(Self.suggested(Self.lines, at: 6) == RowReading(form: .lines, severity: .text))
    #expect(Self.suggested(Self.hits(atRate: 2, for: 6), at: 6)?.form == .lines)
    let fast = try #require(Self.suggested(Self.hits(atRate: 40, for: 6), at: 6))
    #expect(fast.form == .bars && fast.severity == .member("status"))
    #expect(Self.suggested((0..<8).map { (Double($0), .int($0 * $0)) }, at: 8) == nil)
    #expect(Self.suggested((0..<12).map { (Double($0) / 2, .bool($0 % 2 == 0)) }, at: 6)?.form == .marbles)
    #expect(Self.suggested((0..<80).map { (Double($0) / 20, .bool($0 % 2 == 0)) }, at: 4)?.form == .bars)
  }

  @Test(
    "Numbers of a line, and its shape",
    arguments: [
      ("time=16.6 ms", "time=# ms", ["16.6"], "ms"), ("a 12ms, b=-3%", "a #ms, b=#%", ["12", "-3"], "ms"),
      ("from 93.184.216.34: ok 1", "from 93.184.216.34: ok #", ["1"], ""),
      ("1,2.5,3e2", "#,#,#", ["1", "2.5", "3e2"], ""),
      ("id 7b3a91 at 07:01:12", nil, [], ""),
    ] as [(String, String?, [String], String)])
  func numberedLines(text: String, shape: String?, numbers: [String], unit: String) {
    let line = NumberedLine(text)
    #expect(
      line?.shape == shape && line?.numbers.map(\.text) ?? [] == numbers && line?.numbers.first?.unit ?? "" == unit)
  }

  @Test(
    "How bad a value is",
    arguments: [
      (.object(["status": 200]), .normal), (.object(["status": 404]), .warning),
      (.object(["status": 503, "level": "info"]), .normal),
      (.object(["level": "error"]), .error), ("WARN low disk", .warning), ("level=error x", .error),
      ("no error here", .normal),
      ("java.lang.IllegalStateException: x", .error), ("[ERROR] x", .error), ("Error", .normal),
    ] as [(Value, Severity)])
  func severities(value: Value, severity: Severity) {
    let source = SeveritySource.suggested(by: [value]) ?? .text
    #expect(source.severity(of: value) == severity)
  }

  @Test(
    "What differs from the line before",
    arguments: [
      ("seq=2 time=15.1 ms", "seq=1 time=16.6 ms", "2 15.1"), ("a b c", nil, "a b c"), ("a b c", "a b c", ""),
      ("07:02 INFO x", "07:01 INFO y", "07:02 x"), ("GET /a 200", "GET /b/c 200", "/a"), ("x y", "", "x y"),
    ] as [(String, String?, String)])
  func differences(text: String, before: String?, label: String) {
    let difference = TextDifference(text, after: before)
    #expect(difference.label == label)
    #expect(difference.parts.map(\.text).joined() == text)
  }

  @Test("Numbers of an axis") func axisNumbers() {
    let texts = [
      11.2...77.9, 14.0...113.8, 0.5...1.2, 3...9, 1_200_000...3_400_000, -0.004...0.003, 5...5, -3.2...(-1.1),
    ].map { range in [AxisNumber.texts(range).least, AxisNumber.texts(range).greatest] }
    #expect(
      texts == [
        ["11", "78"], ["14", "114"], ["0.50", "1.20"], ["3", "9"], ["1.2M", "3.4M"], ["-0.004", "0.003"], ["5", "5"],
        ["-3.2", "-1.1"],
      ])
  }

  @Test("Rates") func rates() {
    let texts = [(90, 5.0), (8, 5), (5000, 5), (1, 10), (1, 60), (0, 5)].map { Bars.rate($0, in: .seconds($1)) }
    #expect(texts == ["18/s", "1.6/s", "1,000/s", "6/min", "1/min", nil])
  }
}
