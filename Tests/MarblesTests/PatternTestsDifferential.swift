import Fuzzing
import Marbles
import Testing

/// Compares ``Pattern`` with `Regex` of the standard library, which gives the results that expressions have when they are
/// exported as Swift source.
@Suite struct PatternDifferentialTests {
  @Test(
    "A pattern gives what Regex gives",
    arguments: [
      (RandomPattern.plain, 0..<1200 as Range<UInt64>), (RandomPattern.unicode, 10_000..<11_200),
    ])
  func agrees(characters: [String], seeds: Range<UInt64>) throws {
    var matchCount = 0
    for seed in seeds {
      var random = RandomPattern(seed: seed, characters: characters)
      let source = random.pattern()
      guard let pattern = try? Pattern(parsing: source) else { continue }
      let regex = try Regex(source)
      for _ in 0..<2 {
        let text = random.text()
        let ours = pattern.matches(in: text).map(places)
        let theirs = text.matches(of: regex).map(places)
        #expect(ours == theirs, "seed \(seed), /\(source)/ in \(text.debugDescription)")
        #expect(
          pattern.wholeMatch(in: text).map(places) == text.wholeMatch(of: regex).map(places), "seed \(seed), whole")
        #expect(
          pattern.prefixMatch(in: text).map(places) == text.prefixMatch(of: regex).map(places), "seed \(seed), prefix")
        #expect(pattern.firstMatch(in: text).map(places) == ours.first, "seed \(seed), first")
        #expect(pattern.isMatch(in: text) == !ours.isEmpty, "seed \(seed), any")
        matchCount += ours.count
      }
    }
    #expect(matchCount > seeds.count / 2)
  }

  private func places(_ match: PatternMatch) -> [Range<String.Index>?] {
    ([match.text] + match.groups).map { $0.map { $0.startIndex..<$0.endIndex } }
  }

  private func places(_ match: Regex<AnyRegexOutput>.Match) -> [Range<String.Index>?] {
    match.output.map(\.range)
  }

  @Test("Named sets have the characters that Regex has", arguments: ["d", "w", "s", "h", "v", "D", "W", "S", "H", "V"])
  func sets(name: String) throws {
    let pattern = try Pattern(parsing: "\\\(name)")
    let regex = try Regex("\\\(name)")
    let ranges: [ClosedRange<UInt32>] = [
      0...0x5FF, 0x1680...0x16FF, 0x2000...0x20FF, 0x3000...0x30FF, 0x1F1E0...0x1F20F,
    ]
    let characters =
      ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }.map { String(Character($0)) } + ["\r\n", "_\u{301}"]
    for character in characters where pattern.isMatch(in: character) != (character.wholeMatch(of: regex) != nil) {
      Issue.record("\(character.debugDescription)")
    }
  }
}
