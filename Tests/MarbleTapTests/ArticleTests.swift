import AsyncAlgorithms
import MarbleTap
import Testing

/// The Swift code of the articles of MarbleTap, word for word: `CodeBlockTests` compares it with them.
@Suite struct ArticleTests {
  private struct Order: Sendable {
    var total = 2.5
  }
  private struct Field {
    var texts: AsyncStream<String>
  }
  private final class Button {
    var onClick: (Int) -> Void = { _ in }
  }

  private static func stream<Element: Sendable>(_ elements: Element...) -> AsyncStream<Element> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }

  private func ship(_ order: Order) async {}
  private func search(_ query: String) async {}
  private func show(_ price: Double) async {}

  @Test func orders() async {
    let orders = Self.stream(Order())
    for await order in orders.marble("orders") { await ship(order) }
  }

  @Test func totals() async {
    let orders = Self.stream(Order())
    for await order in orders.marble("totals", value: { $0.total }) { await ship(order) }
  }

  @Test func operators() async {
    let field = Field(texts: Self.stream("a", "ab"))
    let keystrokes = field.texts.marble("keystrokes")
    for await query in keystrokes.debounce(for: .milliseconds(300)).marble("search") { await search(query) }
  }

  @Test func callbacks() {
    let button = Button()
    let clicks = MarbleProbe("clicks")
    button.onClick = { clicks.value($0) }
    button.onClick(1)
  }

  /// Only compiled, as it writes a file.
  private func file() async {
    let prices = Self.stream(1.5)
    for await price in prices.marble("prices", to: .file("prices.ndjson")) { await show(price) }
  }
}
