import Marbles
import Operators
import Playback
import SceneFiles
import Scenes
import Testing

@testable import Playground

/// What an answer tells about each part of its picture.
@Suite struct PartCardsTests {
  private static let chain = """
    rows:
      a: { marbles: "123--4|" }
      out: { apply: "a.filter { $0 > 1 }.debounce(for: .milliseconds(500)).map { $0 * 10 }.prefix(2)" }
      late: { apply: "out.debounce(for: .milliseconds(200))" }
      slow: { apply: "a.throttle(for: .seconds(2))" }
    """

  private struct Answer {
    var cards: [String: [String: Value]] = [:]
    var members: [String: Value]

    init(_ scene: String, _ rest: String, limits: RunLimits = .standard) throws {
      let request = try RunRequest(
        try Value(json: "{\"scene\":\(Value.string(scene).json),\"recording\":false,\"still\":true\(rest)}"))
      let json = try SceneRun.perform(request, limits: limits).json()
      guard case .object(let members) = try Value(json: json) else { throw RunRequest.Invalid(description: json) }
      self.members = members.dictionary
      for case .object(let card) in self.members["cards"].map(Self.elements) ?? [] {
        guard case .string(let id)? = card["id"] else { throw RunRequest.Invalid(description: json) }
        #expect(cards[id] == nil, "\(id) twice")
        cards[id] = card.dictionary
      }
    }

    static func elements(_ value: Value) -> [Value] { if case .array(let elements) = value { elements } else { [] } }

    /// The texts of a card: its title, and then its sentences.
    func texts(_ id: String) -> [String] {
      let values = [cards[id]?["title"]].compactMap(\.self) + (cards[id]?["sentences"].map(Self.elements) ?? [])
      return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    func lines(_ id: String) -> Set<String> { Set(cards[id]?["lines"].map(Self.elements)?.map(\.json) ?? []) }
  }

  @Test("what the doctor has found is there if it was asked for, allowed by no reason and not to be predicted")
  func findings() throws {
    let scene = """
      rows:
        typed: { marbles: "abcdefgh|" }
        results: { apply: "typed.prefix(9).debounce(for: .seconds(2))" }
      """
    #expect(try Answer(scene, "").members["findings"] == nil)
    let findings = try Answer(scene, #","findings":true,"picture":false"#).members["findings"]
    #expect(
      findings?.json == #"""
        [{"end":42,"example":"wrong-times",\#
        "help":"use a shorter time, or `throttle`, which emits while values keep coming","lint":"never-quiet",\#
        "message":"`.debounce` of results emits nothing before its source ends at 8 s: its 8 values come without a pause of \#
        more than 1 s, and it waits for 2 s","row":"results","start":15,"time":0}]
        """#)
    let empty = Value.array([])
    #expect(try Answer(scene, #","findings":true,"revealed":-1"#).members["findings"] == empty)
    #expect(try Answer(scene, #","findings":true,"revealed":8"#).members["findings"] == empty)
    let allowed = "lint: { allow: { never-quiet: on purpose } }\n" + scene
    #expect(try Answer(allowed, #","findings":true"#).members["findings"] == empty)
  }

  @Test("a value's way through stages and rows, and what came of it")
  func values() throws {
    let answer = try Answer(Self.chain, #","cards":true,"picture":false"#)
    #expect(answer.members["svg"] == nil && answer.members["layout"] != nil)
    #expect(
      answer.texts("a#0") == [
        "1 at 0 s", "out: `.filter { $0 > 1 }` drops it at 0 s: it does not pass filter.", "slow lets it through.",
      ])
    #expect(
      answer.texts("a#2") == [
        "3 at 2 s",
        "out: `.filter { $0 > 1 }` lets it through; `.debounce` emits it at 2.5 s; `.map { $0 * 10 }` makes it `30`; "
          + "`.prefix(2)` lets it through.",
        "slow lets it through.", "`30` of out: late lets it through.",
      ])
    #expect(answer.texts("a#1").contains("slow drops it at 2 s: `3` from a replaced it."))
    #expect(answer.texts("a#3").contains("out ended at 2.5 s, before it came: it has its 2 values."))
    #expect(answer.lines("a#2") == [#"["a#2","out#1"]"#, #"["a#2","slow#1"]"#, #"["out#1","late#1"]"#])
    #expect(answer.cards["a#0"]?["lost"] == .bool(false))
  }

  @Test("a value of which nothing comes out, and where it was lost")
  func lost() throws {
    let answer = try Answer(
      "rows:\n  a: { marbles: \"12|\" }\n  out: { apply: \"a.debounce(for: .seconds(2))\" }\n", #","cards":true"#)
    #expect(answer.texts("a#0") == ["1 at 0 s: nothing comes out", "out drops it at 1 s: `2` from a replaced it."])
    #expect(answer.cards["a#0"]?["lost"] == .bool(true))
    // The wait starts again.
    #expect(answer.texts("!out/0").first == "starts again at 1 s")
    #expect(answer.texts("|out") == ["finishes at 2 s", "out finishes: row a finished."])
    #expect(answer.texts("out#0").first == "2 at 2 s")
  }

  @Test("rows of stages have cards, too; marks have unique ids and places")
  func stageRows() throws {
    let scene = """
      rows:
        a: { marbles: "1-2|" }
        out: { apply: "a.map { $0 + 1 }.filter { $0 > 2 }", stages: true }
      """
    let answer = try Answer(scene, #","cards":true"#)
    #expect(answer.texts("out.map#0").last == "out: `.filter { $0 > 2 }` drops it at 0 s: it does not pass filter.")
    #expect(answer.texts("out.map#1").last == "out: `.filter { $0 > 2 }` lets it through.")
    #expect(answer.lines("a#1") == [#"["a#1","out.map#1"]"#, #"["out.map#1","out#0"]"#])
    #expect(answer.lines("a#0").contains(#"["out.map#0","!out/0"]"#), "\(answer.lines("a#0"))")
    guard case .object(let layout)? = answer.members["layout"], case .array(let marks)? = layout["marks"] else {
      throw RunRequest.Invalid(description: "no marks")
    }
    let ids = marks.compactMap { if case .object(let mark) = $0 { mark["id"]?.json } else { nil } }
    #expect(ids == [#""!out/0""#, #""|a""#, #""|out.map""#, #""|out""#])
    for mark in marks { #expect(mark.json.contains(#""width":18"#)) }
  }

  @Test("only the cards that are asked for, up to a limit")
  func selection() throws {
    #expect(try Answer(Self.chain, "").members["cards"] == nil)
    #expect(try Answer(Self.chain, #","cards":["a#1","nothing"]"#).cards.keys.sorted() == ["a#1"])
    let edited = try Answer(Self.chain, #","cards":"edited","edits":["move a#0 3s"]"#)
    #expect(edited.cards.keys.sorted() == ["a#2"])
    #expect(edited.texts("a#2").first == "1 at 3 s")
    var limits = RunLimits.standard
    limits.cards = 3
    #expect(try Answer(Self.chain, #","cards":true"#, limits: limits).cards.count == 3)
    // What it takes to tell is not in the answer.
    #expect(try Answer(Self.chain, #","cards":true"#).members["stages"] == nil)
    #expect(throws: RunRequest.Invalid.self) { try Answer(Self.chain, #","cards":"all""#) }
  }

  @Test("all shipped scenes and operators have cards, and each line leads to a part of the picture")
  func library() throws {
    let library = PlaygroundLibrary()
    let texts =
      library.items.map { ($0.file.scene.name, $0.file.text) }
      + library.catalogue.operators.compactMap { named in
        library.text(kind: "operators", name: named.name).map { (named.name, $0) }
      }
    for (name, text) in texts {
      let answer = try Answer(text, #","cards":true"#)
      guard case .object(let layout)? = answer.members["layout"], case .array(let marbles)? = layout["marbles"],
        case .array(let marks)? = layout["marks"]
      else {
        #expect(answer.cards.isEmpty, "\(name)")
        continue
      }
      var ids: Set<String> = []
      for case .object(let marble) in marbles {
        for case .string(let id) in marble["events"].map(Answer.elements) ?? [] { ids.insert(id) }
      }
      for case .object(let mark) in marks { if case .string(let id)? = mark["id"] { ids.insert(id) } }
      #expect(Set(answer.cards.keys) == ids || answer.cards.count == RunLimits.standard.cards, "\(name)")
      for card in answer.cards.values {
        for case .array(let ends) in card["lines"].map(Answer.elements) ?? [] {
          for case .string(let id) in ends { #expect(ids.contains(id), "\(name): \(id)") }
        }
        for case .string(let sentence) in card["sentences"].map(Answer.elements) ?? [] {
          #expect(sentence.hasSuffix("."), "\(name): \(sentence)")
        }
      }
    }
  }

  @Test("what a visitor predicts is told neither by cards nor by marks")
  func predicted() throws {
    let answer = try Answer(Self.chain, #","cards":true,"revealed":1"#)
    #expect(answer.members["cards"] == .array([]))
    guard case .object(let layout)? = answer.members["layout"], case .array(let marks)? = layout["marks"] else {
      throw RunRequest.Invalid(description: "no marks")
    }
    let ids = marks.compactMap { if case .object(let mark) = $0 { mark["id"]?.json } else { nil } }
    #expect(ids.contains(#""|a""#) && ids.contains(#""!out/0""#) && !ids.contains(#""|out""#), "\(ids)")
  }

  @Test("an output that fails says how, and where in its expression")
  func failure() throws {
    let scene =
      "rows:\n  a: { marbles: \"1-2|\" }\n  out: { apply: \"a.map { $0 * \\\"x\\\" }\" }\n  b: { marbles: \"1#\" }\n"
    guard case .array(let rows)? = try Answer(scene, "").members["rows"] else {
      throw RunRequest.Invalid(description: "no rows")
    }
    let says = #""failure":{"time":0,"column":12,"message":"`*` can't be applied to an Int and a String"}"#
    #expect(
      rows[1].json.contains(#""column":12"#) && rows[1].json.contains("`*` can't be applied"), "\(rows[1].json) \(says)"
    )
    #expect(!rows[0].json.contains("failure") && !rows[2].json.contains("failure"))
  }
}
