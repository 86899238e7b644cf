extension WrongScene {
  /// Mistakes in the keys of scenes and rows.
  static let keys: [(String, String)] = [
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
    (
      a + "  b: { apply: a, values: { 2: 3 } }\n",
      "3:18: error: `values:` needs `marbles:` or `expect:` in the same row"
    ),
    (a + "  b: { marbles: '1', color: rde }\n", "3:29: error: `rde` is not a colour; did you mean `red`?"),
    (a + "  b: { marbles: '1', animation: jump }\n", "3:33: error: `jump` is not a transition"),
    (a + "  b: { marbles: '1', animation: { curve: linear } }\n", "3:33: error: an animation needs `transition:`"),
    ("rows:\n  a: { events: { time: 1 } }\n", "2:16: error: found a mapping, expected a list of events"),
    ("rows:\n  a: { events: [{ value: 1 }] }\n", "2:17: error: an event needs `time:`"),
    ("rows:\n  a: { events: [{ time: 1 }] }\n", "2:17: error: an event needs `value:`"),
    ("rows:\n  a: { events: [{ time: -1, value: 1 }] }\n", "2:25: error: `-1` is negative; expected 0 or more"),
    (
      "rows:\n  a: { events: [{ time: 2, value: 1 }], finish: 3, error: {} }\n",
      "2:52: error: `finish:` and `error:` can't be used together; keep one"
    ),
    ("rows:\n  a: { random: {} }\n", "2:16: error: `random:` needs `seed:`"),
    ("rows:\n  a: { random: { seed: -1 } }\n", "2:24: error: found `-1`, expected a whole number, 0 or greater"),
    ("rows:\n  ? [a]\n  : b\n", "2:5: error: found a list as a key, expected a name"),
    ("rows: {}\n---\nrows: {}\n", "2:1: error: invalid YAML: but found another document"),
    ("rows: {\n", "2:1: error: invalid YAML:"),
    (
      "rows:\n  a: { marbles: \"1|\"\n  b: 2\n",
      "2:6: error: invalid YAML: expected `,` or `}` after the parts of this list"
    ),
    ("title: [a, b\nrows: 2\n", "1:8: error: invalid YAML: expected `,` or `]` after the parts of this list"),
    ("rows:\n  a:\n    marbles:\n", "3:13: error: found nothing, expected a diagram"),
    ("title: 🇸🇪\u{1}\n", "1:9: error: invalid YAML: control characters are not allowed"),
  ]
}
