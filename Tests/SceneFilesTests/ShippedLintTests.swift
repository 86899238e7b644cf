import Narrations
import Operators
import Playback
import Scenes
import Testing

@testable import SceneFiles

/// Over all shipped scenes and lessons there is no lint that a scene does not allow by name, with a reason.
@Suite struct ShippedLintTests {
  /// What the lints find in a scene, without regard to what it allows.
  private func found(in file: SceneFile) -> [CheckReport.LintFinding] {
    var file = file
    file.scene.allowedLints = [:]
    return Checker().lints(in: file, races: nil, Cancellation())
  }

  @Test("a scene allows what is found in it, and no more", arguments: ShippedScenesTests.known)
  func allowsWhatIsFound(name: String) throws {
    let file = try #require(try SceneLibrary.shipped.file(named: name))
    let found = found(in: file)
    #expect(
      Set(found.map(\.finding.lint)) == Set(file.scene.allowedLints.keys),
      "\(found.map { "\($0.line):\($0.column): \($0.finding.lint.name): \($0.finding.sentence)" })")
  }

  /// The samples of operators that make a mistake to show what the operator does, and why.
  private static let samples: [String: (lints: Set<Lint>, reason: String)] = [:]

  @Test("samples of operators make no other mistakes than those that are named here")
  func operators() throws {
    for called in Catalogue.standard.operators {
      let scene = Scene(sample: called)
      let recording = try BoundedRun(scene, stages: .all).perform().get()
      let findings = Doctor(of: recording, scene).findings
      #expect(
        Set(findings.map(\.lint)) == Self.samples[called.name]?.lints ?? [],
        "\(called.name): \(findings.map(\.sentence))")
    }
  }

  @Test("each lint leads to a shipped scene that makes its mistake", arguments: Lint.allCases)
  func examples(lint: Lint) throws {
    let file = try #require(try SceneLibrary.shipped.file(named: lint.example))
    let found = found(in: file)
    #expect(found.contains { $0.finding.lint == lint }, "\(found.map(\.finding.lint.name))")
  }
}
