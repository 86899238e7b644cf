import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `marbled lsp`, as editors and hostile clients use it.
  @Suite struct LanguageServerTests {
    /// What the client of pygls saw.
    private struct Seen: Decodable {
      /// A message, its line and its character, and its severity.
      struct Diagnostic: Decodable {
        var message: String
        var place: [Int]

        init(from decoder: any Decoder) throws {
          var values = try decoder.unkeyedContainer()
          message = try values.decode(String.self)
          place = [try values.decode(Int.self), try values.decode(Int.self), try values.decode(Int.self)]
        }
      }

      struct Check: Decodable {
        var report: String
        var problems: Int
      }

      var encoding: String
      var mistake: [Diagnostic]
      var completions: [String]
      var completed: [Diagnostic]
      var difference: [Diagnostic]
      var renamed: [Diagnostic]
      var hover: String
      var key: String
      var check: Check
      var messages: [String]
      var closed: [Diagnostic]
      var code: Int
    }

    @Test("an editor sees mistakes, completions, pictures and results", .needs(.pygls))
    func editor() throws {
      let folder = try TemporaryFolder()
      let script = Article.root.appending(path: "Tests/marbledTests/LanguageServer/client.py").path
      let outcome = try run(
        "/usr/bin/env", ["python3", script, Binary.path(), folder.path], environment: ["PATH": Tool.path])
      try #require(outcome.ending == .exited(0), "\(outcome.error)")
      let seen = try JSONDecoder().decode(Seen.self, from: Data(outcome.output.utf8))
      #expect(seen.encoding == "utf-8")
      #expect(seen.mistake.map(\.place) == [[3, 14, 1]])
      #expect(seen.mistake.first?.message.contains("no operator is called `deb`") == true, "\(seen.mistake)")
      #expect(seen.completions.first == "debounce")
      #expect(seen.completed.isEmpty, "\(seen.completed)")
      #expect(seen.difference.count == 1 && seen.difference[0].place[0] == 5 && seen.difference[0].place[2] == 2)
      #expect(seen.renamed.count == 1 && seen.renamed[0].message.contains("actual"), "\(seen.renamed)")
      #expect(seen.hover.contains("debounce(for:") && seen.hover.contains("```text"))
      #expect(seen.key.contains("The colour of the row's marbles."))
      #expect(seen.check.problems == 1 && seen.check.report.contains("b c.yaml:6:"), "\(seen.check.report)")
      #expect(seen.messages == [seen.check.report])
      #expect(seen.closed.isEmpty && seen.code == 0)
    }

    /// Sends bytes and closes the pipe; returns what the server wrote.
    private func served(_ bytes: String) throws -> Outcome {
      let folder = try TemporaryFolder()
      try bytes.write(toFile: folder.file("input"), atomically: true, encoding: .utf8)
      return try shell("marbled lsp < '\(folder.file("input"))'")
    }

    private func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

    private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#

    @Test("the exit code is 0 behind `shutdown` and `exit`, and 1 otherwise")
    func exitCodes() throws {
      let shutdown = framed(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
      let exit = framed(#"{"jsonrpc":"2.0","method":"exit"}"#)
      let start = framed(Self.initialize)
      #expect(try served(start + shutdown + exit).ending == .exited(0))
      #expect(try served(start + shutdown).ending == .exited(0))
      #expect(try served(start + exit).ending == .exited(1))
      #expect(try served(start).ending == .exited(1))
      #expect(try served("").ending == .exited(1))
    }

    @Test(
      "the answer to what is no message is an error, and the server goes on while it knows where the next one begins")
    func hostile() throws {
      let bad = ["{", "[]", "null", #"{"jsonrpc":"2.0","id":1}"#, String(repeating: "[", count: 100_000)].map(framed)
      let outcome = try served(bad.joined() + framed(Self.initialize) + "Content-Length: 5\r\n\r\n{}")
      #expect(outcome.output.contains(#""code":-32700"#) && outcome.output.contains(#""code":-32600"#))
      #expect(outcome.output.contains(#""name":"marbled""#) && outcome.ending == .exited(1))
      let lost = try served("GET / HTTP/1.1\r\nHost: x\r\n\r\n" + framed(Self.initialize))
      #expect(lost.output.contains("has no `Content-Length`") && !lost.output.contains("serverInfo"))
      #expect(lost.ending == .exited(1) && lost.error.isEmpty)
      let early = try served(framed(#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}"#))
      #expect(early.output.contains(#""code":-32002"#))
    }
  }
}
