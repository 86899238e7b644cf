import Fuzzing
import SceneTestSupport
import Testing

/// Every promise of the hub holds in any order of events.
///
/// `MARBLED_TOOLS=1 swift run -c release Fuzz hub --count 1000000` tries a million orders.
@Suite struct HubInterleavingTests {
  @Test("no interleaving leaves the hub preparing or spinning, or lets it show anything else than it says")
  func interleavings() {
    let count = rounds(1000, long: 5000)
    let report = FuzzRun(HubSubject(), seed: 15, indices: 0..<count).report()
    for failure in report.failures { Issue.record("text \(failure.index), \(failure.text): \(failure.reason)") }
    #expect(report.failed == 0 && report.accepted > count / 2)
  }
}
