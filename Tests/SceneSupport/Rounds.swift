private import Foundation

/// How many random cases a test tries: `few` fit a debug build on two cores, and `many` are tried with `MARBLED_LONG=1`.
///
/// A test calls it with a fixed seed, so the few are the first of the many.
package func rounds(_ few: Int, long many: Int) -> Int {
  ProcessInfo.processInfo.environment["MARBLED_LONG"] == "1" ? many : few
}
