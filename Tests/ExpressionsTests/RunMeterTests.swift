import Marbles
import Testing

@testable import Expressions

/// What the evaluations of a run share.
@Suite struct RunMeterTests {
  /// Closures without names for their parameters have constants, too, as many as a text has room for.
  @Test("a run keeps constants only up to a size, and computes the others")
  func constants() throws {
    let meter = RunMeter()
    for end in 90_000..<90_012 {
      let range = Syntax(
        kind: .infix("..<", Syntax(kind: .literal(.int(0)), column: 1), Syntax(kind: .literal(.int(end)), column: 5)),
        column: 1)
      for _ in 0..<2 {
        guard case .array(let values) = try meter.value(range, in: .empty) else { throw Missing() }
        #expect(values.count == end)
      }
      #expect(meter.constantBytes <= RunMeter.keptBytes)
    }
    #expect(meter.constantBytes > RunMeter.keptBytes / 2)
  }

  private struct Missing: Error {}
}
