import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// What is wrong with a scene file is said with its line, its column and a caret, and what to do about it.
@Suite struct SceneFileErrorTests {
  @Test func itIsRenderedForPeople() {
    let text = "title: t\nrows:\n  größe:\n    marbles: \"1-[-2]\"\n"
    #expect(
      error(in: text) == """
        x.yaml:4:18: error: found `-` inside `[…]`, expected a value or `]`
              marbles: "1-[-2]"
                           ^
        """)
  }

  /// Position, message, help.
  private static let a = "rows:\n  a: { marbles: '1|' }\n"
  @Test(arguments: [
    ("", "1:1: error: the file is empty; expected a scene, beginning with `rows:`"),
    ("- a\n", "1:1: error: found a list, expected a mapping of keys to values for a scene"),
    ("title: x\n", "1:1: error: a scene needs `rows:`"),
    ("rows: {}\n", "1:7: error: the scene has no rows; expected at least one"),
    ("row: {}\n", "1:1: error: a scene has no key `row`; did you mean `rows`?"),
    (a + "titel: x\n", "3:1: error: a scene has no key `titel`; did you mean `title`?"),
    (a + "title: x\ntitle: y\n", "4:1: error: duplicate key `title`"),
    ("version: 2\n" + a, "1:10: error: version `2` is not supported; expected 1"),
    ("step: 0\n" + a, "1:7: error: `0` is not a positive duration; expected more than 0"),
    (
      "duration: 1:30\n" + a,
      "1:11: error: `1:30` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m"
    ),
    (
      "speedFactor: nan\n" + a, "1:14: error: found `nan`, expected a number from 0.000001 to 1000000, such as 2 or 0.5"
    ),
    ("loop: on\n" + a, "1:7: error: found `on`, expected true or false"),
    ("dialect: rxx\n" + a, "1:10: error: `rxx` is not a dialect; did you mean `rx`?"),
    ("title: [x]\n" + a, "1:8: error: found a list, expected a title"),
    (
      a + "  1b: {}\n",
      "3:3: error: `1b` is not a name for a row; expected letters, digits and `_`, not starting with a digit"
    ),
    (a + "  b: '1|'\n", "3:6: error: found `1|`, expected a mapping of keys to values for row b"),
    (
      a + "  b: {}\n", "3:6: error: row b has no source; expected `marbles:`, `events:`, `random:`, `live:` or `apply:`"
    ),
    (
      a + "  b: { live: false }\n",
      "3:14: error: found `false`, expected `true`, `exec:COMMAND`, `tap:NAME`, `tail:FILE`, `@FIFO`, `redis://HOST/STREAM`, `-`, or a limit such as "
        + "{ capacity: 1000 }"
    ),
    (a + "  b: { live: { capacity: 0 } }\n", "3:26: error: found `0`, expected a whole number from 1 to 1000000"),
    (a + "  b: { live: { size: 9 } }\n", "3:16: error: `live:` has no key `size`"),
    (a + "  b: { live: true, cold: true }\n", "3:20: error: `cold:` has no effect in a row with `live:`; remove it"),
    (
      a + "  b: { live: 'random:7' }\n",
      "3:14: error: found `random:7`, expected `true`, `exec:COMMAND`, `tap:NAME`, `tail:FILE`, `@FIFO`, `redis://HOST/STREAM`, `-`, or a limit such as "
        + "{ capacity: 1000 }"
    ),
    (
      a + "  b: { live: tail:log, restart: true }\n",
      "3:24: error: `restart:` starts a command again, or waits for a program again; it needs `live: exec:COMMAND` or `live: tap:NAME`"
    ),
    (a + "  b: { live: true, value: price }\n", "3:27: error: `price` is not a path to a member; it begins with a dot"),
    (
      a + "  b: { marbles: '1|', time: .ts }\n",
      "3:23: error: `time:` has no effect in a row with `marbles:`; remove it"
    ),
    (a + "  b: { live: true, marbles: '1|' }\n", "3:8: error: row b has two sources, `marbles:` and `live:`; keep one"),
    (
      a + "  b: { live: true }\n  c: { apply: b, expect: '1|' }\n",
      "2:3: error: row c has `expect:`, but row b of the scene is live; remove `expect:`"
    ),
    (
      "speedFactor: 2\n" + a + "  b: { live: true }\n",
      "3:3: error: row b is live, so scene time is wall time; the speed factor must be 1, not 2"
    ),
    (a + "  b: { marbles: '1', apply: a }\n", "3:8: error: row b has two sources, `apply:` and `marbles:`; keep one"),
    (a + "  b: { apply: a, cold: true }\n", "3:18: error: `cold:` is a key of inputs, but row b is an output"),
    (a + "  b: { marbles: '1', expect: '1' }\n", "3:22: error: `expect:` is a key of outputs, but row b is an input"),
    (
      a + "  b: { marbles: '1', cold: true, hot: true }\n",
      "3:34: error: `hot:` and `cold:` can't be used together; keep one"
    ),
    (
      a + "  b: { marbles: '1', finish: 3 }\n",
      "3:22: error: `finish:` has no effect in a row with `marbles:`; remove it"
    ),
    (
      a + "  b: { marbles: '1|', error: x }\n",
      "3:30: error: `error:` sets the message of an error, but the diagram of row b doesn't end with one (`^` or `#`)"
    ),
    (a + "  b: { marbles: '1|', values: { 2: 3 } }\n", "3:33: error: row b has no marble `2`"),
    (
      a + "  b: { apply: a, values: { 2: 3 } }\n",
      "3:18: error: `values:` needs `marbles:` or `expect:` in the same row"
    ),
    (a + "  b: { marbles: '1', color: rde }\n", "3:29: error: `rde` is not a colour; did you mean `red`?"),
    (a + "  b: { marbles: '1', animation: jump }\n", "3:33: error: `jump` is not a transition"),
    (a + "  b: { marbles: '1', animation: { curve: linear } }\n", "3:33: error: an animation needs `transition:`"),
    (a + "  b: { apply: 'merge(a, bb)' }\n", "3:25: error: no row is called `bb`; known rows: a"),
    (
      a + "  b: { apply: \"a.debuonce(for: .seconds(1))\" }\n",
      "3:18: error: no operator is called `debuonce`; did you mean `debounce`?"
    ),
    (a + "  b: { apply: c }\n  c: { apply: b }\n", "3:15: error: rows refer to each other in a cycle: b → c → b"),
    (a + "  b: { apply: 'x = a' }\n", "3:15: error: the expression must not name its row; the key `b` is the name"),
    ("rows:\n  a: { events: { time: 1 } }\n", "2:16: error: found a mapping, expected a list of events"),
    ("rows:\n  a: { events: [{ value: 1 }] }\n", "2:17: error: an event needs `time:`"),
    ("rows:\n  a: { events: [{ time: 1 }] }\n", "2:17: error: an event needs `value:`"),
    ("rows:\n  a: { events: [{ time: -1, value: 1 }] }\n", "2:25: error: `-1` is negative; expected 0 or more"),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1 }], finish: 1 }\n",
      "2:25: error: the event at 2 s is after the end of the row at 1 s"
    ),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1 }], finish: 3, error: {} }\n",
      "2:52: error: `finish:` and `error:` can't be used together; keep one"
    ),
    (
      "rows:\n  a:\n    events:\n      - { time: 0, value: 1, id: x }\n      - { time: 1, value: 1, id: x }\n",
      "5:34: error: the id `x` is already used; ids must be unique in a scene"
    ),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1, id: b#0 }] }\n  b: { apply: a }\n",
      "2:42: error: the id `b#0` is reserved for an event of row b; choose another id"
    ),
    ("rows:\n  a: { random: {} }\n", "2:16: error: `random:` needs `seed:`"),
    ("rows:\n  a: { random: { seed: -1 } }\n", "2:24: error: found `-1`, expected a whole number, 0 or greater"),
    (
      "rows:\n  a: { random: { seed: 1, values: 9...1 } }\n",
      "2:35: error: found `9...1`, expected a range such as 1...9, or a list of values such as [a, b, c]"
    ),
    ("rows:\n  a: { marbles: !!str 1 }\n", "2:23: error: YAML tags are not supported; write `12` for a number"),
    ("rows:\n  ? [a]\n  : b\n", "2:5: error: found a list as a key, expected a name"),
    ("rows: {}\n---\nrows: {}\n", "2:1: error: invalid YAML: but found another document"),
    ("rows: {\n", "2:1: error: invalid YAML:"),
    (
      "rows:\n  a: { marbles: \"1|\"\n  b: 2\n",
      "2:6: error: invalid YAML: expected `,` or `}` after the parts of this list"
    ),
    ("title: [a, b\nrows: 2\n", "1:8: error: invalid YAML: expected `,` or `]` after the parts of this list"),
    ("rows:\n  a:\n    marbles: |\n", "3:14: error: found nothing, expected a diagram"),
    ("rows:\n  a:\n    marbles:\n", "3:13: error: found nothing, expected a diagram"),
    ("title: 🇸🇪\u{1}\n", "1:9: error: invalid YAML: control characters are not allowed"),
  ])
  func whatIsWrongIsSaidAtItsPlace(text: String, message: String) {
    let error = error(in: text)
    #expect(error.hasPrefix("x.yaml:" + message), "\(error)")
  }

  /// Each kind of scene has different keys.
  @Test(arguments: [
    ("kind: matirx\n", "1:7: error: `matirx` is not a kind of scene; did you mean `matrix`?"),
    ("kind: [list]\n", "1:7: error: found a list, expected a kind of scene"),
    (a + "connector: solid\n", "3:1: error: `connector:` is a key of `kind: list`, but this is a scene of timelines"),
    (a + "palette: green\n", "3:1: error: `palette:` is a key of `kind: matrix`, but this is a scene of timelines"),
    (a + "  b: { apply: a, padding: 1 }\n", "3:18: error: `padding:` needs `show: list` in the same row"),
    (a + "  b: { apply: a, show: list, padding: 9 }\n", "3:39: error: found `9`, expected a whole number from 0 to 4"),
    (
      "rows:\n  a: { live: true, show: curv }\n",
      "2:26: error: `curv` is not a way to show a row; did you mean `curve`?"
    ),
    (a + "  b: { apply: a, show: lsit }\n", "3:24: error: `lsit` is not a way to show a row; did you mean `list`?"),
    (a + "conector: solid\n", "3:1: error: a scene has no key `conector`; did you mean `connector`?"),
    ("kind: matrix\n" + a, "2:1: error: `rows:` is a key of `kind: timelines` or `kind: list`, but this is a matrix"),
    ("kind: matrix\nseed: -1\n", "2:7: error: found `-1`, expected a whole number, 0 or greater"),
    ("kind: matrix\npalette: grene\n", "2:10: error: `grene` is not a palette; did you mean `green`?"),
    ("kind: matrix\nglyphs: kanji\n", "2:9: error: `kanji` is not a set of glyphs"),
    ("kind: matrix\ndensity: 2\n", "2:10: error: found `2`, expected a number above 0 and at most 1, such as 0.5"),
    ("kind: matrix\nspeed: 0\n", "2:8: error: found `0`, expected a number from 0.000001 to 1000000, such as 2 or 0.5"),
    ("kind: matrix\nbackdrop: matrix\n", "2:1: error: `backdrop:` is a key of `kind: timelines` or `kind: list`"),
    ("backdrop: matirx\n" + a, "1:11: error: `matirx` is not a backdrop; did you mean `matrix`?"),
    ("backdrop: { palete: blue }\n" + a, "1:13: error: a backdrop has no key `palete`; did you mean `palette`?"),
    ("backdrop: { kind: list }\n" + a, "1:19: error: `list` can't be a backdrop; expected `matrix`"),
    ("kind: list\n", "1:1: error: a list needs `items:`"),
    ("kind: list\nitems: {}\n", "2:8: error: found a mapping, expected a list of items"),
    ("kind: list\nitems: my stops\n", "2:8: error: found `my stops`, expected a list of items, or the name of a row"),
    ("kind: list\nitems: a\n", "1:1: error: a scene needs `rows:`"),
    ("kind: list\nitems: b\n" + a, "2:8: error: no row is called `b`; did you mean `a`?"),
    ("kind: list\nitems: []\n" + a, "3:1: error: `rows:` has no effect with a list of items; remove it"),
    ("kind: list\nitems: []\nwindow: 3\n", "3:1: error: `window:` is a key of `kind: timelines`, but this is a list"),
    ("kind: list\nitems: []\nconnector: doted\n", "3:12: error: `doted` is not a connector; did you mean `dotted`?"),
    ("kind: list\nitems: []\npadding: 5\n", "3:10: error: found `5`, expected a whole number from 0 to 4"),
    ("kind: list\nitems: []\nalternateRows: yes\n", "3:16: error: found `yes`, expected true or false"),
    ("kind: list\nitems:\n  - [a]\n", "3:5: error: found a list, expected a mapping of keys to values for an item"),
    ("kind: list\nitems:\n  - { icon: x }\n", "3:5: error: an item needs `text:`"),
    ("kind: list\nitems:\n  - { txt: x }\n", "3:7: error: an item has no key `txt`; did you mean `text`?"),
    ("kind: list\nitems:\n  - { text: x, color: rde }\n", "3:23: error: `rde` is not a colour; did you mean `red`?"),
    (
      "kind: list\nitems:\n  - { text: x, icon: train }\n",
      "3:22: error: found `train`, expected an icon of 1 to 4 characters, such as ● or S7"
    ),
  ])
  func whatIsWrongWithAKindIsSaidAtItsPlace(text: String, message: String) {
    let error = error(in: text)
    #expect(error.hasPrefix("x.yaml:" + message), "\(error)")
  }

  @Test func swiftThatYAMLCantReadIsToBeQuoted() {
    #expect(
      error(in: "rows:\n  a: { marbles: '1|' }\n  b:\n    apply: a.debounce(for: .seconds(1))\n") == """
        x.yaml:4:26: error: invalid YAML: mapping values are not allowed in this context
              apply: a.debounce(for: .seconds(1))
                                   ^
          help: put the value in quotes: apply: "a.debounce(for: .seconds(1))"
        """)
  }

  @Test func quotesInsideOfQuotesAreExplained() {
    #expect(
      error(in: "rows:\n  a:\n    marbles: 'a'-'b'|\n").hasSuffix(
        "\n  help: put the whole value in one pair of quotes; inside, write '' for ', or quote the value with \""))
  }

  /// Where libyaml notices a mistake is not where it was made.
  @Test(arguments: [
    ("rows:\n  a:\n    marbles: \"1|\n  b:\n    marbles: \"2|\"\n", "is a quote missing in line 3?"),
    ("rows:\n  a: { marbles: '1|' }\n   b: { marbles: '1|' }\n", "indent the line like the other keys of its mapping"),
    ("rows:\n\ta: { marbles: '1|' }\n", "indent with spaces, not with tabs"),
    ("rows:\n  - a: { marbles: '1|' }\n", "remove the `- `"),
    ("rows:\n  a:\n  marbles: '1|'\n", "indent the lines that belong to it"),
    ("rows:\n  a: { marbles: [ab] }\n", "to use it as text, put it in quotes"),
    ("rows:\n  a: { events: { time: 1, value: 2 } }\n", "write one per line, each after `- `"),
  ])
  func helpIsGiven(text: String, help: String) {
    let error = error(in: text)
    #expect(error.hasSuffix("\n  help: \(help)"), "\(error)")
  }

  @Test("the keys of a row are listed once each") func keysOfARow() throws {
    let error = error(in: "rows:\n  a: { marbles: '1|', qqqqqq: 1 }\n")
    let keys = try #require(error.split(separator: "help: the keys are ").last).split(separator: ", ")
    #expect(keys.contains("apply") && keys.contains("color") && Set(keys).count == keys.count, "\(error)")
  }

  @Test func aKeyThatStandsTwiceIsShownTheSecondTime() {
    #expect(
      error(in: "rows:\n  a: { marbles: '1|' }\n  b: { apply: a }\n  a: { marbles: '2|' }\n").hasPrefix("x.yaml:4:3: "))
  }

  /// However a diagram is written, the column is that of the file: here, of the `-` behind `[`.
  @Test(arguments: [
    "1-[-", "'1[-'", "'''a''[-'", "\"\\u00e9\\x41\\n[-\"", "\"é漢🙂[-\"", "|\n      1-2-\n      3[-",
    ">-\n      1-2-\n      3[-", "\"1-2-\n      3[-\"", "\"1-2-\\\n      3[-\"", "1-2-\n      3[-",
    "1-2-\n\n      3 4[-", "&x 1[-", "&x \n      '1[-'",
  ])
  func theColumnIsThatOfTheFile(written: String) throws {
    let text = "rows:\n  a:\n    marbles: \(written)\n"
    let before = text[..<(try #require(text.firstRange(of: "[-")).lowerBound)]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let place = "x.yaml:\(lines.count):\(lines[lines.count - 1].count + 2): error: found `-`"
    let error = error(in: text)
    #expect(error.hasPrefix(place), "\(error), expected \(place)")
  }

  // MARK: Limits

  @Test("A file that is too large is refused before anything else is done with it") func hugeFilesAreRefused() {
    #expect(
      error(in: "# " + String(repeating: "x", count: 1 << 26)).hasPrefix(
        "x.yaml:1:1: error: the file has 67108866 bytes"))
  }

  @Test func deepFilesAreRefused() {
    let deep = "rows: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(error(in: deep).hasPrefix("x.yaml:1:71: error: nested too deeply; expected at most 64 levels"))
    #expect(
      error(in: "rows: " + String(repeating: "[", count: 100_000)).contains(
        "nested too deeply; expected at most 64 levels"))
    #expect(
      error(in: String(repeating: "- ", count: 100_000)).contains("nested too deeply; expected at most 64 levels"))
  }

  @Test func bombsAreRefused() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<10 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(error(in: bomb).contains("error: the file has more than 20 aliases"))
    // Keys are compared, so these would be expanded before anything else is looked at.
    #expect(error(in: bomb + "? *a9\n: 1\n? *a9\n: 2\n").contains("error: the file has more than 20 aliases"))
    let many = "rows: [" + String(repeating: "1,", count: 150_000) + "]"
    #expect(error(in: many).contains("the file has more than 100000 values"))
  }

  @Test func aFewAliasesAreFine() throws {
    let file = try SceneFile(parsing: "rows:\n  a: &a { marbles: '1|' }\n  b: *a\n", path: "x.yaml")
    #expect(file.scene.rows.map(\.name) == ["a", "b"])
  }

  @Test("the constants of all expressions share one budget, so that a small file is read soon")
  func constants() throws {
    let rows = (1...59).map { "  r\($0): { apply: 'a.startWith((0..<90000).map { $0 * 2 }.sum())' }" }
    let text = "rows:\n  a: { marbles: '1|' }\n" + rows.joined(separator: "\n") + "\n"
    let message = error(in: text)
    #expect(message.contains("the constants of this scene take more than 1000000 steps"), "\(message)")
    // Not the first row alone.
    #expect(
      !message.contains("test.yaml:3:")
        && (try? SceneFile(parsing: "rows:\n  a: { marbles: '1|' }\n" + rows[0], path: "x.yaml")) != nil)
  }
}
