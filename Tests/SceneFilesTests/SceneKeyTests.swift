import Marbles
import Scenes
import Testing

@testable import SceneFiles

/// The tables of keys say what the decoder does.
@Suite struct SceneKeyTests {
  @Test("each key has a sentence that says what it means", arguments: PlacedKey.all)
  func sentences(placed: PlacedKey) {
    let about = placed.key.about
    #expect(about.hasSuffix(".") && about.first?.isUppercase == true && about.count < 250, "\(about)")
  }

  @Test("each key is read: a value of another shape is an error in its line", arguments: PlacedKey.all)
  func areRead(placed: PlacedKey) {
    if placed.takesLists { return }
    let error = placed.error(with: "[[]]")
    #expect(error?.line == placed.line, "\(error?.description ?? "it is accepted")")
  }

  @Test("choices, counts and durations are those that the decoder accepts", arguments: PlacedKey.all)
  func shapes(placed: PlacedKey) {
    let (good, bad) = PlacedKey.examples(of: placed.key.shape)
    for value in good where !placed.changesOtherKeys {
      let error = placed.error(with: value)
      #expect(error == nil, "\(error?.description ?? "")")
    }
    for value in bad {
      let error = placed.error(with: value)
      #expect(error?.line == placed.line, "\(value): \(error?.description ?? "it is accepted")")
    }
  }

  @Test("a key is a key of another row where the table says so", arguments: RowSource.allCases)
  func rows(source: RowSource) {
    for key in KeyTable.row.names where !KeyTable.row.names(in: source.rawValue).contains(key) {
      if RowSource(rawValue: key) != nil { continue }
      let text = "rows:\n  a: { marbles: '1|' }\n  b:\n    \(PlacedKey.base(of: source))\n    \(key): 1\n"
      #expect(error(in: text).hasPrefix("x.yaml:5:5: error: `\(key):` "), "\(error(in: text))")
    }
  }
}

/// A key of a table, at a place of a scene that may have it.
struct PlacedKey: Sendable, CustomTestStringConvertible {
  let key: SceneKey
  /// The text before the key, and the text behind its value.
  private let (before, behind): (String, String)

  var testDescription: String { before + key.name }
  /// The line of the key.
  var line: Int { before.count { $0 == "\n" } + 1 }
  /// Whether its value may be a list of lists.
  var takesLists: Bool {
    switch key.shape {
    case .value, .any([.valueRange, .list(of: .value, 1...Int.max)]): true
    default: false
    }
  }
  /// Whether a right value changes which other keys there may be.
  var changesOtherKeys: Bool { key.name == "kind" && before.isEmpty }

  /// The error of the scene with this value; nil when it is accepted.
  func error(with value: String) -> SceneFileError? {
    do throws(SceneFileError) {
      _ = try SceneFile(parsing: "\(before)\(key.name): \(value)\n\(behind)", path: "x.yaml")
      return nil
    } catch { return error }
  }

  /// All keys of all tables that a scene is made of.
  static let all: [PlacedKey] = {
    var (tables, placed): (Set<KeyTable>, [PlacedKey]) = ([], [])
    func add(_ shape: KeyShape) {
      switch shape {
      case .mapping(let table) where tables.insert(table).inserted:
        for key in table.keys {
          placed += places(of: key, in: table)
          add(key.shape)
        }
      case .list(let shape, _), .names(_, let shape): add(shape)
      case .any(let shapes): shapes.forEach(add)
      default: break
      }
    }
    add(.mapping(.scene))
    return placed
  }()

  private static let a = "rows:\n  a: { marbles: '1|' }\n"

  /// The source of a row.
  static func base(of source: RowSource) -> String {
    switch source {
    case .apply: "apply: a"
    case .events: "events: []"
    case .marbles: "marbles: '1^'"
    case .random: "random: { seed: 1 }"
    case .live: "live: exec:true"
    }
  }

  private static func places(of key: SceneKey, in table: KeyTable) -> [PlacedKey] {
    switch table {
    case .scene where key.name == "kind": return [PlacedKey(key, "", a)]
    case .scene: return (key.variants ?? ["timelines", "list", "matrix"]).map { inScene(key, kind: $0) }
    case .row: return (key.variants ?? Set(RowSource.allCases.map(\.rawValue))).map { inRow(key, source: $0) }
    case .item: return [within(table, key, "kind: list\nitems:\n  -\n    ", ["text": "x"])]
    case .event:
      return [within(table, key, "rows:\n  a:\n    events:\n      -\n        ", ["time": "1", "value": "1"])]
    case .error: return [within(table, key, "rows:\n  a:\n    events: []\n    error:\n      ")]
    case .random: return [within(table, key, "rows:\n  a:\n    random:\n      ", ["seed": "1"])]
    case .live: return [within(table, key, "rows:\n  a:\n    live:\n      ")]
    case .animation:
      return [within(table, key, "rows:\n  a:\n    marbles: '1|'\n    animation:\n      ", ["transition": "pop"])]
    case .exercise: return [within(table, key, "\(a)exercise:\n  ")]
    case .backdrop: return [within(table, key, "\(a)backdrop:\n  ")]
    case .lint: return [within(table, key, "\(a)lint:\n  ", ["allow": "{}"])]
    case .issue:
      let rows = "rows:\n  a: { marbles: '1^' }\n  b: { apply: a, expect: '1^', should: '1|' }\n"
      return [within(table, key, "\(rows)issue:\n  ", ["link": "https://x.y/1", "checkedWith": "1.1.4"])]
    case _ where KeyTable.lint.keys.contains { $0.shape == .mapping(table) }:
      return [within(table, key, "\(a)lint:\n  allow:\n    ")]
    default:
      Issue.record("no scene of this test has \(table.title)")
      return []
    }
  }

  private static func inScene(_ key: SceneKey, kind: String) -> PlacedKey {
    switch kind {
    case "list" where key.name == "items": PlacedKey(key, "kind: list\n")
    case "list": PlacedKey(key, "kind: list\nitems: a\n", key.name == "rows" ? "" : a)
    case "matrix": PlacedKey(key, "kind: matrix\n")
    default: PlacedKey(key, "", key.name == "rows" ? "" : a)
    }
  }

  private static func inRow(_ key: SceneKey, source: String) -> PlacedKey {
    let base = RowSource(rawValue: source).map { self.base(of: $0) } ?? ""
    var others = key.name == source ? [] : [base]
    switch key.name {
    case "connector", "padding", "alternateRows": others.append("show: list")
    case "buffer": others.append("source: stream")
    case "values" where source == "apply", "should": others.append("expect: '1|'")
    default: break
    }
    return PlacedKey(key, a + "  b:\n    " + others.map { "\($0)\n    " }.joined())
  }

  /// - Parameter required: the keys that the mapping needs, with values.
  private static func within(
    _ table: KeyTable, _ key: SceneKey, _ before: String, _ required: [String: String] = [:]
  ) -> PlacedKey {
    let indentation = String(before.reversed().prefix { $0 == " " })
    let others = required.filter { $0.key != key.name }.sorted { $0.key < $1.key }
    return PlacedKey(key, before + others.map { "\($0): \($1)\n\(indentation)" }.joined())
  }

  private init(_ key: SceneKey, _ before: String, _ behind: String = "") {
    (self.key, self.before, self.behind) = (key, before, behind)
  }

  /// Values of a shape, and values that look like some.
  static func examples(of shape: KeyShape) -> (good: [String], bad: [String]) {
    switch shape {
    case .choice(let names): (names, [names[0] + "x", "''"])
    case .flag: (["true", "false", "'true'"], ["yes", "True", "1", ""])
    case .yes: (["true"], ["false"])
    case .count(let range):
      (
        ["\(range.lowerBound)", "'\(range.upperBound)'"], ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "1.5"]
      )
    case .seed: (["0", "\(UInt64.max)"], ["-1", "1.5", "x"])
    case .number(let range, let isAbove):
      ([isAbove ? "0.5" : "\(range.lowerBound)", "\(range.upperBound)"], [isAbove ? "0" : "1e-9", "1e9", "nan"])
    case .duration(let mayBeZero): (["1", "0.5", "33ms", "'2m'"] + (mayBeZero ? ["0"] : []), ["-1", "1h", "soon"])
    case .sentences(let limit, _): (["a"], [String(repeating: "a", count: limit + 1)])
    default: ([], [])
    }
  }
}
