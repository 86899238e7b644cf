import Testing

@testable import Drawing

@Suite struct ExpressionTextTests {
  private func fitted(_ text: String, _ width: Int) -> String {
    ExpressionText.fitted(text, width: width, ellipsis: "…")
  }

  @Test("What fits stays as it is")
  func whatFitsStays() {
    #expect(fitted("zip(a, b)", 9) == "zip(a, b)")
  }

  @Test("What closures do is left out first, from the inside")
  func closuresGoFirst() {
    let search = "queries.flatMapLatest { [$0.uppercased()].async.delay(for: .seconds(3)) }"
    #expect(fitted(search, 72) == "queries.flatMapLatest { [$0.uppercased()].async.delay(…) }")
    #expect(fitted(search, 30) == "queries.flatMapLatest {…}")
  }

  @Test("Then arguments, and then the last calls of a chain: what it begins with stays")
  func endsGoNext() {
    let buffer =
      "AsyncTimerSequence(interval: .seconds(1)).prefix(9).buffer(policy: .bufferingOldest(1)).flatMap { [$0].async }"
    #expect(
      fitted(buffer, 100)
        == "AsyncTimerSequence(interval: .seconds(1)).prefix(9).buffer(policy: .bufferingOldest(1)).flatMap {…}")
    #expect(fitted(buffer, 66) == "AsyncTimerSequence(…).prefix(9).buffer(…).flatMap {…}")
    #expect(fitted(buffer, 50) == "AsyncTimerSequence(…).prefix(9).buffer(…)…")
  }

  @Test("Then arguments, and then the end of what is left")
  func argumentsAndTheEndGoLast() {
    let chain = "chain(cached, server).animation(.slide, duration: .milliseconds(800))"
    #expect(fitted(chain, 66) == "chain(cached, server).animation(…)")
    #expect(fitted(chain, 20) == "chain(…).animation(…")
  }

  @Test("Brackets in strings are none")
  func bracketsInStringsAreNone() {
    #expect(fitted(#"a.map { "} \"(" }.filter { $0 > 100 }"#, 28) == #"a.map { "} \"(" }.filter {…}"#)
  }
}
