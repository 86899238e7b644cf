import Marbles
import Testing

@testable import Expressions

/// How values appear that several streams had to do with.
@Suite("A value appears") struct AnimationOperatorTests {
  private static let slide = Animation(.slide)

  struct Case: Sendable, CustomTestStringConvertible {
    var expression: String
    var appearance: String
    var testDescription: String { expression }

    /// - Parameter appearance: one letter per event: `s` slides, `d` drops, `0` is set to appear at once, `-`
    ///   sets no animation.
    init(_ expression: String, _ appearance: String) {
      self.expression = expression
      self.appearance = appearance
    }
  }

  /// How each value of `expression` appears; `a` is `1-2-3|` and `b` is `-x-y-z|`.
  private func appearances(_ expression: String) throws -> [Animation?] {
    try play(["a": "1-2-3|", "b": "-x-y-z|"], expression).timeline.events.map(\.animation)
  }

  private static let letters: [Character: Animation?] = [
    "s": slide, "d": Animation(.drop), "0": Animation.immediate, "-": nil,
  ]

  @Test(
    "as the newest of what it is made of",
    arguments: [
      Case("a", "---"),
      Case("a.animation(.slide)", "sss"),
      Case("a.animation(nil)", "000"),
      Case("a.animation(.slide).animation(.drop)", "ddd"),
      // What hands values on hands this on, too.
      Case("a.animation(.slide).map { $0 * 2 }.filter { $0 > 2 }", "ss"),
      Case("a.animation(.slide).delay(for: .seconds(1)).buffer(policy: .unbounded).removeDuplicates()", "sss"),
      Case("a.animation(.slide).debounce(for: .seconds(1.5))", "sss"),
      // What bypasses it is there at once.
      Case("merge(a.animation(.slide), b)", "s-s-s-"),
      Case("merge(a.animation(.slide), b.animation(.drop))", "sdsdsd"),
      Case("chain(a, b.animation(.slide))", "---sss"),
      Case("chain(a.animation(nil), b).animation(.slide)", "ssssss"),
      Case("chain(a, b.animation(.slide)).reductions([]) { $0 + [$1] }", "---sss"),
      Case("merge(a.animation(.slide), b).reductions { String($0) + String($1) }", "s-s-s-"),
      Case("merge(a, b.animation(.slide)).adjacentPairs()", "s-s-s"),
      Case("merge(a, b.animation(.slide)).chunks(ofCount: 2)", "sss"),
      Case("merge(a.animation(.slide), b).chunks(ofCount: 2)", "---"),
      Case("merge(a, b.animation(.slide)).reduce(\"\") { \"\\($0)\\($1)\" }", "s"),
      // The one that completes a pair, wherever it stands.
      Case("zip(a, b.animation(.slide))", "sss"),
      Case("zip(b.animation(.slide), a)", "sss"),
      Case("zip(a.animation(.slide), b)", "---"),
      Case("combineLatest(a.animation(.slide), b.animation(.drop))", "dsdsd"),
      Case("combineLatest(b.animation(.drop), a.animation(.slide))", "dsdsd"),
      Case("combineLatest(a, b, a.delay(for: .seconds(1.5)).animation(.slide), b)", "s"),
      Case("a.withLatestFrom(b.animation(.drop))", "--"),
      Case("a.animation(.slide).withLatestFrom(b)", "ss"),
      // Streams that are made of values say themselves how they appear.
      Case("a.animation(.slide).flatMap { _ in \"x|\" }", "---"),
      Case("a.flatMap { [$0].async.animation(.slide) }", "sss"),
      Case("a.animation(.slide).startWith(0)", "-sss"),
      Case("a.animation(.slide).interspersed(with: 0)", "s-s-s"),
      Case("a.animation(.slide).max()", "s"),
    ])
  func asTheNewest(_ example: Case) throws {
    let expected = example.appearance.map { Self.letters[$0]! }
    let found = try appearances(example.expression)
    if example.expression.hasPrefix("combineLatest(a, b, a") {
      // The value that completes it is the late one.
      #expect(found.first == Self.slide)
    } else {
      #expect(found == expected)
    }
  }

  @Test("for as long, as late and along the curve that was said")
  func arguments() throws {
    #expect(
      try appearances(
        "a.animation(.pop, duration: .milliseconds(600), delay: .steps(2), curve: .spring)"
      ).first == Animation(.pop, duration: .milliseconds(600), delay: .seconds(2), curve: .spring))
    #expect(try appearances("a.animation(.fade, curve: .linear)").first == Animation(.fade, curve: .linear))
  }

  @Test("at the times at which it would without", arguments: ["a", "merge(a, b)", "chain(a, b)", "zip(a, b)"])
  func keepsTimes(expression: String) throws {
    let rows: Rows = ["a": "1-2-[34]|", "b": "-x-y-[za]|"]
    let plain = try play(rows, expression).timeline
    let animated = try play(rows, expression.replacing("b", with: "b.animation(.slide)") + ".animation(.pop)").timeline
    #expect(spelled(plain) == spelled(animated))
  }

  @Test(
    "or not at all, with a reason",
    arguments: [
      ("a.animation(.slid)", "no transition is called `.slid`; did you mean `.slide`?"),
      ("a.animation(.xyz)", "no transition is called `.xyz`; expected one of `.drop`, `.fade`, `.pop`, `.slide`"),
      ("a.animation(.slide, curve: .bouncy)", "no curve is called `.bouncy`; expected one of `.linear`,"),
      ("a.animation(.slide, for: .seconds(1))", "`animation` has no argument `for:`"),
      ("a.animation(slide)", "invalid arguments for `animation`"),
    ])
  func errors(expression: String, message: String) {
    let error = #expect(throws: ExpressionError.self) { try Expression.parse(expression) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}
