import Foundation
import Fuzzing
import Marbles
import SceneFiles
import SceneTestSupport
import TestSupport
import Testing

extension EndToEnd {
  /// What another program, `check-jsonschema`, makes of the schema that `marbled schema` prints.
  @Suite(.needs(.checkJSONSchema)) struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      let outcome = try marbled("schema")
      try #require(outcome.ending == .exited(0) && outcome.error.isEmpty)
      #expect(outcome.output == SceneSchema.text)
      try outcome.output.write(toFile: folder.file("schema.json"), atomically: true, encoding: .utf8)
    }

    @Test("it is a schema of its dialect") func dialect() throws {
      let outcome = try checkJSONSchema(["--check-metaschema", folder.file("schema.json")])
      #expect(outcome.ending == .exited(0), "\(outcome.output)")
    }

    @Test("it accepts each scene of the project") func scenes() throws {
      var texts: [String] = []
      for name in ["scenes", "lessons", "upstream"] {
        let folder = Article.root.appending(path: "Config/\(name)").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        texts += try files.map { try Article.text("Config/\(name)/\($0)") }
      }
      let blocks = Article.all.flatMap(\.blocks).filter { ["yaml", "marbled"].contains($0.language) }
      texts += blocks.map(\.text).filter { (try? SceneFile(parsing: $0, path: "x.yaml")) != nil }
      #expect(texts.count > 70)
      try expect(texts, areAccepted: true)
    }

    @Test("it rejects mistakes in the structure of scenes") func mistakes() throws {
      try expect(WrongScene.structure.map(\.text), areAccepted: false)
    }

    // A mistake that the schema rejects belongs to the structure.
    @Test("only the decoder knows what diagrams and expressions mean") func contents() throws {
      try expect(WrongScene.contents.map(\.text), areAccepted: true)
    }

    @Test("it accepts what the decoder accepts") func random() throws {
      var random = SplitMix64(seed: 11)
      var texts: [String] = []
      for _ in 0..<rounds(3_000, long: 60_000) {
        let text = SceneSubject().text(&random)
        if (try? SceneFile(parsing: text, path: "x.yaml")) != nil { texts.append(text) }
      }
      #expect(texts.count > 100)
      try expect(texts, areAccepted: true)
    }

    /// Validates YAML texts; what is no YAML for the other program is not accepted.
    private func expect(_ texts: [String], areAccepted: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
      let scenes = try TemporaryFolder()
      let paths = texts.indices.map { scenes.file("\($0).yaml") }
      for (text, path) in zip(texts, paths) { try text.write(toFile: path, atomically: true, encoding: .utf8) }
      let outcome = try checkJSONSchema(["--schemafile", folder.file("schema.json"), "-o", "json"] + paths)
      let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
      let refused = Dictionary(grouping: (report.errors ?? []) + (report.parse_errors ?? [])) { $0.filename }
      for (text, path) in zip(texts, paths) where (refused[path] == nil) != areAccepted {
        let why = refused[path]?.compactMap(\.message).joined(separator: "; ") ?? "it is accepted"
        Issue.record("\(why)\n\(text)", sourceLocation: sourceLocation)
      }
    }

    private func checkJSONSchema(_ arguments: [String]) throws -> Outcome {
      try run(
        "/usr/bin/env", ["python3", "-m", "check_jsonschema"] + arguments, environment: ["PATH": Tool.path])
    }

    private struct Report: Decodable {
      struct Problem: Decodable {
        var filename: String
        var message: String?
      }

      // Missing where all is well.
      var errors: [Problem]?
      var parse_errors: [Problem]?
    }
  }
}
