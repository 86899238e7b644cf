import Marbles
import Player
import Terminal
import Testing

/// A line that is being edited. `‸` marks the cursor.
@Suite struct TextFieldTests {
  private func field(_ marked: String) throws -> TextField {
    let mark = try #require(marked.firstIndex(of: "‸"))
    return TextField(
      marked.filter { $0 != "‸" }, cursor: marked.distance(from: marked.startIndex, to: mark))
  }

  private func shown(_ field: TextField) -> String {
    "\(field.text.prefix(field.cursor))‸\(field.text.dropFirst(field.cursor))"
  }

  @Test(
    arguments: [
      ("‸", [.key(.character("a")), .key(.character("B"), .shift), .key(.character(" "))], "aB ‸"),
      ("a‸c", [.key(.character("b"))], "ab‸c"),
      ("abc‸", [.key(.left)], "ab‸c"),
      ("‸abc", [.key(.left)], "‸abc"),
      ("ab‸c", [.key(.right), .key(.right)], "abc‸"),
      ("ab‸c", [.key(.home)], "‸abc"),
      ("ab‸c", [.key(.end)], "abc‸"),
      ("ab‸c", [.key(.backspace)], "a‸c"),
      ("‸abc", [.key(.backspace)], "‸abc"),
      ("ab‸c", [.key(.delete)], "ab‸"),
      ("abc‸", [.key(.delete)], "abc‸"),
      ("ab‸c", [control("a")], "‸abc"),
      ("ab‸c", [control("e")], "abc‸"),
      ("ab‸c", [control("b")], "a‸bc"),
      ("a‸bc", [control("f")], "ab‸c"),
      ("ab‸c", [control("h")], "a‸c"),
      ("ab‸c", [control("d")], "ab‸"),
      ("ab‸c", [control("k")], "ab‸"),
      ("ab‸c", [control("u")], "‸c"),
      ("ab‸cd", [control("u"), .key(.end), control("y"), control("y")], "cdabab‸"),
      ("a‸b", [control("k"), control("k"), .key(.home), control("y")], "b‸a"),
      ("merge(a, b)‸", [control("w")], "merge(a, ‸"),
      ("merge(a, b)‸", [.key(.backspace, .alt), .key(.backspace, .alt)], "merge(‸"),
      ("merge(a, b)‸", [.key(.left, .control)], "merge(a, ‸b)"),
      ("merge(a, b)‸", [alt("b"), alt("b"), alt("b")], "‸merge(a, b)"),
      ("‸merge(a, b)", [alt("f")], "merge‸(a, b)"),
      ("‸merge(a, b)", [.key(.right, .control), .key(.right, .alt)], "merge(a‸, b)"),
      ("grö‸ße", [.key(.backspace), .key(.delete)], "gr‸e"),
      ("e‸", [.key(.character("\u{301}")), .key(.left)], "‸e\u{301}"),
      ("👩‸", [.key(.character("\u{200D}")), .key(.character("👧"))], "👩\u{200D}👧‸"),
    ] as [(String, [Input], String)])
  func keys(before: String, inputs: [Input], after: String) throws {
    var field = try field(before)
    for case .key(let key, let modifiers) in inputs {
      let isHandled = field.press(key, modifiers)
      #expect(isHandled)
    }
    #expect(shown(field) == after)
  }

  @Test(
    "Other keys are left to others",
    arguments: [
      (.up, []), (.down, []), (.pageUp, []), (.pageDown, []), (.tab, []), (.backTab, []), (.enter, []), (.escape, []),
      (.character("c"), .control), (.character("z"), .control), (.character("x"), .alt), (.character("\u{7F}"), []),
      (.character("a"), [.alt, .control]),
    ] as [(Key, Modifiers)])
  func otherKeys(key: Key, modifiers: Modifiers) throws {
    var field = try field("a‸b")
    let isHandled = field.press(key, modifiers)
    #expect(!isHandled)
    #expect(shown(field) == "a‸b")
  }

  @Test(arguments: [
    ("a\nb", "a b"), ("a\r\nb\tc", "a b c"), ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{2028}b", "a b"), ("漢字🎉", "漢字🎉"),
    ("\u{0}", ""),
  ])
  func pastedTextIsCleaned(pasted: String, expected: String) throws {
    var field = try field("<‸>")
    field.insert(pasted)
    #expect(shown(field) == "<\(expected)‸>")
    #expect(TextField(pasted).text == expected)
  }

  @Test func theLengthIsLimited() {
    var field = TextField(String(repeating: "a", count: TextField.maximumLength + 5), cursor: 10)
    #expect(field.text.count == TextField.maximumLength)
    #expect(field.cursor == 10)
    let isHandled = field.press(.character("b"), [])
    #expect(isHandled)
    #expect(!field.text.contains("b"))
    field.replace(0..<3, with: "xyzw", cursor: 4)
    #expect(field.text.hasPrefix("xyza"))
    #expect(field.cursor == 3)
  }

  @Test(arguments: [
    ("a.de‸", 2..<4, "debounce(for: ", 14, "a.debounce(for: ‸"),
    ("a.m‸.min()", 2..<3, "map { $0 }", 8, "a.map { $0‸ }.min()"),
    ("ab‸", 1..<99, "x", 99, "ax‸"), ("ab‸", -5..<1, "x", -3, "‸xb"), ("ab‸", 7..<9, "x", 1, "abx‸"),
  ])
  func aPartIsReplaced(before: String, range: Range<Int>, text: String, cursor: Int, after: String) throws {
    var field = try field(before)
    field.replace(range, with: text, cursor: cursor)
    #expect(shown(field) == after)
  }

  @Test func anyEditLeavesAValidField() {
    let keys: [Key] = [.left, .right, .home, .end, .backspace, .delete, .up, .enter]
    let letters: [Character] = [
      "a", "b", "d", "e", "f", "h", "k", "u", "w", "y", " ", ".", "(", "漢", "\u{301}", "\u{200D}", "👩", "🇸", "🇪",
      "\u{7}",
    ]
    let texts = [
      "", "a\r\nb", "e\u{301}", "🇸🇪🇸", "\u{200B}", "漢字", "\u{FE0F}", "merge(a, b)", "\r", "\u{1100}", "\u{1161}",
    ]
    let modifiers: [Modifiers] = [[], [], .shift, .alt, .control]
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      var field = TextField()
      for _ in 0..<40 {
        let held = modifiers[random.below(modifiers.count)]
        switch random.below(8) {
        case 0: field.insert(texts[random.below(texts.count)])
        case 1:
          let start = random.below(12) - 2
          field.replace(
            start..<start + random.below(5), with: texts[random.below(texts.count)], cursor: random.below(8) - 1)
        case 2, 3: _ = field.press(keys[random.below(keys.count)], held)
        default: _ = field.press(.character(letters[random.below(letters.count)]), held)
        }
        #expect((0...field.text.count).contains(field.cursor))
        let isClean = field.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        #expect(isClean, "\(field.text.debugDescription)")
      }
    }
  }
}

private func control(_ character: Character) -> Input { .key(.character(character), .control) }

private func alt(_ character: Character) -> Input { .key(.character(character), .alt) }

/// Earlier lines, as in a shell.
@Suite struct PromptHistoryTests {
  @Test func olderAndNewerLines() {
    var history = PromptHistory()
    #expect(history.older(than: "x") == nil)
    #expect(history.newer() == nil)
    for line in ["one", "two", "two", "", "three"] { history.add(line) }
    #expect(history.lines == ["one", "two", "three"])
    #expect(history.older(than: "unfin") == "three")
    #expect(history.older(than: "three") == "two")
    #expect(history.older(than: "two, edited") == "one")
    #expect(history.older(than: "one") == nil)
    #expect(history.newer() == "two")
    #expect(history.newer() == "three")
    #expect(history.newer() == "unfin")
    #expect(history.newer() == nil)
  }

  @Test func anEnteredLineIsTheNextOlder() {
    var history = PromptHistory()
    history.add("one")
    history.add("two")
    _ = history.older(than: "")
    _ = history.older(than: "two")
    history.add("one")
    #expect(history.older(than: "new") == "one")
    #expect(history.newer() == "new")
  }

  @Test func theOldestAreDropped() {
    var history = PromptHistory()
    for number in 0..<250 { history.add("\(number)") }
    #expect(history.lines.count == PromptHistory.maximumCount)
    #expect(history.lines.first == "150")
    #expect(history.lines.last == "249")
  }
}
