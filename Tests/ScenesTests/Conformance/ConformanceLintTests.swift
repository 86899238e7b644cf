import Narrations
import Scenes
import Testing

/// The scenes of swift-async-algorithms' own tests, read by the doctor. They show what operators do at
/// their limits, so some may make mistakes on purpose: each of those is named here with the reason.
@Suite(
  .enabled(if: Upstream.isNeeded, "there is no checkout of swift-async-algorithms; run `swift package resolve`"))
struct ConformanceLintTests {
  /// What is found in a block, and why that is right.
  private static let allowed: [String: (lints: Set<Lint>, reason: String)] = [:]

  @Test(
    "the doctor finds what is allowed by name, and nothing else",
    arguments: PinnedBlocks.passing.filter(Upstream.mayHave))
  func findings(name: String) throws {
    let blocks = try Upstream.found.get().blocks
    let block = try #require(blocks.first { $0.name == name })
    guard let scene = try? block.scene(catalogue: .conformance) else { return }
    let recording = try BoundedRun(scene, catalogue: .conformance, stages: .all).perform().get()
    let findings = Doctor(of: recording, scene).findings
    #expect(Set(findings.map(\.lint)) == Self.allowed[name]?.lints ?? [], "\(findings.map(\.sentence))")
  }
}
