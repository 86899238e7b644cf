import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What files and names contain is shown, and no terminal obeys it.
  @Suite(.timeLimit(.minutes(30))) struct HostileTextTests {
    /// As YAML and JSON have it between quotes, escaped where it has to be.
    private func quoted(_ text: String) -> String {
      let scalars = text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        let isPlain = !isObeyed(scalar) && scalar != "\\" && scalar != "\""
        return isPlain ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(scalars.joined())\""
    }

    /// A folder with a scene that is hostile wherever it may be, and one that is wrong as well.
    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let name = quoted(hostile)
      try """
      title: \(name)
      about: \(name)
      rows:
        a: { events: [{ time: 1, value: \(name) }] }
        out: { apply: 'a.map { $0 }', expect: '1|' }
      """.write(toFile: folder.file("good.yaml"), atomically: true, encoding: .utf8)
      try "title: \(name)\nrows:\n  a: { marbles: 7, \(name): 1 }\n".write(
        toFile: folder.file("bad\u{1B}[31m.yaml"), atomically: true, encoding: .utf8)
      return folder
    }

    @Test(
      "it reaches neither standard output nor standard error",
      arguments: [
        ["list", "scenes", "--scenes", "FOLDER"], ["check", "FOLDER"], ["play", "--plain", "FOLDER/good.yaml"],
        ["render", "--format", "text", "FOLDER/good.yaml"], ["play", "--plain", "FOLDER/bad\u{1B}[31m.yaml"],
        ["render", "FOLDER/\u{1B}]0;x\u{7}.yaml"], ["explain", "\u{1B}[31mzip"],
        ["daemon", "--playlist", "FOLDER/bad\u{1B}[31m.yaml", "--socket", "FOLDER/s"],
        ["daemon", "--config", "FOLDER/bad\u{1B}[31m.yaml", "--socket", "FOLDER/s"],
        ["status", "--socket", "FOLDER/\u{1B}[31m"],
      ])
    func commands(words: [String]) async throws {
      let folder = try folder()
      let outcome = try await RunningCommand(
        Binary.path(), words.map { $0.replacing("FOLDER", with: folder.path) }
      ).outcome()
      let text = outcome.output + outcome.error
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) }, "\(text.debugDescription)")
      #expect(text.contains("x1B") || text.contains("u{1b}"), "\(text)")
    }
  }
}
