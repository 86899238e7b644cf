public import Marbles

/// Random values and timelines of every kind, including those that are hard to print.
public enum Arbitrary {
  /// Strings with a meaning in diagrams, and difficult Unicode.
  public static let strings = [
    "", " ", "a", "s", "m", "n", "µ", "u", ".", "5", "12", "1.0", "-", "|", "^", "#", "[", "]", "(", ")", "'", "''",
    ";",
    ",", "@", "a@1", "\"", "\\", "\\u0027", "true", "null", "\"x\"", "[1", "{\"x\":1}", "it's", " 1s ", "1s", "\n",
    "\r\n", "\r", "\t", "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{2028}", "\u{301}", "e\u{301}", "é", "\u{200D}",
    "👩", "👩\u{200D}", "\u{200D}👧", "👩‍👧", "🇸", "🇪", "🇸🇪", "\u{FE0F}", "❤️", "❤", "🏽", "\u{1100}", "\u{1161}",
    "\u{11A8}", "한", "\u{600}", "\u{E33}", "\u{94D}", "\u{915}", "\u{915}\u{94D}", "\u{202E}", "\u{FEFF}", "\u{E000}",
    "\u{10FFFF}", "\u{37E}", "\u{1FEF}", "\u{212A}", "漢字", "long value", "(1, a)", "step 1s", "1️⃣", "\u{E0020}",
    "\u{A0}", "\u{3000}",
  ]

  /// A value with up to three levels of nesting.
  public static func value(_ random: inout SplitMix64, depth: Int = 0) -> Value {
    switch random.below(depth < 2 ? 16 : 10) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2, 3: return .int(random.below(10))
    case 4: return .int(Int(truncatingIfNeeded: random.next()))
    case 5:
      let double = Double(bitPattern: random.next())
      return .double(double.isFinite ? double : Double(random.below(20)))
    case 6...9: return .string(random.pick(strings))
    case 10: return .string(random.pick(strings) + random.pick(strings))
    case 11: return .array((0..<random.below(3)).map { _ in value(&random, depth: depth + 1) })
    case 12:
      return .object(
        [random.pick(strings): value(&random, depth: depth + 1), "k": value(&random, depth: depth + 1)])
    case 13: return .tuple((0..<2).map { _ in value(&random, depth: depth + 1) })
    default: return .string(random.pick(["a", "b", "s", "1", "m"]))
    }
  }

  /// A timeline of a few events, on a grid or not, with any end.
  public static func timeline(_ random: inout SplitMix64) -> Timeline {
    let unit = random.pick([1_000_000_000, 500_000_000, 250_000_000, 100_000_000, 1_000_000, 1, 1500] as [Int64])
    let reach = random.pick([4, 12, 60, 500])
    let events = (0..<random.below(6)).map {
      Event(name: "\($0)", time: .nanoseconds(unit * Int64(random.below(reach))), value: value(&random))
    }
    let end = (events.map(\.time).max() ?? .zero) + .nanoseconds(unit * Int64(random.below(3)))
    switch random.below(3) {
    case 0: return Timeline(events: events, end: .open)
    case 1: return Timeline(events: events, end: .finish(end))
    default: return Timeline(events: events, end: .error(end, message: "lost"))
    }
  }
}
