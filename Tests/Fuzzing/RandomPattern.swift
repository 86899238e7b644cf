internal import Marbles

/// Random patterns and texts that are likely to match, in the syntax that ``Pattern`` supports.
public struct RandomPattern {
  private var random: SplitMix64
  private let characters: [String]
  private var nameCount = 0

  /// Characters of ASCII.
  public static let plain = [
    "a", "b", "a", "b", "c", "A", "B", "1", "2", "_", " ", ".", "-", ",", ":", "'", "\"", ";", "\n", "\t",
  ]
  /// Characters that are hard to compare, too.
  public static let unicode =
    plain + [
      "é", "e\u{301}", "e", "\u{301}", "É", "K", "k", "\u{212A}", "\u{37E}", "👩‍👩‍👧", "🇩🇪", "🇩", "👍🏽", "ß", "ẞ", "σ",
      "ς", "Σ", "İ", "i", "ǆ", "ǅ", "カ", "ー", "א", "あ", "日", "\u{200D}", "😀", "\r\n", "\r", "\u{2028}", "\u{A0}", "²",
      "٣",
      "\u{AD}", "\u{2019}", "한", "\u{1112}\u{1161}\u{11AB}", "\u{958}", "\u{915}\u{93C}", "\u{3000}",
    ]

  /// Creates a generator; equal seeds give equal patterns and texts.
  public init(seed: UInt64, characters: [String]) {
    random = SplitMix64(seed: seed)
    self.characters = characters
  }

  /// A text of few characters.
  public mutating func text() -> String {
    let few = (0..<3).map { _ in random.pick(characters) }
    return (0..<random.below(8)).map { _ in random.below(3) == 0 ? random.pick(characters) : random.pick(few) }.joined()
  }

  /// A pattern of a few parts: `Regex` needs too long for many.
  public mutating func pattern() -> String {
    while true {
      nameCount = 0
      let pattern = choice(depth: 0)
      if pattern.count <= 40 { return pattern }
    }
  }

  private mutating func choice(depth: Int) -> String {
    let count = random.below(4) == 0 ? 2 + random.below(2) : 1
    return (0..<count).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<random.below(depth == 0 ? 5 : 4)).map { _ in part(depth: depth) }.joined()
  }

  private mutating func part(depth: Int) -> String {
    switch random.below(24) {
    case 0: return random.pick(["^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B", "\\b"])
    case 1: return random.pick(["(?i)", "(?s)", "(?m)", "(?-i)", "(?im-s)"])
    default: return atom(depth: depth) + quantifier()
    }
  }

  private mutating func quantifier() -> String {
    guard random.below(2) == 0 else { return "" }
    let counts = [
      "*", "+", "?", "*", "+", "?", "{2}", "{1}", "{0,2}", "{1,2}", "{2,3}", "{2,}", "{1,}", "{,2}", "{3,}",
    ]
    return random.pick(counts) + (random.below(3) == 0 ? "?" : "")
  }

  private mutating func atom(depth: Int) -> String {
    switch random.below(depth < 3 ? 16 : 9) {
    case 0...4: return literal()
    case 5:
      return random.pick([".", "\\d", "\\w", "\\s", "\\h", "\\v", "\\D", "\\W", "\\S", "\\H", "\\V", "\\R", "\\X"])
    case 6, 7: return bracketClass()
    case 8: return "."
    case 9: return "(?:\(choice(depth: depth + 1)))"
    case 10: return random.pick(["(?i:", "(?s:", "(?m:", "(?-i:"]) + choice(depth: depth + 1) + ")"
    case 11:
      nameCount += 1
      return "(?<n\(nameCount)>\(choice(depth: depth + 1)))"
    default: return "(\(choice(depth: depth + 1)))"
    }
  }

  private mutating func literal() -> String {
    let text = random.pick(characters)
    let escapes = ["\n": "\\n", "\r": "\\r", "\r\n": "\\r\\n", "\t": "\\t"]
    if let escape = escapes[text] { return escape }
    if random.below(5) == 0 { return text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined() }
    return [".", "-", "\""].contains(text) ? "\\\(text)" : text
  }

  private mutating func bracketClass() -> String {
    var result = random.below(3) == 0 ? "[^" : "["
    for _ in 0...random.below(4) {
      switch random.below(6) {
      case 0: result += random.pick(["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\h", "\\v"])
      case 1:
        let ranges = [
          "a-c", "A-Z", "0-9", " -~", "à-ö", "Z-a", "α-ω", ":-é", "\\n-\\r", "あ-ん", "À-Ö", "a-\\u{10ffff}", "J-K",
        ]
        result += random.pick(ranges)
      default: result += literal()
      }
    }
    return result + "]"
  }
}
