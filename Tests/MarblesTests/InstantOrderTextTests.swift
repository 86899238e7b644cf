import Marbles
import Testing

/// How an order of one instant is written, and drawn.
@Suite struct InstantOrderTextTests {
  @Test(
    "each order is read as it is written",
    arguments: [InstantOrder.inTurn, .together, .shuffled(seed: 0), .shuffled(seed: .max)])
  func texts(order: InstantOrder) { #expect(InstantOrder("\(order)") == order) }

  @Test(
    "other texts are no orders",
    arguments: ["", "inturn", "shuffled()", "shuffled(-1)", "shuffled(1", "shuffled(18446744073709551616)"])
  func malformed(text: String) { #expect(InstantOrder(text) == nil) }

  @Test("without a number, the seed is 0")
  func seed() { #expect(InstantOrder("shuffled") == .shuffled(seed: 0)) }

  @Test("a draw has each wake-up once, and depends on seed, instant and batch")
  func draws() {
    let order = InstantOrder.shuffled(seed: 7)
    let draw = order.draw(20, at: .seconds(1), batch: 1)
    #expect(draw.positions.sorted() == Array(0..<20) && draw == order.draw(20, at: .seconds(1), batch: 1))
    #expect(draw.positions != order.draw(20, at: .seconds(1), batch: 2).positions)
    #expect(draw.positions != order.draw(20, at: .seconds(2), batch: 1).positions)
    #expect(draw.positions != InstantOrder.shuffled(seed: 8).draw(20, at: .seconds(1), batch: 1).positions)
    #expect(order.draw(0, at: .zero, batch: 1).positions.isEmpty)
    for plain in [InstantOrder.inTurn, .together] {
      #expect(plain.draw(3, at: .seconds(1), batch: 1).positions == [0, 1, 2])
    }
  }
}
