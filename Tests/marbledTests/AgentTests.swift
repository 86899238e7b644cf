import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `marbled mcp` as clients use it: their own library, scripts with a line, and clients that mean harm.
  @Suite struct AgentTests {
    private struct Seen: Decodable {
      struct Answer: Decodable {
        var isError: Bool
        var texts: [String]
      }
      var version, server, instructions, unknown, beside, slow, after: String
      var tools, schemas: [String]
      var good, bad: [String: Answer]
    }

    @Test(
      "the client of the protocol's SDK uses each tool, and cancels a call", .needs(.mcp),
      arguments: ["auto", "legacy"])
    func client(mode: String) throws {
      let script = Article.root.appending(path: "Tests/marbledTests/Agents/client.py").path
      let outcome = try run(
        "/usr/bin/env", ["python3", script, Binary.path(), mode], environment: ["PATH": Tool.path])
      try #require(outcome.ending == .exited(0), "\(outcome.error)")
      let seen = try JSONDecoder().decode(Seen.self, from: Data(outcome.output.utf8))
      let tools = ["run", "explain", "check", "lint", "picture", "convert"]
      #expect(seen.version == "2025-11-25" && seen.server == "marbled" && seen.instructions.hasPrefix("marbled runs"))
      #expect(seen.tools == tools && seen.schemas == tools.map { _ in "object" })
      let (good, bad) = (seen.good.mapValues(\.texts[0]), seen.bad.mapValues(\.texts[0]))
      #expect(
        good["run"] == "Rows:\nstep 1s\na    1-2-3|\nout  -1-2-[3|]\n" && good["convert"]?.hasPrefix("step 1s") == true)
      #expect(good["explain"]?.hasPrefix("`switchMap` of RxJS is `flatMapLatest` here") == true)
      #expect(good["check"]?.hasPrefix("scene.yaml:3:46: error: b: at 2 s expected 4, got 3\n") == true)
      #expect(good["lint"] == "no mistake found\n" && good["picture"]?.contains("a ▐ 1 ▌") == true)
      #expect(seen.good["picture"]?.texts.last?.hasPrefix("<svg") == true)
      #expect(seen.good.values.allSatisfy { !$0.isError } && seen.bad.values.allSatisfy(\.isError))
      #expect(bad["run"]?.hasPrefix("a: error: row a is live; expected scenes without live rows") == true)
      #expect(bad["explain"] == "error: no operator is called `debounc`; did you mean `debounce`?")
      #expect(bad["check"]?.hasPrefix("scene.yaml:1:7: error: found `1`") == true)
      #expect(bad["lint"]?.hasPrefix("a: column 3: error: found a group `(`") == true)
      #expect(bad["picture"] == "picture: expected `columns` to be a whole number from 30 to 160, found 1")
      #expect(bad["convert"]?.hasPrefix("error: the text is not a recording") == true)
      #expect(seen.unknown.hasPrefix("unknown tool `nope`"))
      #expect(seen.beside == "zip" && seen.slow == "cancelled" && seen.after == "map")
    }

    /// Writes lines to the command, and returns the lines of its answer.
    private func answers(to text: String) throws -> [String] {
      let program = try PipedProgram("mcp")
      program.send(text)
      program.finishInput()
      let outcome = try program.waitForEnd()
      #expect(outcome.ending == .exited(0) && outcome.error == "")
      return outcome.output.split(separator: "\n").map(String.init)
    }

    private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        + "\n"
    }

    /// A run that takes as long as the limits allow.
    private static let slow =
      #"{"rows":{"a":"'[\#(Array(repeating: "0", count: 4000).joined(separator: ","))]'|"},"expressions":["out = a.map { $0"#
      + String(repeating: ".map { $0 + 1 }", count: 90) + #" }"]}"#

    @Test("a script asks without a handshake, and has its answer before the command ends")
    func script() throws {
      let answers = try answers(to: Self.call(1, "explain", #"{"subject":"zip"}"#).trimmingCharacters(in: .newlines))
      #expect(
        answers.count == 1 && answers[0].hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"content":[{"text":"zip  ·  "#))
    }

    @Test("a call that is cancelled has no answer, and a ping does not wait for one that runs")
    func cancellation() throws {
      let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"# + "\n"
      let ping = #"{"jsonrpc":"2.0","id":9,"method":"ping"}"# + "\n"
      let answers = try answers(to: Self.call(1, "run", Self.slow) + Self.call(2, "run", Self.slow) + cancel + ping)
      #expect(answers.count == 2 && answers[0] == #"{"id":9,"jsonrpc":"2.0","result":{}}"#)
      #expect(answers.last?.hasPrefix(#"{"id":1,"#) == true)
    }

    @Test("what is no message is answered with an error, and the next line is read as if nothing had happened")
    func hostile() throws {
      let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#
      let lines = [
        "{", "[]", "null", "\u{0}\u{1}", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "[\(ping)]",
        String(repeating: "[", count: 100_000), String(repeating: "x", count: 3 << 20),
        #"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#, #"{"jsonrpc":"2.0","method":"nope"}"#, "", "  ",
        #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
      ]
      var expected = [-32_700, -32_600, -32_600, -32_700, -32_600, -32_600, -32_700, -32_600, -32_601].map {
        #"{"error":{"code":\#($0),"#
      }
      expected.append(#"{"id":"p","jsonrpc":"2.0","result":{}}"#)
      let answers = try answers(to: lines.map { $0 + "\n" }.joined() + ping)
      try #require(answers.count == expected.count, "\(answers)")
      for (answer, beginning) in zip(answers, expected) { #expect(answer.hasPrefix(beginning)) }
    }

    @Test("a client that goes away, or has nothing to say, ends the command")
    func ends() throws {
      #expect(try answers(to: "") == [])
      let program = try PipedProgram(
        program: "/bin/sh",
        ["-c", #"yes '{"jsonrpc":"2.0","id":1,"method":"ping"}' | "$0" mcp | head -n 1"#, Binary.path()])
      let outcome = try program.waitForEnd()
      #expect(outcome.output == #"{"id":1,"jsonrpc":"2.0","result":{}}"# + "\n" && outcome.ending == .exited(0))
    }
  }
}
