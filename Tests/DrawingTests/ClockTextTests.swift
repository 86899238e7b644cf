import Marbles
import Testing

@testable import Drawing
@testable import Layout

/// Times on the axis and in clocks.
@Suite struct ClockTextTests {
  @Test("up to two minutes they are seconds", arguments: [(0, "0", "0.0"), (2.5, "2.5", "2.5"), (120, "120", "120.0")])
  func seconds(time: Double, tick: String, clock: String) {
    let text = ClockText(upTo: .seconds(120))
    #expect(text.tick(.seconds(time)) == tick && text.tenths(.seconds(time)) == clock && text.unit == "s")
  }

  @Test(
    "in longer pictures all have minutes, and hours where there are any",
    arguments: [
      (0, "0:00", "0:00.0"), (59.96, "0:59", "0:59.9"), (286, "4:46", "4:46.0"), (3_599, "59:59", "59:59.0"),
      (3_600, "1:00:00", "1:00:00.0"), (40_271.5, "11:11:11", "11:11:11.5"), (-1, "0:00", "0:00.0"),
    ])
  func minutes(time: Double, tick: String, clock: String) {
    let text = ClockText(upTo: .seconds(120) + .nanoseconds(1))
    #expect(text.tick(.seconds(time)) == tick && text.tenths(.seconds(time)) == clock && text.unit.isEmpty)
  }

  @Test("the latest time there is has a text") func latest() {
    #expect(!ClockText(upTo: .distantFuture).tenths(.distantFuture).isEmpty)
  }
}
