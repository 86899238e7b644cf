package import Marbles
internal import Scenes

/// Valid scene files with random keys and styles.
package struct SceneTextGenerator {
  package var random: SplitMix64
  /// Whether diagrams say when consumers ask, so that these take no time of their own.
  private var isDemandDriven = false
  /// Whether rows are drawn, and can so show stages.
  private var drawsRows = true

  package init(random: SplitMix64) { self.random = random }

  private static let words = [
    "a", "on", "1", "true", "long value", "it's", "\"quoted\"", "é漢🙂", "x: y", "# no", " lead", "tab\there",
    "back\\slash", "-", "", "null", "\u{7}bell", "line\nbreak",
  ]
  private static let colors = MarbleColor.allCases.map(\.rawValue)

  /// A JSON string is a double-quoted scalar of YAML, too.
  private mutating func quoted(_ text: String) -> String {
    let isSingle = random.below(3) == 0 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    return isSingle ? "'\(text.replacing("'", with: "''"))'" : JSONText.quoted(text)
  }

  private mutating func duration() -> String {
    random.pick(["\(random.below(9) + 1)", "\(random.below(900) + 1)ms", "1.5s", "2m", "0.25", "7us", "3ns"])
  }

  private mutating func value(depth: Int = 0) -> String {
    switch random.below(depth > 1 ? 4 : 6) {
    case 0: return String(random.below(100))
    case 1: return random.pick(["true", "null", "-1.5", "1e3", "yes", "1:30", "plain"])
    case 2, 3: return quoted(random.pick(Self.words))
    case 4:
      let elements = (0..<random.below(3)).map { _ in value(depth: depth + 1) }
      return "[\(elements.joined(separator: ", "))]"
    default: return "{ \(quoted(random.pick(Self.words))): \(value(depth: depth + 1)), other: 1 }"
    }
  }

  private mutating func diagram() -> String {
    let tokens = ["-", "1", "a", "[ab]", "(xy)", "'long'", "'12'", "---", " ", "'\"12\"'", "é"]
    let body = (0..<random.below(8)).map { _ in random.pick(tokens) }.joined()
    return body + random.pick(["|", "", "[1|]", "-|"])
  }

  package mutating func scene() -> String {
    var text = ""
    switch random.below(8) {
    case 0: return matrix()
    case 1: return list()
    default: break
    }
    if random.below(2) == 0 { text += "title: \(quoted(random.pick(Self.words)))\n" }
    if random.below(2) == 0 { text += "about: \(quoted(random.pick(Self.words)))\n" }
    if random.below(3) == 0 { text += "duration: \(duration())\n" }
    if random.below(4) == 0 {
      text += "backdrop: matrix\n"
    } else if random.below(4) == 0 {
      text += "backdrop: { seed: 7, palette: blue, refreshInterval: 100ms }\n"
    }
    if random.below(3) == 0 { text += "window: \(duration())\n" }
    if random.below(3) == 0 { text += "step: \(duration())\n" }
    if random.below(3) == 0 { text += "speedFactor: \(random.pick(["2", "0.5", "1e2"]))\n" }
    if random.below(3) == 0 { text += "refreshInterval: \(duration())\n" }
    if random.below(4) == 0 { text += "loop: true\n" }
    isDemandDriven = false
    if random.below(4) == 0 {
      let dialect = random.pick(["rx", "asv", "marbled"])
      isDemandDriven = dialect == "asv"
      text += "dialect: \(dialect)\n"
    }
    return text + rows()
  }

  private mutating func list() -> String {
    var text = "kind: list\n"
    drawsRows = false
    defer { drawsRows = true }
    if random.below(2) == 0 { text += "connector: \(random.pick(["solid", "dotted", "none"]))\n" }
    if random.below(2) == 0 { text += "padding: \(random.below(5))\n" }
    if random.below(2) == 0 { text += "alternateRows: true\n" }
    if random.below(3) == 0 { return text + "items: in0\n" + rows() }
    let count = random.below(5)
    text += "items:\(count == 0 ? " []" : "")\n"
    for _ in 0..<count {
      guard random.below(3) > 0 else {
        text += "  - \(quoted(random.pick(Self.words)))\n"
        continue
      }
      text += "  - { text: \(quoted(random.pick(Self.words)))"
      if random.below(2) == 0 { text += ", icon: \(quoted(random.pick(["●", "S7", "🚉", "on", "-"])))" }
      if random.below(3) == 0 { text += ", id: \(quoted(random.pick(Self.words)))" }
      if random.below(3) == 0 { text += ", color: \(random.pick(Self.colors))" }
      text += " }\n"
    }
    return text
  }

  private mutating func matrix() -> String {
    var text = "kind: matrix\n"
    if random.below(2) == 0 { text += "seed: \(random.next())\n" }
    if random.below(2) == 0 { text += "palette: \(random.pick(Scene.Matrix.Palette.allCases.map(\.rawValue)))\n" }
    if random.below(2) == 0 { text += "glyphs: \(random.pick(Scene.Matrix.GlyphChoice.allCases.map(\.rawValue)))\n" }
    if random.below(2) == 0 { text += "density: \(random.pick(["1", "0.5", "1e-3"]))\n" }
    if random.below(2) == 0 { text += "speed: \(random.pick(["2", "0.5"]))\n" }
    if random.below(2) == 0 { text += "duration: \(duration())\n" }
    return text
  }

  private mutating func rows() -> String {
    var text = "rows:\n"
    let inputs = 1 + random.below(3)
    for index in 0..<inputs { text += input("in\(index)") }
    for index in 0..<random.below(3) { text += output("out\(index)", inputs: inputs) }
    return text
  }

  private mutating func common() -> String {
    var text = ""
    if random.below(3) == 0 { text += "    color: \(random.pick(Self.colors))\n" }
    if random.below(3) == 0 { text += "    refreshInterval: \(duration())\n" }
    if random.below(4) == 0 {
      text += "    show: list\n"
      if random.below(2) == 0 { text += "    connector: \(random.pick(["solid", "none"]))\n" }
      if random.below(3) == 0 { text += "    padding: 2\n    alternateRows: true\n" }
    } else if random.below(4) == 0 {
      text += "    show: \(random.pick(["timeline", "marbles", "curve", "bars", "lines"]))\n"
    }
    if random.below(4) == 0 {
      let curve = random.pick(Animation.Curve.allCases.map(\.rawValue))
      text +=
        "    animation: { transition: \(random.pick(["drop", "fade"])), duration: \(duration()), curve: \(curve) }\n"
    }
    return text
  }

  private mutating func input(_ name: String) -> String {
    var text = "  \(name):\n" + common()
    switch random.below(6) {
    case 0, 1: text += "    \(random.pick(["cold", "hot"])): \(random.pick(["true", "false"]))\n"
    case 2: text += "    source: channel\n"
    default: break
    }
    switch random.below(4) {
    case 0:
      // No diagram here fails, as a stream may be read twice then.
      if !text.contains("source:"), !text.contains("cold:"), !text.contains("hot:"), random.below(3) == 0 {
        text += "    source: stream\n"
        text += random.pick([
          "", "    buffer: unbounded\n", "    buffer: newest(\(random.below(3)))\n", "    buffer: oldest(1)\n",
        ])
      }
      text += "    marbles: \(quoted(diagram()))\n"
    case 1:
      text += "    random: { seed: \(random.below(99)), rate: \(duration())"
      text += random.pick([", values: 1...3", ", values: [\(value()), x]", ""])
      text += random.pick([", count: 3 }\n", " }\n"])
    default:
      let count = random.below(4)
      text += "    events:\(count == 0 ? " []" : "")\n"
      for index in 0..<count {
        text += "      - { time: \(duration()), value: \(value())"
        if random.below(3) == 0 { text += ", id: \(quoted("\(name) \(index)"))" }
        if random.below(3) == 0 { text += ", color: \(random.pick(Self.colors))" }
        text += " }\n"
      }
      text += random.pick(
        [
          "", "    finish: 5m\n", "    finish: never\n",
          "    error: { time: 5m, message: gone }\n",
        ])
    }
    return text
  }

  private mutating func output(_ name: String, inputs: Int) -> String {
    let source = "in\(random.below(inputs))"
    let expression = random.pick([
      source, "merge(\(source), in0)", "\(source).map { \"\\($0): #\" }", "\(source).debounce(for: .seconds(1))",
      "\(source).removeDuplicates()",
    ])
    var text = "  \(name):\n    apply: \(quoted(expression))\n" + common()
    if random.below(2) == 0 { text += "    expect: \(quoted(diagram()))\n" }
    if !isDemandDriven, random.below(4) == 0 { text += "    consume: \(duration())\n" }
    if drawsRows, random.below(4) == 0 { text += "    stages: true\n" }
    return text
  }
}
