import Foundation
import TestSupport

/// A folder with scenes and documents, which `marbled check` checks.
struct CheckedFolder {
  /// A scene whose two rows agree.
  static let good = """
    # Pairs.
    rows:
      ints: { marbles: "1-2-3---|" }
      letters: { marbles: "-a-b-c|" }
      zip: { apply: "zip(ints, letters)", expect: "-'(1, a)'-'(2, b)'-'(3, c)'|" }
      merge:
        expect: '1a2b3c--|'   # one after the other
        apply: merge(ints, letters)

    """
  /// The same scene with a row, `zip`, that differs.
  static let bad = good.replacing("(2, b)", with: "(2, x)")

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path }

  func file(_ name: String) -> String { folder.file(name) }

  /// Writes files by their paths from the folder, and the folders that they need.
  func write(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = URL(fileURLWithPath: file(name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// The outcome of `marbled check`, without what is different each time.
  func check(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    var outcome = try run(Binary.path(), ["check"] + arguments, environment: environment)
    outcome.output = outcome.output.replacing(path, with: "TMP").replacing(/\([0-9.]+ ms\)/, with: "(… ms)")
    outcome.error = outcome.error.replacing(path, with: "TMP")
    return outcome
  }
}
