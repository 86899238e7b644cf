internal import Marbles
internal import Operators

/// Scene files with extreme contents: numbers at every limit and beyond, long, deep, wide and circular graphs of rows,
/// huge closures, unusual clocks, live rows.
enum ExtremeScene {
  static func text(_ random: inout SplitMix64) -> String {
    var lines = keys(&random)
    lines.append("rows:")
    let inputs = (0..<1 + random.below(3)).map { ["a", "b", "c"][$0] }
    for name in inputs { lines.append("  \(name): \(input(&random))") }
    lines += graph(&random, over: inputs)
    let text = lines.joined(separator: "\n") + "\n"
    return random.below(3) == 0 ? stretched(text, &random) : text
  }

  // MARK: Numbers

  /// Values within a limit, and values beyond it, which are rare because a rejected scene is not played.
  private struct Extremes {
    let within: [String]
    let beyond: [String]

    func pick(_ random: inout SplitMix64) -> String { random.pick(random.below(20) == 0 ? beyond : within) }
  }

  /// Durations in scene files: at the limits of nanoseconds, of 100 years and of 64 bits.
  private static let spans = Extremes(
    within: [
      "1ns", "999ns", "1us", "1ms", "33ms", "0.1", "1", "2.5s", "60", "1m", "3600", "86400s", "52596000m", "3155760000",
      "0.000000001", "9223372036854775807ns",
    ],
    beyond: [
      "0s", "52596001m", "3155760000.000000001", "9223372036", "9223372036.854775807", "9223372037",
      "9223372036854775808ns", "100000000m", "0.0000000001", "1.00000000005", "-1", "1e9", "never",
    ])

  private static let numbers = Extremes(
    within: [
      "1", "2", "9", "10", "100", "999", "1000", "65536", "99999", "100000", "1000000", "2147483647", "2147483648",
      "4294967296", "3155760000", "9007199254740993", "9223372036", "9223372036854775806", "9223372036854775807", "0.5",
      "1e-300", "1e300",
    ],
    beyond: [
      "0", "1001", "100001", "1000001", "3155760001", "9223372036854775808", "-1", "-9223372036854775808", "0.000001",
      "0.0000009", "1e309", "99999999999999999999",
    ])

  /// Sizes: buffers, values, repetitions.
  private static let counts = Extremes(
    within: ["1", "2", "9", "10", "100", "999", "1000"],
    beyond: ["0", "1001", "65536", "100000", "100001", "1000001", "9223372036854775807", "9223372036854775808", "-1"])

  private static let speeds = Extremes(
    within: ["0.000001", "0.001", "0.5", "1", "3", "1000", "1000000"],
    beyond: ["0", "0.0000009", "1000001", "1e300", "-1"])

  /// `text` with some of its numbers, and of its `$0`, replaced by extremes.
  private static func stretched(_ text: String, _ random: inout SplitMix64) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if digits.isEmpty {
        result.append(character)
        rest.removeFirst()
      } else {
        result += random.below(12) == 0 ? numbers.pick(&random) : String(digits)
        rest = rest.dropFirst(digits.count)
      }
    }
    return result
  }

  // MARK: Parts of a scene

  private static func keys(_ random: inout SplitMix64) -> [String] {
    var lines: [String] = []
    func add(_ key: String, _ value: String, oneIn odds: Int) {
      if random.below(odds) == 0 { lines.append("\(key): \(value)") }
    }
    add("title", random.pick(["x", "\"\\e[31mred\\e]0;owned\\a\"", "\"\\u202Eabc\"", "漢字漢字漢字"]), oneIn: 4)
    add("step", spans.pick(&random), oneIn: 4)
    add("duration", spans.pick(&random), oneIn: 3)
    add("window", spans.pick(&random), oneIn: 4)
    add("refreshInterval", spans.pick(&random), oneIn: 4)
    add("speedFactor", speeds.pick(&random), oneIn: 4)
    add("animationTime", random.pick(["scene", "wall"]), oneIn: 6)
    add("loop", random.pick(["true", "false"]), oneIn: 8)
    add("dialect", random.pick(["rx", "asv", "marbled"]), oneIn: 10)
    return lines
  }

  private static func input(_ random: inout SplitMix64) -> String {
    switch random.below(15) {
    case 12:
      return
        "{ source: channel, marbles: \"\(random.pick(["1-2-3|", "-a-(bc|)", "(1234)", "1@5 ^@\(spans.pick(&random))"]))\" }"
    case 13:
      let buffer = "\(random.pick(["newest", "oldest"]))(\(counts.pick(&random)))"
      return "{ source: stream, buffer: \(buffer), marbles: \"\(random.pick(["123-4|", "-(abc)-", "(12)3-#"]))\" }"
    case 14: return "{ source: stream, random: { seed: \(numbers.pick(&random)), count: \(counts.pick(&random)) } }"
    case 0: return "{ live: true }"
    case 1: return "{ live: { capacity: \(counts.pick(&random)) } }"
    case 2:
      let events = (0..<random.below(5)).map { _ in
        "{ time: \(spans.pick(&random)), value: \(numbers.pick(&random)) }"
      }
      return "{ events: [\(events.joined(separator: ", "))], finish: \(spans.pick(&random)) }"
    case 3: return "{ random: { seed: \(numbers.pick(&random)), count: \(counts.pick(&random)) } }"
    case 4: return "{ marbles: \"\(String(repeating: "1-", count: random.pick([1, 50, 700])))|\", color: red }"
    case 5: return "{ marbles: \"1@\(spans.pick(&random)) 2@\(spans.pick(&random)) |@\(spans.pick(&random))\" }"
    case 6: return "{ marbles: \"1 \(spans.pick(&random)) 2-3|\", cold: true }"
    case 7: return "{ marbles: \"[\(String(repeating: "x", count: random.pick([3, 200])))]-#\" }"
    default:
      return "{ marbles: \"\(random.pick(["1-2-3|", "-a-(bc|)", "--x-y-#", "1", "|", "", "'long value'-'2'-|"]))\" }"
    }
  }

  /// Output rows: a few, a long chain, a wide fan, layers of merges, or a circle.
  private static func graph(_ random: inout SplitMix64, over inputs: [String]) -> [String] {
    func row(_ name: String, _ expression: String) -> String {
      let consume = random.below(12) == 0 ? ", consume: \(spans.pick(&random))" : ""
      return "  \(name): { apply: '\(expression.replacing("'", with: "''").replacing("\n", with: " "))'\(consume) }"
    }
    let depth = random.pick([2, 5, 40, 40, 400])
    switch random.below(16) {
    case 0: return (0..<depth).map { row("r\($0)", $0 == 0 ? "a" : "r\($0 - 1).map { $0 }") }
    case 1: return (0..<depth).map { row("r\($0)", $0 == depth - 1 ? "a" : "r\($0 + 1)") }
    case 2: return (0..<depth).map { row("r\($0)", "r\(($0 + 1) % depth)") }
    case 3: return (0..<depth).map { row("r\($0)", "a") }
    case 4:
      let (width, layers) = (2 + random.below(9), 2 + random.below(10))
      return (0..<layers).flatMap { layer in
        (0..<width).map { column in
          let below = layer == 0 ? inputs : (0..<width).map { "l\(layer - 1)x\($0)" }
          return row(
            "l\(layer)x\(column)", "merge(\((below + below).prefix(max(2, below.count)).joined(separator: ", ")))")
        }
      }
    default: return (0..<1 + random.below(3)).map { row("out\($0)", expression(&random)) + show(&random) }
    }
  }

  private static func show(_ random: inout SplitMix64) -> String {
    random.below(10) == 0 ? "\n    # \(String(repeating: "x", count: random.pick([1, 2000])))" : ""
  }

  private static func expression(_ random: inout SplitMix64) -> String {
    switch random.below(8) {
    case 0: "a.map { \(closure(&random)) }"
    case 1: "a.reductions([], +).map { $0.count }"
    case 2: "a.reductions { \(random.pick(["$0 + $1", "[$0, $1]", "($0, $1)", "$0 * $1", "\"\\($0)\\($1)\""])) }"
    case 3:
      "a.\(random.pick(["delay", "debounce", "throttle", "timeout"]))(for: \(span(&random)), clock: \(clock(&random)))"
    case 4: "AsyncTimerSequence(interval: \(span(&random)), clock: \(clock(&random))).prefix(\(counts.pick(&random)))"
    case 5: "a.\(random.pick(["prefix", "dropFirst", "repeated", "retry"]))(\(counts.pick(&random)))"
    case 6:
      "a.buffer(policy: .\(random.pick(["bounded", "bufferingLatest", "bufferingOldest"]))(\(counts.pick(&random))))"
    default: ArbitraryExpression.text(&random)
    }
  }

  private static func span(_ random: inout SplitMix64) -> String {
    let unit = random.pick(["seconds", "milliseconds", "microseconds", "nanoseconds", "steps"])
    return ".\(unit)(\(numbers.pick(&random)))"
  }

  private static func clock(_ random: inout SplitMix64) -> String {
    "clock"
      + (0..<random.below(4)).map { _ in
        switch random.below(3) {
        case 0: ".scaled(by: \(speeds.pick(&random)))"
        case 1: ".jittered(by: \(span(&random)), seed: \(numbers.pick(&random)))"
        default: ".animation(.slide, duration: \(span(&random)))"
        }
      }.joined()
  }

  private static func closure(_ random: inout SplitMix64) -> String {
    let count = random.pick([3, 30, 300, 3000])
    return switch random.below(7) {
    case 0: "$\(numbers.pick(&random))"
    case 1: String(repeating: "(", count: count) + "$0" + String(repeating: ")", count: count)
    case 2: "$0" + String(repeating: " \(random.pick(["+", "*", "-", "??"])) \(numbers.pick(&random))", count: count)
    case 3: String(repeating: "[", count: count) + "$0" + String(repeating: "]", count: count)
    case 4: "(0...\(numbers.pick(&random))).map { x in [x, x, x] }"
    case 5: String(repeating: "-", count: count) + "$0"
    default: "\(numbers.pick(&random)) \(random.pick(["+", "-", "*", "/", "%"])) \(numbers.pick(&random))"
    }
  }
}
