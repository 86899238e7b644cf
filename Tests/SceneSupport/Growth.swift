private import Foundation

/// How many times as long `work` takes for eight times as much: 8 for work that grows with its input, 64 for work that grows with
/// its square.
///
/// It is measured in processor time of this thread, so that it holds on a busy machine, and up to three times if it is too much.
///
/// - Parameters:
///   - count: the smaller amount.
///   - limit: what is too much.
package func growth(from count: Int, limit: Double, of work: (Int) throws -> Void) rethrows -> Double {
  func seconds(_ count: Int) throws -> Double {
    let start = nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
    try work(count)
    return Double(nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - start) / 1e9
  }
  var (small, large) = (Double.infinity, Double.infinity)
  for _ in 0..<3 {
    (small, large) = (min(small, try seconds(count)), min(large, try seconds(8 * count)))
    // Less than half a millisecond is what is made once, or another process in between.
    if large < limit * max(small, 0.0005) { break }
  }
  return large / max(small, 0.0005)
}

private func nanoseconds(of clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
