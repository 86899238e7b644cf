import Foundation
import Testing

/// The article on the track record names tests and files that are there: who renames a test also renames it there.
@Suite struct TrackRecordTests {
  private static let article = "Sources/marbled/Documentation.docc/TrackRecord.md"

  /// The code spans of the article, in order.
  private static func spans() throws -> [String] {
    try ArchitectureTests.text(article).matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  /// `InputsTests/FileTailTests.cutLine` is the function `cutLine` in Tests/InputsTests/FileTailTests.swift.
  @Test func eachTestIsThere() throws {
    let tests = try Self.spans().compactMap { span -> (file: String, function: String)? in
      guard let match = span.wholeMatch(of: /(\w+Tests(?:\/\w+)+)\.(\w+)/) else { return nil }
      return ("Tests/\(match.1).swift", String(match.2))
    }
    try #require(tests.count > 200)
    for (file, function) in tests {
      let text = (try? ArchitectureTests.text(file)) ?? ""
      #expect(text.contains("func \(function)(") && text.contains("@Test"), "\(file): \(function)")
    }
  }

  @Test func eachFileIsThere() throws {
    let paths = try Self.spans().compactMap { span in
      span.prefixMatch(of: /(?:Tests|Sources|\.ci|systemd)\/[\w.\/-]+/).map { String($0.0) }
    }
    try #require(paths.count > 10)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: ArchitectureTests.root.appending(path: path).path), "\(path)")
    }
  }

  /// The row of a defect has its commit, and what keeps it away; that of a promise has what fails if it breaks.
  @Test func eachDefectAndEachPromiseHasATest() throws {
    let defect = /^\| .+ \| `[0-9a-f]{8}` \| .+ \|$/
    let promise = /^\| .+ \| (?:`[A-Z]+\.md`|<doc:\w+>) \| .+ \|$/
    let rows = try ArchitectureTests.text(Self.article).split(separator: "\n").filter {
      $0.contains(defect) || $0.contains(promise)
    }
    try #require(rows.count > 150)
    for row in rows {
      #expect(row.contains(/\| `(?:\w+Tests\/[\w\/.]+|Benchmarks [\w-]+)`[^|]*\|$/), "\(row)")
    }
  }
}
