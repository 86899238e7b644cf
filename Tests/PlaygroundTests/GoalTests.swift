import Marbles
import Testing

@testable import Playground

/// What is expected of rows, by their scene or by a visitor.
@Suite struct GoalTests {
  private static let scene = """
    rows:
      a: { marbles: "123|" }
      out: { apply: "a.prefix(2)", expect: "12|" }
      free: { apply: "a.map { $0 * 2 }" }
    """

  private func answer(_ rest: String = "", scene: String = scene) throws -> [String: Value] {
    let request = try RunRequest(try Value(json: "{\"scene\":\(Value.string(scene).json)\(rest)}"))
    guard case .object(let members) = try Value(json: SceneRun.perform(request).json()) else { return [:] }
    return members.dictionary
  }

  private func goal(_ row: Int, in answer: [String: Value]) -> [String: Value]? {
    guard case .array(let rows)? = answer["rows"], case .object(let members) = rows[row],
      case .object(let goal)? = members["goal"]
    else { return nil }
    return goal.dictionary
  }

  @Test("the expectation of a row is a goal, with its first difference and a verdict for each mark")
  func expectation() throws {
    let goal = try #require(goal(1, in: try answer()))
    #expect(goal["text"] == .string("12|") && goal["isMet"] == .bool(false))
    #expect(goal["difference"] == .string("expected the end at 2 s, it finished at 1 s"))
    #expect(goal["summary"] == .string("2 of 3 are right; the end came at 1 s, 1 s too early"))
    #expect(goal["offset"] == .int(1))
    #expect(
      goal["marks"]?.json.contains(
        #"{"actual":1,"end":"finish","expected":2,"text":"the end came at 1 s, 1 s too early","verdict":"early"}"#)
        == true, "\(goal["marks"]?.json ?? "")")
    #expect(try self.goal(2, in: answer()) == nil && self.goal(0, in: answer()) == nil)
  }

  @Test("an edit that solves it meets the goal")
  func solved() throws {
    let goal = try #require(goal(1, in: try answer(#","edits":["set out = a.filter { $0 < 3 }"]"#)))
    // filter ends with its input, at 3 s.
    #expect(goal["isMet"] == .bool(false) && goal["summary"]?.json.contains("1 s too late") == true)
    for edits in [#"["set out = a.filter { $0 < 3 }","finish a 2s"]"#, #"["delete a#2","finish a 2s","set out = a"]"#] {
      let met = try #require(self.goal(1, in: try answer(",\"edits\":\(edits)")))
      #expect(met["isMet"] == .bool(true) && met["difference"] == .null && met["offset"] == .null)
    }
  }

  @Test("outputs that are predicted are in no part of the answer that shows events")
  func hidden() throws {
    func shown(_ revealed: String) throws -> (marbles: Int, sentences: Int, svg: String) {
      let answer = try answer(",\"revealed\":\(revealed),\"still\":true")
      guard case .object(let layout)? = answer["layout"], case .array(let marbles)? = layout["marbles"],
        case .array(let sentences)? = answer["sentences"]
      else { throw RunRequest.Invalid(description: "an answer without its members") }
      return (marbles.count, sentences.count, answer["svg"]?.json ?? "")
    }
    let (all, none, some) = (try shown("null"), try shown("-1"), try shown("0"))
    #expect(all.marbles == 8 && none.marbles == 3 && some.marbles == 5)
    #expect(none.sentences < some.sentences && some.sentences < all.sentences)
    #expect(all.svg.contains("free#2") && !none.svg.contains("free#0") && some.svg.contains("free#0"))
    #expect(!some.svg.contains("free#1") && none.svg.contains("a#2"))
  }

  @Test("what becomes of an input is not told before its readers are known")
  func notes() throws {
    let scene = """
      rows:
        a: { source: channel, marbles: "AB---|" }
        slow: { apply: "a.map { $0 }", consume: 2s }
      """
    func told(_ revealed: String) throws -> String {
      let answer = try answer(",\"revealed\":\(revealed),\"still\":true", scene: scene)
      return (answer["sentences"]?.json ?? "") + (answer["svg"]?.json ?? "")
    }
    let (before, during, after) = (try told("-1"), try told("1"), try told("null"))
    #expect(!before.contains("waits in") && !before.contains("until slow asked") && before.contains("a emits B"))
    #expect(during.contains("waits in `send` of B") && !during.contains("until slow asked"))
    #expect(after.contains("until slow asked"))
  }

  @Test("a row for which nothing is predicted is not compared, and tells nothing") func blank() throws {
    let answer = try answer(#","revealed":-1,"predictions":{"free":"","out":"12"}"#)
    let (out, free) = (try #require(goal(1, in: answer)), try #require(goal(2, in: answer)))
    #expect(out["summary"] == .string("2 of 2 are right; 1 more event is missing") && out["difference"] == .null)
    // Nothing tells the end.
    #expect(out["marks"]?.json.contains(#""end""#) == false && out["offset"] == .null)
    let shown = try #require(try goal(1, in: self.answer(#","predictions":{"out":"12"}"#)))
    #expect(shown["summary"] == .string("2 of 2 are right; 1 more event is missing: the end at 1 s"))
    #expect(shown["marks"]?.json.contains(#""end":"finish""#) == true && shown["difference"] != .null)
    #expect(free["isMet"] == .bool(false) && free["marks"] == .array([]) && free["difference"] == .null)
    #expect(free["summary"] == .string("nothing is predicted"))
  }

  @Test("a tuple may be predicted without its parentheses, and its mark has what was drawn") func tuple() throws {
    let scene =
      #"{"rows":{"a":"5-|","b":"'fog'-|"},"expressions":["out = zip(a, b)"],"predictions":{"out":"5fog@0 |@2"}}"#
    guard case .object(let members) = try Value(json: SceneRun.perform(RunRequest(Value(json: scene))).json()) else {
      throw RunRequest.Invalid(description: "no answer")
    }
    let goal = try #require(self.goal(2, in: members.dictionary))
    #expect(goal["isMet"] == .bool(true) && goal["difference"] == .null, "\(goal)")
    #expect(goal["marks"]?.json.contains(#""value":"5fog""#) == true)
  }

  @Test("a prediction takes the place of the expectation, and one that can't be read is a diagnostic")
  func prediction() throws {
    let predicted = try answer(#","predictions":{"free":"24-6|","out":"1[2|]"}"#)
    #expect(goal(1, in: predicted)?["isMet"] == .bool(true))
    #expect(goal(2, in: predicted)?["summary"]?.json.contains("6 came at 2 s, 1 s earlier than predicted") == true)
    let wrong = try answer(#","predictions":{"free":"2(","fre":"2"}"#)
    guard case .array(let diagnostics)? = wrong["diagnostics"] else {
      throw RunRequest.Invalid(description: "an answer without diagnostics")
    }
    #expect(diagnostics.count == 2 && diagnostics[0].json.contains(#""row":"free""#), "\(diagnostics)")
    #expect(diagnostics[1].json.contains("no row is called `fre`; did you mean `free`?"))
    #expect(goal(2, in: wrong) == nil)
    let error = #expect(throws: RunRequest.Invalid.self) { try answer(#","predictions":["free"]"#) }
    #expect(error?.description.contains("expected `NAME = DIAGRAM`") == true)
  }
}
