import Testing

@testable import LanguageServer

/// Where a place is in a scene. In the texts, `¦` is the place.
@Suite struct SceneCursorTests {
  private func cursor(_ text: String) -> SceneCursor {
    let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
    return SceneCursor(in: Array(parts.joined().utf8), at: parts[0].utf8.count)
  }

  /// The keys above the place, and the key or the value there.
  @Test(arguments: [
    ("¦", "", "key "), ("ti¦tle: x\n", "", "key title"), ("ti¦", "", "key ti"), ("title: x¦y\n", "title", "value xy"),
    ("title: ¦", "title", "value "), ("title:\n¦", "", "key "), ("# ti¦tle", "", "nothing"),
    ("rows:\n  ¦", "rows", "key "), ("rows:\n  a:\n    ¦", "rows a", "key "),
    ("rows:\n  a:\n    mar¦\n  b: { apply: a }\n", "rows a", "key mar"),
    ("rows:\n  a:\n    marbles: \"1-¦2|\"\n", "rows a marbles", "value \"1-2|\""),
    ("rows:\n  a: {¦", "rows a", "key "), ("rows:\n  a: { ¦}", "rows a", "key "),
    ("rows:\n  a: { marbles: \"1|\", co¦ }", "rows a", "key co"),
    ("rows:\n  a: { marbles: \"1|\", color: r¦ }", "rows a color", "value r"),
    ("rows:\n  a: { marbles: \"1|\", color: ¦ }", "rows a color", "value "),
    ("rows:\n  a: { color: red, ¦", "rows a", "key "),
    ("rows:\n  a: { animation: { tran¦", "rows a animation", "key tran"),
    ("rows:\n  b: { apply: 'a.de¦", "rows b apply", "value 'a.de"),
    ("rows:\n  b:\n    apply: a.de¦ # ok\n", "rows b apply", "value a.de"),
    ("items:\n  - te¦\n", "items -", "value te"), ("items:\n  - { te¦ }", "items -", "key te"),
    ("items:\n- text: x\n  ic¦\n", "items -", "key ic"), ("items: [a, b¦]", "items -", "value b"),
    ("rows:\n  a:\n    events:\n      - { time: 1, ¦", "rows a events -", "key "),
    ("notes: |\n  some ¦text\nrows: {}\n", "notes", "value |\n  some text"), ("notes: |\n  some\nro¦", "", "key ro"),
    ("rows: {\n  a: {\n    mar¦", "rows a", "key mar"), ("\"rows\":\n  \"a\":\n    ma¦", "rows a", "key ma"),
    ("rows:\r\n  a:\r\n    ma¦\r\n", "rows a", "key ma"),
  ])
  func places(text: String, path: String, what: String) {
    let cursor = cursor(text)
    let bytes = Array(text.replacing("¦", with: "").utf8)
    let found =
      switch cursor.place {
      case .key(let range): "key " + String(decoding: bytes[range], as: UTF8.self)
      case .value(let range, _): "value " + String(decoding: bytes[range], as: UTF8.self)
      case nil: "nothing"
      }
    #expect(found == what)
    if cursor.place != nil { #expect(cursor.path.joined(separator: " ") == path) }
  }

  @Test("the other keys of a mapping are known, before and behind the place") func siblings() {
    let text = "title: x\nrows:\n  a:\n    color: red\n    ¦\n    marbles: \"1|\"\n  b: { apply: a }\nstep: 1s\n"
    #expect(cursor(text).siblings == ["color", "marbles"])
    #expect(cursor(text).rows == ["a", "b"])
    #expect(cursor("rows: { a: { marbles: '1|', ¦ color: red } }").siblings == ["marbles", "color"])
  }

  @Test("no text is refused, and each place has an answer") func anything() {
    let texts = [
      "{[{[", "- - - a: - b", "a: 'b\n c: \"d", "}}]]", "? [a]\n: b", "a:\n\tb: |\n", "\u{FEFF}a: é漢🙂: [",
      "- {a: [b, {c: ",
      "a: |\n\n\n", ":::", "''''", "\"\\", ",,,", "a: {b: 'c''d', \"e\\\"f\": g}",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      for offset in 0...bytes.count { _ = SceneCursor(in: bytes, at: offset) }
    }
  }
}
