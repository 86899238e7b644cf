import Foundation
import Testing

@testable import Operators

/// The catalogue against the public API of the swift-async-algorithms that was built: a new operator of a new version is
/// reported as missing, by name.
@Suite struct AsyncAlgorithmsAPITests {
  /// What is public and not in the catalogue, and why.
  static let exceptions: [String: String] = {
    var reasons: [String: String] = [
      "Sequence.async": "`[1, 2].async` is a part of the language of expressions",
      "AsyncSyncSequence": "what `.async` makes",
      "AsyncBufferSequencePolicy": "an argument of buffer and share, not a stream",
      "AsyncTimerSequence.repeating(every:tolerance:clock:)": "the same as AsyncTimerSequence(interval:)",
      "AsyncTimerSequence.repeating(every:tolerance:)": "the same as AsyncTimerSequence(interval:)",
      "AsyncBufferedByteIterator": "an iterator over the bytes of a file; a stream's own type is made with it",
      "AsyncSequence.reductions(into:_:)": "reductions(_:_:) of a closure that assigns; closures here assign nothing",
    ]
    for name in [
      "chunked(by:into:)", "chunked(into:by:)", "chunked(into:on:)", "chunks(ofCount:into:)",
      "chunks(ofCount:or:into:)",
    ] {
      reasons["AsyncSequence.\(name)"] = "the same without `into:`; an array is the only collection of the language"
    }
    for name in [
      "RangeReplaceableCollection.init(_:)", "SetAlgebra.init(_:)", "Dictionary.init(uniqueKeysWithValues:)",
      "Dictionary.init(_:uniquingKeysWith:)", "Dictionary.init(grouping:by:)",
    ] {
      reasons[name] = "collects a stream into a collection: a recorded row is that"
    }
    for name in ["AsyncChannel", "AsyncThrowingChannel", "MultiProducerSingleConsumerAsyncChannel"] {
      reasons[name] = "not an operator: a channel is a source that a program writes to"
    }
    reasons["MultiProducerSingleConsumerAsyncChannelAlreadyFinishedError"] = "what writing to a finished channel throws"
    return reasons
  }()

  /// The sources in the checkout of the scratch folder that these tests were built in, whatever `--scratch-path` is.
  static let checkout: URL? = {
    let starts = [Bundle.main.executablePath] + Bundle.allBundles.map(\.bundlePath) + CommandLine.arguments
    for case let start? in starts where start.contains("/") {
      var folder = URL(filePath: start).standardizedFileURL
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let sources = folder.appending(path: "checkouts/swift-async-algorithms/Sources/AsyncAlgorithms")
        if FileManager.default.fileExists(atPath: sources.path) { return sources }
      }
    }
    return nil
  }()

  static let isCI = ProcessInfo.processInfo.environment["CI"] != nil

  static func upstream() throws -> PublicAPI {
    let folder = try #require(checkout, "no checkout of swift-async-algorithms above \(CommandLine.arguments[0])")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    return try PublicAPI(sources: sources)
  }

  @Test(
    .enabled(
      if: checkout != nil || isCI,
      "the scratch folder has no checkout of swift-async-algorithms to compare with; with CI set this fails"))
  func everythingPublicIsInTheCatalogueOrAnException() throws {
    let api = try Self.upstream()
    let coverage = APICoverage(of: api, by: .standard, exceptions: Self.exceptions)
    for name in coverage.missing {
      Issue.record("AsyncAlgorithms has \(name): add it to the catalogue, or to the exceptions with the reason")
    }
    for name in coverage.stale {
      Issue.record("\(name) is in the catalogue or no longer public: it needs no exception")
    }
    for name in coverage.misattributed { Issue.record("the origin of \(name) is wrong") }
  }

  /// So that the comparison can't be empty: what 1.1.4 has is found where it stands.
  @Test(.enabled(if: checkout != nil || isCI, "the scratch folder has no checkout of swift-async-algorithms"))
  func theSourcesAreRead() throws {
    let api = try Self.upstream()
    let spelled = Set(api.members.map(\.spelled))
    let known: Set = [
      "merge(_:_:_:)", "AsyncSequence.adjacentPairs()", "AsyncSequence.interspersed(every:with:)",
      "AsyncSequence._throttle(for:clock:latest:)", "AsyncSequence.share(bufferingPolicy:)",
      "AsyncTimerSequence.init(interval:tolerance:clock:)", "AsyncChannel.send(_:)",
    ]
    #expect(spelled.isSuperset(of: known))
    #expect(api.types.isSuperset(of: ["AsyncChannel", "AsyncMerge2Sequence", "AsyncBufferSequencePolicy"]))
    // Without any one operator, that one is what is missing, and no other.
    for called in Catalogue.standard.operators where called.origin == .asyncAlgorithms {
      let rest = Catalogue(Catalogue.standard.operators.filter { $0.name != called.name })
      let missing = APICoverage(of: api, by: rest, exceptions: Self.exceptions).missing
      let mentioned = Set(missing.map { $0.split(separator: "(")[0].split(separator: ".").last!.drop { $0 == "_" } })
      #expect(mentioned.contains(called.name[...]), "\(missing)")
      #expect(mentioned.isDisjoint(with: rest.operators.map { $0.name[...] }), "\(missing)")
    }
  }
}
