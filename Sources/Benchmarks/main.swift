import Scenes
import Playback
import Marbles
import AsyncAlgorithms
let N = 300_000
func many(_ n: Int, _ c: Int64) -> Timeline { Timeline(events: (0..<n).map { Event(id: "\(c)#\($0)", time: .nanoseconds(Int64($0) * 1000 + c), value: .int($0)) }, end: .finish(.seconds(10))) }
struct Yielding: AsyncSequence, Sendable { typealias Element = Int; let n: Int
 struct I: AsyncIteratorProtocol { let n: Int; var i = 0; mutating func next() async -> Int? { await Task.yield(); if i < n { i += 1; return i }; return nil } }
 func makeAsyncIterator() -> I { I(n: n) } }
@Sendable func yielding() async { var n = 0; for await _ in merge(Yielding(n: N), Yielding(n: N)) { n += 1 }; precondition(n == 2*N) }
@Sendable func channels() async {
  let a = AsyncChannel<Int>(), b = AsyncChannel<Int>()
  Task { for i in 0..<N { await a.send(i) }; a.finish() }
  Task { for i in 0..<N { await b.send(i) }; b.finish() }
  var n = 0; for await _ in merge(a, b) { n += 1 }; precondition(n == 2*N) }
func bench() async throws {
  let c = ContinuousClock()
  let a = many(300_000, 0), b = many(300_000, 500)
  for (name, f) in [("yield", yielding), ("chan", channels)] as [(String, @Sendable () async -> Void)] {
  for _ in 0..<2 {
  let d1 = try c.measure { let ex = PlaybackExecutor(jobsPerInstant: .max); ex.start { await f() }; try ex.runImmediately() }
  let d2 = await c.measure { await Task.detached { await f() }.value }
  print(name, d1, d2)
  } }
  let d1 = try c.measure {
    let ex = PlaybackExecutor()
    ex.start { var n = 0; do { for try await _ in merge(a.replay(on: ex.clock), b.replay(on: ex.clock)) { n += 1 } } catch {}; print(n) }
    try ex.runImmediately()
  }
  print("replay", d1)
}
@MainActor func onMain() async throws {
  let c = ContinuousClock()
  let d0 = await c.measure { await yielding() }
  let d1 = await c.measure { var n = 0; for await _ in merge(Yielding(n: N), Yielding(n: N)) { n += 1 }; precondition(n == 2*N) }
  print("main-actor consumer, yield", d0, d1)
  let a = many(300_000, 0), b = many(300_000, 500)
  let d2 = try await c.measure { var n = 0; for await _ in merge(try a.stream(speedFactor: 1e6), try b.stream(speedFactor: 1e6)) { n += 1 }; precondition(n == 2*N) }
  print("main-actor consumer, wall stream", d2)
  let d3 = try await c.measure { try await Task.detached { var n = 0; for await _ in merge(try a.stream(speedFactor: 1e6), try b.stream(speedFactor: 1e6)) { n += 1 }; precondition(n == 2*N) }.value }
  print("pool consumer, wall stream", d3)
  let d4 = try await c.measure { try await Task.detached { var n = 0; for await _ in merge(try a.stream(speedFactor: 0.05), try b.stream(speedFactor: 0.05)) { n += 1 }; precondition(n == 2*N) }.value }
  print("pool consumer, wall stream, 20 us apart (6 s of schedule)", d4)
}
let t = Task.detached { try await bench() }
try await t.value
try await onMain()
