import AsyncAlgorithms
import MarblesTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How fast marble tests are.
@Suite struct SpeedTests {
  /// The processor time of this thread, which is that of the tests alone on a busy machine, too: they run on it.
  private var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func aThousandTestsTakeLessThanASecond() throws {
    let start = threadTime
    for _ in 0..<500 {
      try expectMarbles("a-b----|", through: { $0.debounce(for: .seconds(2), clock: $1) }, gives: "----b--|")
      try expectMarbles("1-2-|", "-a-b|", through: { a, b, _ in merge(a, b) }, gives: "1a2b|")
    }
    let seconds = threadTime - start
    print("1,000 marble tests: \(seconds) s")
    #expect(seconds < 1)
  }
}
