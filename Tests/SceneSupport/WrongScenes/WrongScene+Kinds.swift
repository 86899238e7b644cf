extension WrongScene {
  /// Mistakes in the keys that only some kinds of scenes have.
  static let kinds: [(String, String)] = [
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
  ]

  /// Mistakes in the keys that say how things move.
  static let animations: [(String, String)] = [
    ("animationTime: wal\n" + a, "1:16: error: `wal` is not a value of `animationTime:`; did you mean `wall`?"),
    ("animationTime: 5s\n" + a, "1:16: error: `5s` is not a value of `animationTime:`"),
    ("animationTime: [wall]\n" + a, "1:16: error: found a list, expected a value of `animationTime:`"),
    ("animationTimes: wall\n" + a, "1:1: error: a scene has no key `animationTimes`; did you mean `animationTime`?"),
    ("reducedMotion: yes\n" + a, "1:16: error: found `yes`, expected true or false"),
    ("reducedMotion:\n" + a, "1:15: error: found nothing, expected true or false"),
    ("reduceMotion: true\n" + a, "1:1: error: a scene has no key `reduceMotion`; did you mean `reducedMotion`?"),
    (
      a + "  b: { apply: a, animaton: slide }\n",
      "3:18: error: row b has no key `animaton`; did you mean `animation`?"
    ),
    (a + "  b: { apply: a, animation: slid }\n", "3:29: error: `slid` is not a transition; did you mean `slide`?"),
    (a + "  b: { apply: a, animation: [slide] }\n", "3:29: error: found a list, expected a mapping"),
    (
      a + "  b: { apply: a, animation: { transition: slid } }\n",
      "3:43: error: `slid` is not a transition; did you mean `slide`?"
    ),
    (
      a + "  b: { apply: a, animation: { transition: pop, time: 1s } }\n",
      "3:48: error: an animation has no key `time`"
    ),
    (
      a + "  b: { apply: a, animation: { transition: pop, duration: fast } }\n",
      "3:58: error: `fast` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m"
    ),
    (
      a + "  b: { apply: a, animation: { transition: pop, delay: -1 } }\n",
      "3:55: error: `-1` is negative; expected 0 or more"
    ),
    (
      a + "  b: { apply: a, animation: { transition: pop, curve: easeInout } }\n",
      "3:55: error: `easeInout` is not a curve; did you mean `easeInOut`?"
    ),
    (
      a + "  b: { events: [{ time: 0, value: 1, animation: { curve: spring } }] }\n",
      "3:49: error: an animation needs `transition:`"
    ),
  ]
}
