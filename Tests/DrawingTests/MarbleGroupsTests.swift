import Marbles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

@Suite struct MarbleGroupsTests {
  /// One column a tenth of a second, marbles of three columns, as `COLUMN:WIDTH:COUNT`.
  private func groups(_ columns: [Int], marble: Int = 3) -> [String] {
    let scale = TimeScale(left: 0, width: 100 + marble, marble: marble, duration: .seconds(10))
    let events = columns.enumerated().map {
      Event(name: "\($0)", time: .milliseconds(Int64($1) * 100), value: .int($0))
    }
    return MarbleGroups.of(events.map(\.time)[...], scale: scale, suffix: "×").map {
      "\($0.column):\($0.width):\($0.events.count)"
    }
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
    #expect(groups([0, 3], marble: 5) == ["0:5:2"])
    #expect(groups([0, 4, 5], marble: 5) == ["0:5:2", "5:5:1"])
  }

  @Test func aGroupIsAsWideAsItsCount() {
    #expect(groups(Array(repeating: 0, count: 9)) == ["0:4:9"])
    #expect(groups(Array(repeating: 0, count: 10)) == ["0:5:10"])
    #expect(groups(Array(repeating: 0, count: 1000)) == ["0:7:1000"])
    #expect(groups(Array(repeating: 0, count: 10), marble: 5) == ["0:5:10"])
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

  // MARK: How wide they are

  private func marbleWidth(_ rows: [[SceneTime]], columns: Int) throws -> Int {
    let rows = rows.map { times in (name: "r", events: times.map { ($0.seconds, Value.int(1)) }) }
    let scene = inputScene(rows.enumerated().map { ("\($1.name)\($0)", $1.events, .finish(.seconds(10))) })
    return LayoutMetrics(try scene.recorded()).marbleWidth(
      left: 0, columns: columns, duration: .seconds(10), extent: .zero)
  }

  @Test(arguments: [(0.8, 5), (0.5, 5), (0.4, 4), (0.3, 3), (0.1, 3)])
  func marblesAreAsWideAsTheClosestPairAllows(gap: Double, marble: Int) throws {
    let times = [SceneTime.zero, .seconds(gap), .seconds(9)]
    let others = [SceneTime.zero, .zero, .seconds(5)]
    // 10 columns a second for marbles of 5 and of 4.
    #expect(try marbleWidth([others, times], columns: 105) == marble)
  }

  @Test func simultaneousEventsDoNotMakeMarblesNarrow() throws {
    let times = [SceneTime.zero, .zero, .zero, .seconds(5)]
    #expect(try marbleWidth([times, []], columns: 60) == 5)
  }

  @Test func manyNeighboursAreMeasuredAsExactlyAsFew() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<60 {
      let count = random.pick([2, 20, 3000, 10_000])
      let times = (0..<count).map { _ in SceneTime.milliseconds(Int64(random.below(10_000))) }.sorted()
      let columns = 10 + random.below(500)
      let expected = [5, 4].first { marble in
        let scale = TimeScale(left: 0, width: columns, marble: marble, duration: .seconds(10))
        return zip(times, times.dropFirst()).allSatisfy { $0 == $1 || scale.edge($1) - scale.edge($0) >= marble }
      }
      #expect(try marbleWidth([times], columns: columns) == expected ?? 3)
    }
  }

  @Test func groupsNeverOverlapAndCountEveryEvent() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let duration = SceneTime.milliseconds(Int64(1 + random.below(20_000)))
      let scale = TimeScale(left: 5, width: 12 + random.below(200), marble: 3 + random.below(3), duration: duration)
      let times = (0..<random.below(60)).map { _ in
        let time = SceneTime.nanoseconds(Int64.random(in: 0...duration.nanoseconds, using: &random))
        return random.below(3) == 0 ? duration : time
      }
      let events = times.sorted().enumerated().map { Event(name: "\($0)", time: $1, value: 1) }
      let groups = MarbleGroups.of(events.map(\.time)[...], scale: scale, suffix: "×")
      let isWhole = groups.flatMap { Array($0.events) } == Array(events.indices)
      let isApart = zip(groups, groups.dropFirst()).allSatisfy { $0.column + $0.width <= $1.column }
      let isInside = groups.allSatisfy { $0.column >= 5 && $0.column + $0.width <= 5 + scale.width + 1 }
      guard isWhole, isApart, isInside else {
        Issue.record("seed \(seed): \(scale) \(groups)")
        return
      }
    }
  }
}

@Suite struct MarbleTextTests {
  private func face(_ value: Value, _ width: Int) -> String { MarbleText.face(value, width: width, glyphs: .full) }

  @Test func whatFitsStandsInTheMiddle() {
    #expect(face(1, 3) == " 1 ")
    #expect(face(12, 3) == "12 ")
    #expect(face("abc", 3) == "abc")
    #expect(face(1, 1) == "1")
    // One character can't be centred in two columns.
    #expect(face(1, 2) == "1")
    #expect(face(12, 2) == "12")
    #expect(face("", 3) == "   ")
  }

  @Test func whatDoesNotFitIsShortened() {
    #expect(face("abcd", 3) == "ab…")
    #expect(face("ab", 1) == "…")
    #expect(face(.object(["k": 1]), 3) == "{\"…")
  }

  @Test("What is true, false or null has a sign where the word does not fit")
  func truthHasASign() {
    #expect(face(.bool(true), 4) == "true")
    #expect([.bool(true), .bool(false), .null].map { face($0, 3) } == [" ✓ ", " ✗ ", " ∅ "])
    #expect(
      [.bool(true), .bool(false), .null].map { MarbleText.face($0, width: 1, glyphs: .ascii) } == ["T", "F", "-"])
    #expect(face(.tuple([.bool(true), .null]), 3) == "✓ ∅")
    #expect(face(.tuple([1, .bool(false)]), 2) == "1✗")
    #expect(face("true", 3) == "tr…")
  }

  @Test("An object has its text or its icon on it, and a list of objects how many they are")
  func objectsAreNotJSON() {
    let stop: Value = .object(["icon": "◎", "text": "Westend"])
    #expect(face(stop, 7) == "Westend")
    #expect(face(stop, 3) == " ◎ ")
    #expect(MarbleText.face(stop, width: 3, glyphs: .ascii) == " @ ")
    #expect(face(.object(["name": "Westend"]), 3) == "We…")
    #expect(face(.array([stop]), 3) == " ◎ ")
    #expect(face(.array([stop, stop, stop]), 3) == "≡3 ")
    #expect(face(.array(Array(repeating: stop, count: 12)), 3) == "≡12")
    #expect(face(.array([stop, stop]), 1) == "…")
  }

  @Test func tuplesLoseTheirPunctuationFirst() {
    #expect(face(.tuple([1, "a"]), 4) == "1, a")
    #expect(face(.tuple([1, "a"]), 3) == "1 a")
    #expect(face(.tuple([1, "a"]), 2) == "1a")
    #expect(face(.tuple([1, "a"]), 1) == "…")
    #expect(face(.tuple([1, 2, 3]), 3) == "123")
    #expect(face(.tuple([12, "ab"]), 3) == "(1…")
    #expect(face(.tuple([]), 3) == "   ")
    #expect(face(.array([3, 4]), 6) == "[3,4] ")
    #expect(face(.array([3, 4]), 3) == "3 4")
    #expect(face(.array([3, 4, 5]), 3) == "345")
    #expect(face(.array([3, 4, 5]), 2) == "≡3")
    #expect(face(.array([]), 3) == "[] ")
    // More elements than columns are not tried.
    #expect(face(.tuple(["", "", "", "a"]), 3) == "(,…")
  }

  @Test func arraysLoseTheirBracketsWhereTheyWouldHideWhatTheyHold() {
    #expect(face(.array([1, 2]), 5) == "[1,2]")
    #expect(face(.array([1, 2, 3]), 5) == "1 2 3")
    #expect(face(.array([1, 2, 3]), 3) == "123")
    #expect(face(.array([1]), 3) == "[1]")
    #expect(face(.array([7]), 1) == "7")
    #expect(face(.array([1, 2, 3, 4]), 3) == "≡4 ")
    #expect(face(.array(["Movie 1", "Movie 2"]), 3) == "≡2 ")
    #expect(face(.array([1, 2]), 1) == "…")
    #expect(face(.array([]), 3) == "[] ")
    #expect(face(.array([]), 1) == " ")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(face("日", 3) == "日 ")
    #expect(face("日", 2) == "日")
    #expect(face("日", 1) == "…")
    #expect(face("日本", 3) == "日…")
    #expect(face("a日本", 3) == "a… ")
    #expect(face("é", 3) == " é ")
  }

  @Test func controlsAreWrittenOut() {
    #expect(face("\u{1B}", 4) == "\\x1B")
    #expect(face("\n", 3) == "\\n ")
    #expect(face("\u{1B}[2J", 3) == "\\x…")
    #expect(MarbleText.shortened("a\u{202E}b", width: 20, ellipsis: "…") == "a\\u{202E}b")
  }

  @Test func nothingIsWiderThanItMayBe() {
    let texts = ["", "a", "日本語", "\u{1B}[31m", "e\u{301}e\u{301}", "👩‍👧x", "long long text"]
    for text in texts {
      for width in 0...12 {
        #expect(DisplayWidth.of(MarbleText.shortened(text, width: width, ellipsis: "…")) <= width)
        if width > 0 { #expect(DisplayWidth.of(face(.string(text), width)) <= width) }
        if width > 0 { #expect(DisplayWidth.of(face(.tuple([.string(text), 1]), width)) <= width) }
      }
    }
  }
}
