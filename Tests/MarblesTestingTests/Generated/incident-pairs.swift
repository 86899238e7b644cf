// swift-format-ignore-file
// Written by `marbled convert --test pairs`: what shop did.
// Times are rounded to 500ms.
// 1. Replace `stub` by the operators of your program, and import their module. Then delete `stub`.
// 2. Change the diagram after `gives:` to what should have happened.
import AsyncAlgorithms
import MarblesTesting
import Testing

@Suite("pairs") struct PairsTests {
  @Test("pairs") func pairs() throws {
    try expectMarbles(
      "12-|", values: .ints,
      "a-b|", values: .strings,
      gives: "'1a'-'2b'|"
    ) { numbers, letters, clock in
      // Pass `clock` to what waits, as in `debounce(for: .milliseconds(300), clock: clock)`.
      zip(numbers, letters).map { "\($0)\($1)" }
    }
  }
}

/// Stands where the operators go, and fails.
private func stub<Input>(_ input: Input) throws -> Input { throw Stub() }

private struct Stub: Error, CustomStringConvertible {
  let description = "replace `stub` by the operators that make `pairs`"
}
