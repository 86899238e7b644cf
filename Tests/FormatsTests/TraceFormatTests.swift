import Foundation
import Marbles
import Playback
import SceneFiles
import SceneTestSupport
import Scenes
import Testing

@testable import Formats

/// Traces, by the rules of the trace event format. The trace viewer of Chrome reads them in TraceTests.
@Suite struct TraceFormatTests {
  private static func trace(_ yaml: String, stages: StageSelection = .none) throws -> String {
    let scene = try SceneFile(parsing: yaml, path: "scene.yaml").scene
    return SceneFormat.trace.write(SceneDocument(scene, try BoundedRun(scene, stages: stages).perform().get()))
  }

  @Test("a row is a thread, a value a slice, a wait a span, and an arrow leads from a value to what was made of it")
  func events() throws {
    let trace = try Self.trace(
      "title: T\nrows: { a: { marbles: '1-2|' }, b: { apply: 'a.debounce(for: .seconds(1.5))' } }")
    #expect(
      trace == """
        {"displayTimeUnit":"ms","otherData":{"scene":"scene","title":"T"},"traceEvents":[
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"T"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"a"}},
        {"ph":"M","name":"thread_sort_index","pid":1,"tid":1,"args":{"sort_index":0}},
        {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"b","expression":"a.debounce(for: .seconds(1.5))"}},
        {"ph":"M","name":"thread_sort_index","pid":1,"tid":2,"args":{"sort_index":1}},
        {"ph":"X","name":"1","pid":1,"tid":1,"ts":0,"dur":15000,"cat":"value","args":{"id":"a#0","value":1,"time":0}},
        {"ph":"X","name":"2","pid":1,"tid":1,"ts":2000000,"dur":15000,"cat":"value","args":{"id":"a#1","value":2,"time":2}},
        {"ph":"X","name":"1","pid":1,"tid":2,"ts":1500000,"dur":15000,"cat":"value","args":{"id":"b#0","value":1,"time":1.5}},
        {"ph":"X","name":"2","pid":1,"tid":2,"ts":3000000,"dur":15000,"cat":"value","args":{"id":"b#1","value":2,"time":3}},
        {"ph":"b","name":"b holds 1","pid":1,"tid":2,"ts":0,"cat":"wait","id":"2.1","args":{"id":"a#0","value":1}},
        {"ph":"e","name":"b holds 1","pid":1,"tid":2,"ts":1500000,"cat":"wait","id":"2.1"},
        {"ph":"b","name":"b holds 2","pid":1,"tid":2,"ts":2000000,"cat":"wait","id":"2.2","args":{"id":"a#1","value":2}},
        {"ph":"e","name":"b holds 2","pid":1,"tid":2,"ts":3000000,"cat":"wait","id":"2.2"},
        {"ph":"i","name":"finish","pid":1,"tid":1,"ts":3000000,"s":"t","cat":"finish","args":{"time":3}},
        {"ph":"i","name":"finish","pid":1,"tid":2,"ts":3000001,"s":"t","cat":"finish","args":{"time":3}},
        {"ph":"s","name":"made from","pid":1,"tid":1,"ts":0,"cat":"lineage","id":1},
        {"ph":"f","name":"made from","pid":1,"tid":2,"ts":1500000,"bp":"e","cat":"lineage","id":1},
        {"ph":"s","name":"made from","pid":1,"tid":1,"ts":2000000,"cat":"lineage","id":2},
        {"ph":"f","name":"made from","pid":1,"tid":2,"ts":3000000,"bp":"e","cat":"lineage","id":2}
        ]}

        """)
  }

  @Test("what is dropped has its reason, and a stage has a thread")
  func drops() throws {
    let trace = try Self.trace(
      """
      rows:
        a: { marbles: "12-3^" }
        b: { apply: "a.debounce(for: .seconds(1)).filter { $0 > 2 }.map { $0 + 1 }" }
      """, stages: .all)
    let lines = trace.split(separator: "\n").map(String.init)
    func has(_ parts: String...) -> Bool { lines.contains { line in parts.allSatisfy(line.contains) } }
    for name in ["a", "b.debounce", "b.filter", "b"] { #expect(has(#""name":"thread_name""#, "{\"name\":\"\(name)\"")) }
    #expect(has(#""name":"drops 1""#, #""reason":"replaced","operator":"debounce""#), "\(trace)")
    #expect(has(#""name":"drops 2""#, #""reason":"filtered","operator":"filter""#), "\(trace)")
    #expect(has(#""name":"error""#, #""cat":"error""#), "\(trace)")
  }

  @Test("values that no operator notes are dropped, too: those of a row that ended")
  func losses() throws {
    let trace = try Self.trace("rows: { a: { marbles: '1-2|' }, b: { marbles: '--|' }, c: { apply: 'zip(a, b)' } }")
    #expect(trace.contains(#""name":"drops 1","pid":1,"tid":3,"#) && trace.contains(#""reason":"ended""#), "\(trace)")
  }

  // MARK: The rules of the format

  private struct Trace: Decodable {
    struct Event: Decodable {
      struct Arguments: Decodable {
        var name: String?
      }
      var ph, name: String
      var pid: Int
      var tid: Int?
      var ts, dur: Double?
      var cat, s, bp: String?
      var args: Arguments?
      var id: ID?
    }
    /// A whole number or a text.
    enum ID: Decodable, Hashable {
      case number(Int)
      case text(String)
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try value.decode(String.self))
        }
      }
    }
    var traceEvents: [Event]
  }

  /// Where a trace breaks a rule of the format.
  private static func problems(_ text: String) throws -> [String] {
    let events = try JSONDecoder().decode(Trace.self, from: Data(text.utf8)).traceEvents
    var problems: [String] = []
    func check(_ holds: Bool, _ problem: String, _ event: Trace.Event) {
      if !holds { problems.append("\(problem): \(event.ph) \(event.name) of \(event.tid ?? 0) at \(event.ts ?? -1)") }
    }
    let slices = events.filter { $0.ph == "X" }
    for event in events {
      let isMetadata = event.ph == "M"
      check(["M", "X", "b", "e", "i", "s", "f"].contains(event.ph), "phase", event)
      check(event.pid == 1, "process", event)
      check(isMetadata ? event.ts == nil : (event.ts ?? -1) >= 0 && event.tid != nil, "time or thread", event)
      check(isMetadata == (event.cat == nil), "category", event)
      check((event.ph == "X") == (event.dur != nil) && (event.dur ?? 1) > 0, "duration", event)
      check((event.ph == "i") == (event.s == "t"), "scope", event)
      check((event.ph == "f") == (event.bp == "e"), "binding point", event)
      check(["b", "e", "s", "f"].contains(event.ph) == (event.id != nil), "id", event)
      if ["s", "f"].contains(event.ph) {
        let bound = slices.filter { $0.tid == event.tid && $0.ts! <= event.ts! && event.ts! < $0.ts! + $0.dur! }
        check(bound.count == 1, "an arrow at \(bound.count) slices", event)
      }
    }
    // Slices of a thread are one after the other.
    for (_, slices) in Dictionary(grouping: slices, by: \.tid) {
      let ordered = slices.sorted { $0.ts! < $1.ts! }
      for (first, second) in zip(ordered, ordered.dropFirst()) {
        check(first.ts! + first.dur! <= second.ts! + 0.000_5, "overlaps \(second.name)", first)
      }
    }
    for (begin, end) in [("b", "e"), ("s", "f")] {
      let (begins, ends) = (events.filter { $0.ph == begin }, events.filter { $0.ph == end })
      let times = Dictionary(begins.map { ($0.id, $0.ts!) }) { first, _ in first }
      if times.count != begins.count || Set(ends.map(\.id)).count != ends.count || begins.count != ends.count {
        problems.append("ids of \(begin) and \(end)")
      }
      for event in ends { check(times[event.id].map { $0 < event.ts! } == true, "ends before it begins", event) }
    }
    return problems
  }

  @Test("traces of all shipped scenes keep the rules, with and without stages", arguments: [StageSelection.none, .all])
  func rules(stages: StageSelection) throws {
    let library = SceneLibrary(folders: [])
    let scenes = try library.names.compactMap { try library.file(named: $0)?.scene }.filter { !$0.isLive }
    try #require(scenes.count > 20)
    for scene in scenes {
      let recording = try BoundedRun(scene, stages: stages).perform().get()
      let document = SceneDocument(scene, recording)
      let text = SceneFormat.trace.write(document)
      #expect(try Self.problems(text) == [], "\(scene.name)")
      let rows = StageExpansion(of: scene, recording).scene.rows.map(\.name)
      let threads = try JSONDecoder().decode(Trace.self, from: Data(text.utf8)).traceEvents
        .filter { $0.name == "thread_name" }
      #expect(threads.compactMap(\.args?.name) == rows, "\(scene.name)")
    }
  }

  @Test(
    "a name of a file says which format it has",
    arguments: [
      ("trace.json", SceneFormat.trace), ("a/trace.json", .trace), ("zip.trace.json", .trace),
      ("ZIP.TRACE.JSON", .trace),
      ("zip.trace", .trace), ("mytrace.json", .json), ("a.json", .json), ("trace.json/a.svg", .svg),
      ("a.marble", .marble),
    ])
  func fileNames(name: String, format: SceneFormat) { #expect(SceneFormat(fileName: name) == format) }

  @Test("other names say nothing", arguments: ["a", "json", ".trace.jsonx", "a.foo", "trace.json/a", "a.", ""])
  func otherNames(name: String) { #expect(SceneFormat(fileName: name) == nil) }
}
