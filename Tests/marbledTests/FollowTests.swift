import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `--follow`: values on their way from one live row to another.
  @Suite struct FollowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What `run` prints of these lines in two rows, without times.
    private func pairs(_ first: [String], _ second: [String], _ options: String) throws -> (
      rows: [String], error: String
    ) {
      for (name, lines) in [("a", first), ("b", second)] {
        try (lines.joined(separator: "\n") + "\n").write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      }
      let outcome = try shell(
        "marbled run -i a='exec:cat \(folder.file("a"))' -i b='exec:cat \(folder.file("b"))' --format tsv \(options)")
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return (
        outcome.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: " ") }.sorted(), outcome.error
      )
    }

    @Test("values of two rows are paired by a member; those without a partner are left out")
    func pairs() throws {
      let found = try pairs(
        [#"{"id":1}"#, #"{"id":2}"#, #"{"id":3}"#], [#"{"id":3,"ok":true}"#, #"{"id":1,"ok":false}"#, #"{"ok":true}"#],
        "--follow id")
      #expect(
        found.rows.filter { $0.hasPrefix("way value") } == [
          #"way value ({"id":1}, {"id":1,"ok":false})"#, #"way value ({"id":3}, {"id":3,"ok":true})"#,
        ], "\(found)")
    }

    @Test(
      "the member may be a path, and may have any characters",
      arguments: [
        ("order.id", #"{"order":{"id":1}}"#), (".ids[0]", #"{"ids":[1]}"#), (#"'["odd name"]'"#, #"{"odd name":1}"#),
        (#"'a\b'"#, #"{"a\\b":1}"#), (#"'a"b'"#, #"{"a\"b":1}"#), (#"'\(a)'"#, #"{"\\(a)":1}"#),
      ])
    func paths(member: String, line: String) throws {
      let found = try pairs([line], [line], "--follow \(member)")
      #expect(found.rows.filter { $0.hasPrefix("way value (") }.count == 1, "\(found)")
    }

    @Test("a row that is called `way` stays what it is")
    func names() throws {
      let found = try pairs([#"{"id":1}"#], [#"{"id":1}"#], "'way = a.map { $0.id }' --follow id")
      #expect(found.rows.contains("way value 1") && found.rows.contains { $0.hasPrefix("way2 value (") }, "\(found)")
    }
  }
}
