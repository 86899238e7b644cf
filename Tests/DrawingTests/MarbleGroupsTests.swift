import Marbles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

@Suite struct MarbleGroupsTests {
  /// One column a tenth of a second, as `COLUMN:WIDTH:COUNT`.
  private func groups(_ columns: [Int]) -> [String] {
    let scale = TimeScale(left: 0, width: 103, marble: 3, duration: .seconds(10))
    let times = columns.map { SceneTime.milliseconds(Int64($0) * 100) }
    return MarbleGroups.of(times[...], scale: scale).map { "\($0.column):\($0.width):\($0.events.count)" }
  }

  @Test func marblesThatDoNotOverlapStandAlone() {
    #expect(groups([]) == [])
    #expect(groups([0, 3, 6, 50]) == ["0:3:1", "3:3:1", "6:3:1", "50:3:1"])
  }

  @Test func aGroupTakesWhatBeginsBeforeItsRightEdge() {
    #expect(groups([0, 2]) == ["0:4:2"])
    // A count is wider than a marble of three, so the group reaches one column further.
    #expect(groups([0, 2, 3]) == ["0:4:3"])
    #expect(groups([0, 2, 4]) == ["0:4:2", "4:3:1"])
    #expect(groups([0, 1, 5, 6, 9]) == ["0:4:2", "5:4:2", "9:3:1"])
  }

  @Test func aGroupIsAsWideAsItsCount() {
    #expect(groups(Array(repeating: 0, count: 9)) == ["0:4:9"])
    #expect(groups(Array(repeating: 0, count: 10)) == ["0:5:10"])
    #expect(groups(Array(repeating: 0, count: 1000)) == ["0:7:1000"])
    #expect(groups(Array(repeating: 0, count: 10) + [4]) == ["0:5:11"])
  }

  @Test func aGroupAtTheEndStaysInsideWithRoomForTheEndMark() {
    // The plot is 103 columns and one more; a group of a million is 10 wide.
    #expect(groups(Array(repeating: 100, count: 100)) == ["98:6:100"])
    #expect(groups(Array(repeating: 100, count: 9)) == ["100:4:9"])
    // What would then be covered joins the group.
    #expect(groups([0, 96] + Array(repeating: 100, count: 100)) == ["0:3:1", "96:6:101"])
    #expect(groups([0, 92] + Array(repeating: 100, count: 100)) == ["0:3:1", "92:3:1", "98:6:100"])
  }

  @Test func groupsNeverOverlapAndCountEveryEvent() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let duration = SceneTime.milliseconds(Int64(1 + random.below(20_000)))
      let scale = TimeScale(left: 5, width: 12 + random.below(200), marble: random.pick([3, 5]), duration: duration)
      let times = (0..<random.below(60)).map { _ in
        let time = SceneTime.nanoseconds(Int64.random(in: 0...duration.nanoseconds, using: &random))
        return random.below(3) == 0 ? duration : time
      }
      let events = times.sorted().enumerated().map { Event(name: "\($0)", time: $1, value: 1) }
      let groups = MarbleGroups.of(events.map(\.time)[...], scale: scale)
      let isWhole = groups.flatMap { Array($0.events) } == Array(events.indices)
      let isApart = zip(groups, groups.dropFirst()).allSatisfy { $0.column + $0.width <= $1.column }
      let isInside = groups.allSatisfy { $0.column >= 5 && $0.column + $0.width <= 5 + scale.width + 1 }
      let isAnchored = groups.allSatisfy { ($0.column..<$0.end).contains($0.anchor) }
      guard isWhole, isApart, isInside, isAnchored else {
        Issue.record("seed \(seed): \(scale) \(groups)")
        return
      }
    }
  }
}

@Suite struct MarbleTextTests {
  private func face(_ value: Value, _ width: Int) -> String {
    MarbleText.fitted(value, width: width, measure: Glyphs.full.measure)
  }

  @Test func whatFitsIsWhole() {
    #expect(face(1, 3) == "1")
    #expect(face("loading", 7) == "loading")
    #expect(face("", 3) == "")
    #expect(face(.double(1.5), 3) == "1.5")
  }

  @Test func whatDoesNotFitIsCut() {
    #expect(face("abcd", 3) == "ab…")
    #expect(face("ab", 1) == "…")
    #expect(face(1000, 3) == "10…")
    #expect(face(.object(["k": 1]), 3) == "{\"…")
  }

  @Test("What is true, false or null has a sign where the word does not fit")
  func truthHasASign() {
    #expect(face(.bool(true), 4) == "true")
    #expect([.bool(true), .bool(false), .null].map { face($0, 3) } == ["✓", "✗", "∅"])
    #expect(
      [.bool(true), .bool(false), .null].map { MarbleText.fitted($0, width: 1, measure: Glyphs.ascii.measure) } == [
        "T", "F", "-",
      ])
    #expect(face(.tuple([.bool(true), .null]), 3) == "✓ ∅")
    #expect(face(.tuple([1, .bool(false)]), 2) == "1✗")
    #expect(face("true", 3) == "tr…")
  }

  @Test("An object has its text or its icon on it, and a list of objects how many they are")
  func objectsAreNotJSON() {
    let stop: Value = .object(["icon": "◎", "text": "Westend"])
    #expect(face(stop, 7) == "Westend")
    #expect(face(stop, 3) == "◎")
    #expect(MarbleText.fitted(stop, width: 3, measure: Glyphs.ascii.measure) == "@")
    #expect(face(.object(["name": "Westend"]), 3) == "We…")
    #expect(face(.array([stop]), 3) == "◎")
    #expect(face(.array([stop, stop]), 20) == "Westend and Westend")
    #expect(face(.array([stop, stop, stop]), 3) == "≡3")
    #expect(face(.array(Array(repeating: stop, count: 12)), 3) == "≡12")
    #expect(face(.array([stop, stop]), 1) == "…")
  }

  @Test func tuplesAreTheirElements() {
    #expect(face(.tuple([1, "a"]), 20) == "1 a")
    #expect(face(.tuple([1, "a"]), 2) == "1a")
    #expect(face(.tuple([1, "a"]), 1) == "…")
    #expect(face(.tuple(["New York", 3]), 20) == "New York, 3")
    #expect(face(.tuple([.tuple([1, 2]), "a"]), 20) == "(1, 2), a")
    // Without a blank, 1 and 2 would be 12.
    #expect(face(.tuple([1, 2]), 2) == "1…")
    #expect(face(.tuple([12, "ab"]), 4) == "12ab")
    #expect(face(.tuple([12, "ab"]), 3) == "12…")
    #expect(face(.tuple([]), 3) == "()")
  }

  @Test func arraysKeepBracketsOrCommas() {
    #expect(face(.array([1, 3, 5]), 7) == "[1,3,5]")
    #expect(face(.array([1, 3, 5]), 6) == "1,3,5")
    #expect(face(.array([1, 3, 5]), 4) == "≡3")
    #expect(face(.array(["Austin", "Boston"]), 20) == "[Austin,Boston]")
    #expect(face(.array([7]), 3) == "[7]")
    #expect(face(.array([7]), 2) == "≡1")
    #expect(face(.array((0..<100).map { .int($0) }), 22) == "≡100")
    #expect(face(.array([]), 3) == "[]")
  }

  private func list(_ values: [Value], _ width: Int, _ glyphs: Glyphs = .full) -> String? {
    MarbleText.listed(values, width: width, measure: glyphs.measure)
  }

  @Test("The values of one marble are listed if each of them fits")
  func lists() {
    #expect(list([1, 2, 3], 9) == "1 · 2 · 3")
    #expect(list([1, 2, 3], 8) == "1·2·3")
    #expect(list([1, 2, 3], 4) == nil)
    #expect(list(["Austin", "Boston"], 22) == "Austin · Boston")
    #expect(list(["Austin", "Boston"], 12) == nil)
    #expect(list([1, 2], 5, .ascii) == "1 ; 2")
    #expect(list([.array([1, 2]), .bool(true)], 7) == "[1,2]·✓")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(face("日", 2) == "日")
    #expect(face("日", 1) == "…")
    #expect(face("日本", 3) == "日…")
    #expect(face("a日本", 3) == "a…")
    #expect(face("é", 3) == "é")
  }

  @Test func controlsAreWrittenOut() {
    #expect(face("\u{1B}", 4) == "\\x1B")
    #expect(face("\n", 3) == "\\n")
    #expect(face("\u{1B}[2J", 3) == "\\x…")
    #expect(DisplayWidth.shortened("a\u{202E}b", width: 20, ellipsis: "…") == "a\\u{202E}b")
  }

  @Test func nothingIsWiderThanItMayBe() {
    let texts = ["", "a", "日本語", "\u{1B}[31m", "e\u{301}e\u{301}", "👩‍👧x", "long long text"]
    for text in texts {
      for width in 0...12 {
        #expect(DisplayWidth.of(DisplayWidth.shortened(text, width: width, ellipsis: "…")) <= width)
        #expect(DisplayWidth.of(face(.string(text), width)) <= width)
        #expect(DisplayWidth.of(face(.tuple([.string(text), 1]), width)) <= width)
        #expect(DisplayWidth.of(face(.array([.string(text), 1]), width)) <= width)
      }
    }
  }
}
