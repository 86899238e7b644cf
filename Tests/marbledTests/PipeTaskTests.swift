import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The tasks of the article on live rows, with the commands that it gives for them.
  @Suite struct PipeTaskTests {
    /// What a task is tried with.
    private struct Trial: CustomTestStringConvertible {
      /// The expression, which finds the command in the article.
      var expression: String
      var input: String
      var output: [String]
      /// Whether the end of the input must wait until the output is there: time decides what it is.
      var isTimed = false

      var testDescription: String { expression }
    }

    private static let trials = [
      Trial(
        expression: "log.filter { $0.status >= 500 }", input: "{\"status\":200}\n{\"status\":503,\"path\":\"/b\"}\n",
        output: [#"{"status":503,"path":"/b"}"#]),
      Trial(
        expression: "log.filter { $0.status >= 500 }.map { $0.path }",
        input: """
          10.0.0.1 - - [24/Nov/2026:07:00:01 +0000] "GET /a HTTP/1.1" 200 5
          10.0.0.4 - - [24/Nov/2026:07:00:02 +0000] "GET /api/b HTTP/1.1" 503 97

          """, output: ["/api/b"]),
      Trial(
        expression: "pod.map { $0.metadata.name }",
        input: "{\n  \"metadata\": {\n    \"name\": \"web\"\n  }\n}\n{\n  \"metadata\": { \"name\": \"db\" }\n}\n",
        output: ["web", "db"]),
      Trial(
        expression: "stats.filter { $0.cpu > 50 }.map { $0.name }", input: "name,cpu\nweb,3.5\n\"db, new\",60\n",
        output: ["db, new"]),
      Trial(
        expression: "log.windowed(every: .seconds(1)).map { $0.count }", input: "1\n2\n3\n", output: ["3", "0"],
        isTimed: true),
      Trial(
        expression: "log.silence(after: .seconds(5)).map { _ in \"ALERT\" }", input: "1\n2\n", output: ["ALERT"],
        isTimed: true),
      Trial(
        expression: "n.windowed(count: 3).map { $0.average() }", input: "1\n2\n3\n7\n", output: ["2.0", "4.0"]),
      Trial(
        expression: "log.innerJoin(users, on: { $0.id }, within: .seconds(60))",
        input: "{\"id\":1,\"path\":\"/a\"}\n{\"id\":3,\"path\":\"/b\"}\n",
        output: [#"[{"id":1,"path":"/a"},{"id":1,"name":"ann"}]"#]),
      Trial(
        expression: "log.distinct(by: { $0.id })",
        input: "{\"id\":1,\"n\":1}\n{\"id\":1,\"n\":2}\n{\"id\":2,\"n\":3}\n",
        output: [#"{"id":1,"n":1}"#, #"{"id":2,"n":3}"#]),
      Trial(expression: "log.throttle(for: .seconds(1))", input: "1\n2\n3\n", output: ["1", "3"]),
      Trial(
        expression:
          #"log.grouped(by: \.user) { user, group in group.reductions(0) { n, _ in n + 1 }.map { [user: $0] } }"#,
        input: "{\"user\":\"ann\"}\n{\"user\":\"bob\"}\n{\"user\":\"ann\"}\n",
        output: [#"{"ann":1}"#, #"{"bob":1}"#, #"{"ann":2}"#]),
      Trial(
        expression: "log.chunked(by: log.debounce(for: .seconds(1)))", input: "1\n2\n", output: ["[1,2]"],
        isTimed: true),
      Trial(
        expression: "n.windowed(count: 20).map { $0.percentile(0.95) }",
        input: (1...21).map { "\($0)\n" }.joined(), output: ["19", "20"]),
    ]

    /// The commands of the article's section.
    private static func commands() throws -> [String] {
      let article = try #require(Article.all.first { $0.path.hasSuffix("LiveRows.md") })
      let start = try #require(article.lines.firstIndex(of: "### Thirteen tasks"))
      let section = article.lines[start...].dropFirst().prefix { !$0.hasPrefix("#") || $0.hasPrefix("# ") }
      return section.filter { $0.hasPrefix("marbled run ") }
    }

    @Test(arguments: trials) private func doesItsTask(trial: Trial) throws {
      let command = try #require(try Self.commands().first { $0.hasPrefix("marbled run '\(trial.expression)'") })
      let folder = try TemporaryFolder()
      try "{\"id\":1,\"name\":\"ann\"}\n{\"id\":2,\"name\":\"bob\"}\n".write(
        toFile: folder.file("users.ndjson"), atomically: true, encoding: .utf8)
      // Nobody wants to wait for 5 s.
      let script = command.replacing("marbled run", with: "exec '\(try Binary.path())' run")
        .replacing(".seconds(5)", with: ".milliseconds(300)")
      let program = try PipedProgram(program: "/bin/sh", ["-c", "cd '\(folder.path)'; \(script)"])
      program.send(trial.input)
      if trial.isTimed { try program.wait(for: "the output") { isThere($0, trial) } }
      program.finishInput()
      let outcome = try program.waitForEnd()
      #expect(outcome.ending == .exited(0) && outcome.error.isEmpty, "\(outcome)")
      #expect(trial.isTimed ? isThere(outcome.lines, trial) : outcome.lines == trial.output, "\(outcome)")
    }

    /// Whether the lines begin with those of a trial; on a busy machine, quiet seconds may come before them.
    private func isThere(_ lines: [String], _ trial: Trial) -> Bool {
      lines.drop { $0 == "0" }.starts(with: trial.output)
    }

    @Test func eachCommandOfTheArticleIsTried() throws {
      let commands = try Self.commands()
      #expect(commands.count == 13)
      for command in commands {
        #expect(Self.trials.contains { command.hasPrefix("marbled run '\($0.expression)'") }, "\(command)")
      }
    }
  }
}
