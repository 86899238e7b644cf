extension WrongScene {
  private static func demand(_ input: String, _ output: String = "color: red", dialect: String = "marbled") -> String {
    "dialect: \(dialect)\nrows:\n  a:\n    marbles: \"1|\"\n    \(input)\n  b:\n    apply: a\n    \(output)\n"
  }

  /// Mistakes in `source:`, `buffer:` and `consume:` of a row.
  static let demand: [(String, String)] = [
    (demand("source: chanel"), "5:13: error: `chanel` is not a source of values; did you mean `channel`?"),
    (
      demand("buffer: newest(2)"),
      "5:5: error: `buffer:` is that of an AsyncStream; it needs `source: stream` in the same row"
    ),
    (demand("source: channel\n    buffer: newest(2)"), "6:5: error: `buffer:` is that of an AsyncStream"),
    (
      demand("source: stream\n    buffer: newst(2)"),
      "6:13: error: `newst(2)` is not a buffer; did you mean `newest`?"
    ),
    (demand("source: stream\n    buffer: newest(-1)"), "6:13: error: `newest(-1)` is not a buffer"),
    (demand("source: stream\n    buffer: newest"), "6:13: error: `newest` is not a buffer"),
    (
      demand("source: channel\n    cold: true"),
      "6:5: error: `cold:` and `source:` can't be used together: a channel starts with the scene"
    ),
    (demand("soruce: channel"), "5:5: error: row a has no key `soruce`; did you mean `source`?"),
    (demand("consume: 1s"), "5:5: error: `consume:` is a key of outputs, but row a is an input"),
    (demand("color: red", "consume: 0s"), "8:14: error: `0s` is not a positive duration; expected more than 0"),
    (demand("color: red", "source: channel"), "8:5: error: `source:` is a key of inputs, but row b is an output"),
    (
      "rows:\n  a:\n    live: true\n    source: channel\n",
      "4:5: error: `source:` has no effect in a row with `live:`; remove it"
    ),
    (
      "rows:\n  a:\n    live: true\n    buffer: newest(1)\n",
      "4:5: error: `buffer:` has no effect in a row with `live:`; remove it"
    ),
  ]

  private static func label(_ line: String) -> String { "rows:\n  hits:\n    marbles: \"a|\"\n    \(line)\n" }

  /// Mistakes in `label:` and `colorBy:` of a row.
  static let labels: [(String, String)] = [
    (label("lable: '$0.status'"), "4:5: error: row hits has no key `lable`; did you mean `label`?"),
    (label("colourBy: '$0.status'"), "4:5: error: row hits has no key `colourBy`; did you mean `colorBy`?"),
    (
      label("label: [1]"), "4:12: error: found a list, expected an expression over a value, such as $0.status"
    ),
  ]

  private static func stages(_ input: String, _ output: String, kind: String = "timelines") -> String {
    let items = kind == "list" ? "items: a\n" : ""
    return "kind: \(kind)\n\(items)rows:\n  b:\n    apply: a\n    \(output)\n  a:\n    \(input)\n"
  }

  /// Mistakes in `stages:` of a row.
  static let stages: [(String, String)] = [
    (
      stages("marbles: 1|\n    stages: true", "color: red"), "8:5: error: `stages:` is a key of outputs, but row a is"
    ),
    (stages("marbles: 1|", "stages: 1"), "5:13: error: "),
    (stages("marbles: 1|", "stage: true"), "5:5: error: row b has no key `stage`; did you mean `stages`?"),
  ]

  /// Mistakes in what the values of these keys mean.
  static let otherMeanings: [(String, String)] = [
    (
      demand("color: red", "consume: 1s", dialect: "asv"), "8:5: error: row b has `consume:`"
    ),
    (
      "rows:\n  a: { source: stream, marbles: \"1^\" }\n  b: { apply: a }\n  c: { apply: \"merge(b, a)\" }\n",
      "4:25: error: `a` is a stream that fails"
    ),
    (label("label: '$0.'"), "4:16: error: the text ends here; expected a name after the dot"),
    (
      label("label: status"),
      "4:12: error: no variable or function is called `status` here; did you mean the member `$0.status`?"
    ),
    (label("colorBy: '$0 + $1'"), "4:18: error: expected an expression over one value, `$0`"),
    (
      stages("live: true", "stages: true"),
      "5:5: error: row b has `stages:`, but row a of the scene is live, and live scenes do not record stages; "
        + "remove `stages:`; `marbled run --stats` counts what the rows do"
    ),
    (
      stages("marbles: 1|", "stages: true", kind: "list"),
      "6:5: error: row b has `stages:`, but a scene of `kind: list` draws no rows; remove `stages:`"
    ),
  ]
}
