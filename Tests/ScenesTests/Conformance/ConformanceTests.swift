import Marbles
import SceneTestSupport
import Scenes
import Testing

/// Every `validate { … }` of swift-async-algorithms' own tests, run here. They are read, when the tests run, from the
/// checkout that SwiftPM made of the package; ``PinnedBlocks`` says which there are.
@Suite(
  .enabled(if: Upstream.isNeeded, "there is no checkout of swift-async-algorithms; run `swift package resolve`"))
struct ConformanceTests {
  @Test("passes", arguments: PinnedBlocks.passing.filter(Upstream.mayHave)) func passes(name: String) throws {
    let block = try block(name)
    let conformance = Conformance(of: block)
    #expect(conformance == .conforms, "\(block.operation.source)")
  }

  @Test(
    "is the same with a record of its stages, in each order and drive",
    arguments: PinnedBlocks.passing.filter(Upstream.mayHave))
  func stages(name: String) throws {
    guard var scene = try? block(name).scene(catalogue: .conformance) else { return }
    for order in [InstantOrder.inTurn, .together, .shuffled(seed: 1)] {
      scene.order = order
      for drive in StageComparison.drives {
        var comparison = StageComparison(scene, catalogue: .conformance, by: drive)
        #expect(comparison.problem() == nil, "\(order)")
        // Its operator gives values after its end, which counts don't know.
        guard !name.hasSuffix("produce_past_end") else { continue }
        #expect(try comparison.problemOfMeter() == nil, "\(order)")
      }
    }
  }

  @Test(
    "passes when all that is due at an instant wakes together",
    arguments: PinnedBlocks.passing.filter(Upstream.mayHave))
  func passesTogether(name: String) throws {
    #expect(Conformance(of: try block(name), order: .together) == .conforms)
  }

  @Test("is left out for a reason that still holds", arguments: PinnedBlocks.leftOut.filter { Upstream.mayHave($0.0) })
  func isLeftOut(
    name: String, reason: String
  ) throws {
    let block = try block(name)
    #expect(Conformance(of: block) == .untranslatable(reason))
  }

  @Test func everyBlockOfThePinnedVersionIsPinnedAndNoOther() throws {
    let upstream = try Upstream.found.get()
    let names = upstream.blocks.map(\.name)
    let pinned = PinnedBlocks.passing + PinnedBlocks.leftOut.map(\.0)
    let new = Set(names).subtracting(pinned).sorted()
    let vanished = Set(pinned).subtracting(names).sorted()
    #expect(Set(names).count == names.count)
    #expect(Set(pinned).count == pinned.count)
    if upstream.isPinned {
      #expect(new == [])
      #expect(vanished == [])
    }
    print(summary(of: upstream, new: new, vanished: vanished))
  }

  private func block(_ name: String) throws -> ValidateBlock {
    try #require(try Upstream.found.get().blocks.first { $0.name == name }, "it has vanished")
  }

  private func summary(of upstream: Upstream, new: [String], vanished: [String]) -> String {
    var (passing, failing, leftOut): (Int, [String], [String]) = (0, [], [])
    for block in upstream.blocks {
      switch Conformance(of: block) {
      case .conforms: passing += 1
      case .untranslatable(let reason): leftOut.append("\(block.name) (\(reason))")
      case .differs: failing.append(block.name)
      }
    }
    var summary =
      "conformance with swift-async-algorithms \(upstream.version ?? "of no version"): \(passing) blocks pass, "
      + "\(leftOut.count) are left out: \(leftOut.joined(separator: ", ")); "
      + "\(failing.count) fail\(failing.isEmpty ? "" : ": ")\(failing.joined(separator: ", "))"
    if !upstream.isPinned {
      summary +=
        "\nthe pinned version is \(PinnedBlocks.version); "
        + "new: \(new.joined(separator: ", ")); vanished: \(vanished.joined(separator: ", "))"
    }
    return summary
  }
}

extension Upstream {
  /// Whether it is the version whose blocks are pinned; what says no version is taken for it.
  fileprivate var isPinned: Bool { version == nil || version == PinnedBlocks.version }

  /// Whether there is a block of that name, or has to be: another version may well do without it.
  static func mayHave(_ name: String) -> Bool {
    guard case .success(let upstream) = found, !upstream.isPinned else { return true }
    return upstream.blocks.contains { $0.name == name }
  }
}
