import Synchronization
import Testing

@testable import Player

@Suite struct ChangesTests {
  @Test("a report calls the newest observer") func newest() {
    let changes = ChangeObserver()
    let calls = Mutex<[String]>([])
    changes.report()
    for name in ["first", "second"] {
      changes.observe { calls.withLock { $0.append(name) } }
      changes.report()
    }
    #expect(calls.withLock { $0 } == ["first", "second"])
  }

  /// A scene reports each instant: if a call were a little deeper than the one before, a long show would overflow the stack.
  @Test("no report is deeper in the stack than the one before") func depth() {
    let changes = ChangeObserver()
    let places = Mutex<Set<UInt>>([])
    changes.observe {
      var local = 0
      let place = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
      places.withLock { _ = $0.insert(place) }
    }
    for _ in 0..<100 { changes.report() }
    #expect(places.withLock(\.count) == 1)
  }
}
