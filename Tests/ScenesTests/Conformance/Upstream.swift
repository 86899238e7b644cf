import Foundation
import Marbles

/// The checkout of swift-async-algorithms that SwiftPM made, and the blocks of its tests.
struct Upstream: Sendable {
  /// The version that is checked out; nil when SwiftPM does not say.
  var version: String?
  /// Every block, in the order of files and lines.
  var blocks: [ValidateBlock]

  /// The checkout that these tests were built with.
  static let found = Result { try Upstream(findingFrom: starts) }

  /// Whether a missing checkout is a failure.
  static var isCI: Bool { ProcessInfo.processInfo.environment["CI"] != nil }

  /// Whether there is a checkout, or has to be.
  static var isNeeded: Bool { (try? found.get()) != nil || isCI }

  /// The running tests lie in the scratch folder, whatever it is called, and this file beside the usual one.
  private static var starts: [String] {
    ([Bundle.main.executablePath] + CommandLine.arguments.map { $0 } + [#filePath]).compactMap { $0 }
      .filter { $0.contains("/") }
  }

  init(findingFrom starts: [String]) throws {
    for start in starts {
      var folder = URL(filePath: start).standardizedFileURL
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        for scratch in [folder, folder.appending(path: ".build"), folder.appending(path: "SourcePackages")] {
          let checkout = scratch.appending(path: "checkouts/swift-async-algorithms")
          guard FileManager.default.fileExists(atPath: checkout.path) else { continue }
          try self.init(checkout: checkout, state: scratch.appending(path: "workspace-state.json"))
          return
        }
      }
    }
    throw Problem("no checkouts/swift-async-algorithms above \(starts); run `swift package resolve`")
  }

  private init(checkout: URL, state: URL) throws {
    version = try? Self.version(in: Value(json: String(contentsOf: state, encoding: .utf8)))
    let tests = checkout.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    let sources = (files ?? []).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    blocks = try sources.flatMap { try ValidateBlock.blocks(in: String(contentsOf: $0, encoding: .utf8)) }
    if blocks.isEmpty { throw Problem("no `validate` in \(tests.path)") }
  }

  /// The version in a `workspace-state.json`.
  private static func version(in state: Value) -> String? {
    guard case .array(let packages)? = state["object"]?["dependencies"] else { return nil }
    let package = packages.first { $0["packageRef"]?["identity"] == "swift-async-algorithms" }
    guard case .string(let version)? = package?["state"]?["checkoutState"]?["version"] else { return nil }
    return version
  }
}

extension Value {
  fileprivate subscript(key: String) -> Value? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}
