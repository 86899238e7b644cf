internal import Marbles

/// Texts near a language: sequences of its tokens, any Unicode, valid texts, and damaged valid texts.
struct RandomBytes: Sendable {
  /// Tokens of the language and similar ones.
  var tokens: [String]
  /// Generates a valid text.
  var valid: @Sendable (inout SplitMix64) -> String

  func text(_ random: inout SplitMix64) -> String {
    switch random.below(64) {
    case 0..<16: soup(&random, upTo: 16)
    case 16..<21: soup(&random, upTo: 60)
    case 21..<28: (0..<random.below(24)).map { _ in scalarOrToken(&random) }.joined()
    case 28..<42: valid(&random)
    case 42..<63: damaged(valid(&random), &random)
    default: repeated(&random)
    }
  }

  private func soup(_ random: inout SplitMix64, upTo length: Int) -> String {
    (0..<random.below(length)).map { _ in random.pick(tokens) }.joined()
  }

  private func scalarOrToken(_ random: inout SplitMix64) -> String {
    random.below(2) == 0 ? random.pick(tokens) : String(Self.scalar(&random))
  }

  /// Any scalar: half of them from planes with scripts, and half of these from ASCII.
  private static func scalar(_ random: inout SplitMix64) -> Unicode.Scalar {
    let limit = random.pick([0x80, 0x80, 0x3000, 0x2_0000, 0x11_0000])
    return Unicode.Scalar(UInt32(random.below(limit))) ?? "\u{FFFD}"
  }

  /// One or two tokens, repeated: deep or long texts.
  private func repeated(_ random: inout SplitMix64) -> String {
    let (opening, closing) = (
      random.pick(tokens) + (random.below(2) == 0 ? random.pick(tokens) : ""), random.pick(tokens)
    )
    let count = random.below(random.pick([20, 200, 2000]))
    let start = random.below(2) == 0 ? "" : valid(&random)
    return start + String(repeating: opening, count: count) + valid(&random)
      + String(repeating: closing, count: random.below(2) * count)
  }

  /// `text` with a few places changed.
  private func damaged(_ text: String, _ random: inout SplitMix64) -> String {
    // Scalars instead of characters, so that clusters are torn apart, too.
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
      let start = random.below(scalars.count + 1)
      let end = min(scalars.count, start + random.below(random.pick([2, 4, 20])))
      switch random.below(6) {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: Array(scalars[start..<end]), at: random.below(scalars.count + 1))
      case 2: scalars.replaceSubrange(start..<end, with: random.pick(tokens).unicodeScalars)
      case 3: scalars.insert(contentsOf: random.pick(tokens).unicodeScalars, at: start)
      case 4: scalars.insert(Self.scalar(&random), at: start)
      default:
        let other = Array(valid(&random).unicodeScalars)
        scalars.replaceSubrange(start..., with: other[random.below(other.count + 1)...])
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}
