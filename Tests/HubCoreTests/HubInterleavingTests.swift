import Fuzzing
import SceneTestSupport
import Testing

/// Every promise of the hub holds in any order of events; `Fuzz hub` tries a million.
@Suite struct HubInterleavingTests {
  @Test("no interleaving leaves the hub preparing or spinning, or lets it show anything else than it says")
  func interleavings() {
    let count = rounds(1000, long: 5000)
    let report = FuzzRun(HubSubject(), seed: 15, indices: 0..<count).report()
    for failure in report.failures { Issue.record("text \(failure.index), \(failure.text): \(failure.reason)") }
    #expect(report.failed == 0 && report.accepted > count / 2)
  }
}
