extension WrongScene {
  private static func exercise(_ exercise: String) -> String {
    "exercise: \(exercise)\nrows:\n  a: { marbles: \"123|\" }\n  out: { apply: \"a.prefix(1)\", expect: \"12|\" }\n"
  }

  /// Mistakes in `exercise:` and `notes:`.
  static let exercises: [(String, String)] = [
    (exercise("1"), "1:11: error: found `1`, expected a mapping of keys to values for an exercise"),
    (exercise("{ hnt: x }"), "1:13: error: an exercise has no key `hnt`; did you mean `hint`?"),
    (exercise("{ solution: set out = a }"), "1:23: error: found `set out = a`, expected a list of commands"),
    (exercise("{ predict: 2 }"), "1:22: error: found `2`, expected true or false"),
    (exercise("{ minutes: 0 }"), "1:22: error: found `0`, expected a whole number from 1 to 600"),
    (
      exercise("{ solution: [\(Array(repeating: "x", count: 51).joined(separator: ","))] }"),
      "1:23: error: the solution has 51 commands; expected at most 50"
    ),
    (
      "notes: \(String(repeating: "a", count: 2_001))\n\(a)",
      "1:8: error: the notes take 2001 bytes; expected at most 2000"
    ),
    ("notes: [a]\n\(a)", "1:8: error: found a list, expected a few sentences"),
  ]

  private static let link = "https://github.com/apple/swift-async-algorithms/issues/450"

  private static func issue(
    _ issue: String = "issue: { link: \(link), checkedWith: 1.1.4 }\n", input: String = "marbles: \"a^\"",
    expect: String = "expect: \"a,,,|\"", should: String = ", should: \"a,,,^\""
  ) -> String {
    """
    \(issue)dialect: asv
    rows:
      source: { \(input) }
      busy: { apply: "source.debounce(for: .steps(0))", \(expect)\(should) }

    """
  }

  private static func versions(_ versions: String) -> String { "issue: { link: \(link), \(versions) }\n" }

  /// Mistakes in `issue:` and `should:`.
  static let issues: [(String, String)] = [
    (issue("issue: { link: \(link) }\n"), "1:8: error: `issue:` needs `checkedWith:`"),
    (issue("issue: { checkedWith: 1.1.4 }\n"), "1:8: error: `issue:` needs `link:`"),
    (
      issue("issue: { link: 450, checkedWith: 1.1.4 }\n"),
      "1:16: error: `450` is not the address of an issue; expected one that begins with https:// and ends"
    ),
    (
      issue(versions("checkedWith: 1.1")),
      "1:89: error: found `1.1`, expected a version of three numbers, such as 1.1.4"
    ),
    (
      issue(expect: "color: red"),
      "5:73: error: `should:` needs `expect:` in the same row: what the row does now"
    ),
    (
      issue(input: "marbles: \"a^\", should: \"a^\""),
      "4:28: error: `should:` is a key of outputs, but row source is an input"
    ),
  ]

  /// Mistakes in what an issue says of the rows.
  static let issueMeanings: [(String, String)] = [
    (
      issue(versions("checkedWith: 1.1.4, failsSince: 1.2.0")),
      "1:108: error: 1.2.0 is newer than 1.1.4, the version of `checkedWith:`"
    ),
    (
      issue(versions("checkedWith: 1.1.4, failsSince: 1.1.0, passesSince: 1.1.0")),
      "1:128: error: the same version can't be the first that fails and the first that passes"
    ),
    (
      issue(versions("checkedWith: 1.1.4, passesSince: 1.1.4")),
      "1:8: error: `passesSince:` says that 1.1.4 has no such defect, but row busy does not do what it should"
    ),
    (
      issue(versions("checkedWith: 1.1.4, failsSince: 1.1.4"), should: ", should: \"a,,,|\""),
      "1:8: error: `failsSince:` says that 1.1.4 has the defect, but each row does what it should"
    ),
    (issue(should: ", should: \"a,,;\""), "5:78: error: `should:` cancels its consumer at another time than `expect:`"),
    (issue(should: ", should: \"a,,,^^\""), "5:84: error: found `^` after the end `^`, expected nothing more"),
    (issue(""), "4:78: error: `should:` needs `issue:` in the scene: the issue that asks for it"),
    (
      issue(should: ""),
      "1:8: error: no row has `should:`; expected the diagram of what the issue asks for beside an `expect:`"
    ),
  ]

  /// Mistakes in `lint:`.
  static let lints: [(String, String)] = [
    (
      "lint: { allow: { never-quite: x } }\n" + a,
      "1:18: error: `never-quite` is not a lint; did you mean `never-quiet`?"
    ),
    ("lint: { allow: { never-quiet: '' } }\n" + a, "1:31: error: `never-quiet:` has no reason; expected a sentence"),
    ("lint: {}\n" + a, "1:7: error: `lint:` needs `allow:`"),
    ("lint: { deny: {} }\n" + a, "1:9: error: `lint:` has no key `deny`"),
  ]
}
