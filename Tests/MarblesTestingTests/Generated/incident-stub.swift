// swift-format-ignore-file
// Written by `marbled convert --test queries`: what shop did on 2026-03-01T08:00:00Z.
// Times are rounded to 10ms.
// 1. Replace `stub` by the operators of your program, and import their module. Then delete `stub`.
// 2. Change the diagram after `gives:` to what should have happened.
import MarblesTesting
import Testing

struct QueriesStub {
  func queries() throws {
    try expectMarbles(
      "s@0.36 'sw'@0.52 'swi'@0.71 'swif'@0.9 'swift'@1.1",
      gives: "'swift'@1.4",
      duration: .milliseconds(1500)
    ) { keystrokes, clock in
      // Pass `clock` to what waits, as in `debounce(for: .milliseconds(300), clock: clock)`.
      try stub(keystrokes)
    }
  }
}

/// Stands where the operators go, and fails.
private func stub<Input>(_ input: Input) throws -> Input { throw Stub() }

private struct Stub: Error, CustomStringConvertible {
  let description = "replace `stub` by the operators that make `queries`"
}
