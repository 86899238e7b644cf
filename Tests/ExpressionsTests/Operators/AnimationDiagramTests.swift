import Marbles
import Testing

@testable import Expressions

/// Which values are animated, as diagrams: below what an expression gives stands how each of its values appears.
@Suite("An animation goes along through") struct AnimationDiagramTests {
  private static let rows: Rows = [
    "a": "1-2-3|",
    "b": "-x-y-z|",
  ]

  /// `s` slides in, `d` drops in, `n` has no animation, and `o` sets none, so it appears at once, too.
  private static let letters: [(animation: Animation?, letter: String)] = [
    (Animation(.slide), "s"), (Animation(.drop), "d"), (.immediate, "n"), (nil, "o"),
  ]

  @Test(
    "merge, chain and reductions, however they are put together",
    arguments: [
      ("a.animation(.slide)", "1-2-3|", "s-s-s|"),
      // merge
      ("merge(a.animation(.slide), b)", "1x2y3z|", "sososo|"),
      ("merge(a, b).animation(.slide)", "1x2y3z|", "ssssss|"),
      ("merge(a.animation(.slide), b.animation(.drop))", "1x2y3z|", "sdsdsd|"),
      ("merge(a, b.animation(nil)).animation(.slide)", "1x2y3z|", "ssssss|"),
      ("merge(a.animation(nil), b.animation(.slide))", "1x2y3z|", "nsnsns|"),
      // chain
      ("chain(a, b.animation(.slide))", "1-2-3[xyz]|", "o-o-o[sss]|"),
      ("chain(a.animation(.drop), b)", "1-2-3[xyz]|", "d-d-d[ooo]|"),
      ("chain(a, b).animation(.slide)", "1-2-3[xyz]|", "s-s-s[sss]|"),
      // reductions: each result is as new as the value that made it
      ("a.animation(.slide).reductions(0) { n, _ in n + 1 }", "1-2-3|", "s-s-s|"),
      ("merge(a, b.animation(.slide)).reductions(0) { n, _ in n + 1 }", "123456|", "ososos|"),
      ("chain(a, b.animation(.slide)).reductions(0) { n, _ in n + 1 }", "1-2-3[456]|", "o-o-o[sss]|"),
      ("chain(a.animation(.slide), b).reductions(0) { n, _ in n + 1 }", "1-2-3[456]|", "s-s-s[ooo]|"),
      ("a.reductions(0) { n, _ in n + 1 }.animation(.drop)", "1-2-3|", "d-d-d|"),
      // all three, as in `movies`: cached values appear at once, others slide in or drop in
      (
        "chain(a, merge(b.animation(.slide), \"-p|\".animation(.drop))).reductions(0) { n, _ in n + 1 }",
        "1-2-3[456]7|", "o-o-o[sss]d|"
      ),
    ])
  func goesAlong(expression: String, values: String, looks: String) throws {
    let timeline = try play(Self.rows, expression).timeline
    #expect(spelled(timeline) == spelled(try Diagram.parse(values, row: "values").timeline), "\(timeline.diagram())")
    let events = timeline.events.map { event in
      var event = event
      event.value = .string(Self.letters.first { $0.animation == event.animation }?.letter ?? "?")
      return event
    }
    let shown = Timeline(events: events, end: timeline.end)
    #expect(spelled(shown) == spelled(try Diagram.parse(looks, row: "looks").timeline), "\(shown.diagram())")
  }
}
