import AsyncAlgorithms
import MarbleTap
import Testing

/// The Swift code of the articles of MarbleTap, word for word: `CodeBlockTests` compares it with them.
@Suite struct ArticleTests {
  /// Where the taps of the articles report to: the listener of this test, as they name none.
  @TaskLocal fileprivate static var destination = MarbleDestination.off

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

  private func handle(_ key: String) async {}
  private func ship(_ order: Order) async {}
  private func search(_ query: String) async {}
  private func show(_ price: Double) async {}

  @Test func orders() async throws {
    let reader = try TapReader()
    await Self.$destination.withValue(reader.destination) {
      let orders = Self.stream(Order())
      for await order in orders.marble("orders") { await ship(order) }
    }
    #expect(await reader.story() == ["orders 1 begin", #"orders 1 value {"total":2.5}"#, "orders 1 finish"])
  }

  @Test func totals() async throws {
    let reader = try TapReader()
    await Self.$destination.withValue(reader.destination) {
      let orders = Self.stream(Order())
      for await order in orders.marble("totals", value: { $0.total }) { await ship(order) }
    }
    #expect(await reader.story() == ["totals 1 begin", "totals 1 value 2.5", "totals 1 finish"])
  }

  @Test func operators() async throws {
    let reader = try TapReader()
    await Self.$destination.withValue(reader.destination) {
      let field = Field(texts: Self.stream("a", "ab"))
      let keystrokes = field.texts.marble("keystrokes")
      for await query in keystrokes.debounce(for: .milliseconds(300)).marble("search") { await search(query) }
    }
    let story = await reader.story(ends: 2)
    #expect(
      story.filter { $0.hasPrefix("keystrokes") } == [
        "keystrokes 1 begin", #"keystrokes 1 value "a""#, #"keystrokes 1 value "ab""#, "keystrokes 1 finish",
      ])
    // On a busy machine, `a` may stand for 300 ms.
    #expect(
      story.filter { $0.hasPrefix("search") && $0 != #"search 1 value "a""# } == [
        "search 1 begin", #"search 1 value "ab""#, "search 1 finish",
      ])
  }

  @Test func callbacks() async throws {
    let reader = try TapReader()
    func MarbleProbe(_ name: String) -> MarbleTap.MarbleProbe { .init(name, to: reader.destination) }
    let button = Button()
    let clicks = MarbleProbe("clicks")
    button.onClick = { clicks.value($0) }
    button.onClick(1)
    #expect(await reader.reports { _ in true }.map(\.story) == ["clicks 0 value 1"])
  }

  @Test func secrets() async throws {
    let reader = try TapReader()
    await Self.$destination.withValue(reader.destination) {
      let keys = Self.stream("k")
      for await key in keys.marble("keys", to: .environment.redacted) { await handle(key) }
    }
    #expect(await reader.story() == ["keys 1 begin", #"keys 1 value "String""#, "keys 1 finish"])
  }

  @Test func producers() async throws {
    let reader = try TapReader()
    func MarbleProbe(_ name: String) -> MarbleTap.MarbleProbe { .init(name, to: reader.destination) }
    let (order, receipt, channel) = (Order(), "receipt", AsyncChannel<String>())
    let taker = Task { for await _ in channel { break } }
    await Self.$destination.withValue(reader.destination) {
      let (orders, continuation) = AsyncStream.makeStream(of: Order.self, bufferingPolicy: .bufferingNewest(2))
      let incoming = continuation.marble("incoming")
      incoming.yield(order)
      #expect(await reader.reports { _ in true }.map(\.story) == [#"incoming 0 value {"total":2.5}"#])
      withExtendedLifetime(orders) {}
    }
    let paid = MarbleProbe("paid")
    await paid.send(receipt) { await channel.send($0) }
    await taker.value
    #expect(await reader.reports { _ in true }.map(\.story) == [#"paid 0 value "receipt""#])
  }

  /// Only compiled, as it writes a file.
  private func file() async {
    let prices = Self.stream(1.5)
    for await price in prices.marble("prices", to: .file("prices.ndjson")) { await show(price) }
  }
}

extension AsyncStream.Continuation {
  fileprivate func marble(_ name: String) -> MarbleContinuation<Element> { marble(name, to: ArticleTests.destination) }
}

extension MarbleDestination {
  /// In these tests, what the environment says.
  fileprivate static var environment: MarbleDestination { ArticleTests.destination }
}

// In these tests, the functions that the articles call are these, as they have no default arguments.
extension AsyncSequence {
  fileprivate func marble(_ name: String) -> MarbleSequence<Self> { marble(name, to: ArticleTests.destination) }

  fileprivate func marble<Value>(
    _ name: String, value: @escaping @Sendable (Element) -> Value
  ) -> MarbleSequence<Self> { marble(name, to: ArticleTests.destination, value: value) }
}
