extension WrongScene {
  /// Mistakes that a reader of keys alone does not see.
  static let meanings: [(String, String)] = [
    (
      a + "  b: { live: true }\n  c: { apply: b, expect: '1|' }\n",
      "2:3: error: row c has `expect:`, but row b of the scene is live; remove `expect:`"
    ),
    (
      "speedFactor: 2\n" + a + "  b: { live: true }\n",
      "3:3: error: row b is live, so scene time is wall time; the speed factor must be 1, not 2"
    ),
    (a + "  b: { marbles: '1|', values: { 2: 3 } }\n", "3:33: error: row b has no marble `2`"),
    (a + "  b: { apply: 'merge(a, bb)' }\n", "3:25: error: no row is called `bb`; known rows: a"),
    (
      a + "  b: { apply: \"a.debuonce(for: .seconds(1))\" }\n",
      "3:18: error: no operator is called `debuonce`; did you mean `debounce`?"
    ),
    (a + "  b: { apply: c }\n  c: { apply: b }\n", "3:15: error: rows refer to each other in a cycle: b → c → b"),
    (a + "  b: { apply: 'x = a' }\n", "3:15: error: the expression must not name its row; the key `b` is the name"),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1 }], finish: 1 }\n",
      "2:25: error: the event at 2 s is after the end of the row at 1 s"
    ),
    (
      "rows:\n  a:\n    events:\n      - { time: 0, value: 1, id: x }\n      - { time: 1, value: 1, id: x }\n",
      "5:34: error: the id `x` is already used; ids must be unique in a scene"
    ),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1, id: b#0 }] }\n  b: { apply: a }\n",
      "2:42: error: the id `b#0` is reserved for an event of row b; choose another id"
    ),
    (
      "rows:\n  a: { random: { seed: 1, values: 9...1 } }\n",
      "2:35: error: found `9...1`, expected a range such as 1...9, or a list of values such as [a, b, c]"
    ),
    ("rows:\n  a: { marbles: !!str 1 }\n", "2:23: error: YAML tags are not supported; write `12` for a number"),
    ("rows:\n  a:\n    marbles: |\n", "3:14: error: found nothing, expected a diagram"),
    ("kind: list\nitems: b\n" + a, "2:8: error: no row is called `b`; did you mean `a`?"),
  ]
}
