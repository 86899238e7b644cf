// swift-format-ignore-file
// Written by `marbled convert --test large`: what shop did.
// Times are rounded to 100ms.
// 1. Replace `stub` by the operators of your program, and import their module. Then delete `stub`.
// 2. Change the diagram after `gives:` to what should have happened.
import AsyncAlgorithms
import MarblesTesting
import Testing

@Suite("large") struct LargeTests {
  // Types of your program take the place of these, if they are Decodable.
  struct Order: Decodable, Hashable {
    let id: Int
    let note: String?
    let total: Double
  }

  @Test("large") func large() throws {
    try expectMarbles(
      #"""
      '{"id":1,"total":5}'@0.1 '{"id":2,"note":"it\u0027s","total":90.5}'@0.5 '{"id":3,"total":12}'@2
      |@2.3
      """#,
      values: MarbleValues<Order>.decoded,
      // The stream must emit a Decodable type, or arrays of one, to be compared with objects.
      gives: #"'{"id":2,"note":"it\u0027s","total":90.5}'@0.5 '{"id":3,"total":12}'@2 |@2.3"#
    ) { orders, clock in
      // Pass `clock` to what waits, as in `debounce(for: .milliseconds(300), clock: clock)`.
      orders.filter { $0.total > 10 }
    }
  }
}

/// Stands where the operators go, and fails.
private func stub<Input>(_ input: Input) throws -> Input { throw Stub() }

private struct Stub: Error, CustomStringConvertible {
  let description = "replace `stub` by the operators that make `large`"
}
