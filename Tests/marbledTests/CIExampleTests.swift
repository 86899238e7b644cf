import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The files for CI systems that the article on checks shows.
  @Suite struct CIExampleTests {
    private let folder: CheckedFolder

    init() throws { folder = try CheckedFolder() }

    /// The example for a file, as the article has it.
    private static func example(_ name: String) throws -> String {
      let article = Article("Sources/marbled/Documentation.docc/Checking.md")
      return try #require(article.blocks.first { $0.lines.first == "# \(name)" }).text
    }

    /// Runs lines of a shell in the folder, with the program on PATH and without anything of this machine's user.
    private func shell(_ script: String) throws -> Outcome {
      try FileManager.default.createDirectory(atPath: folder.file("home"), withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: folder.file("bin/marbled")) {
        try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: folder.file("bin/marbled"), withDestinationPath: Binary.path())
      }
      return try run(
        "/bin/sh", ["-c", "set -eu\ncd '\(folder.path)'\n\(script)"],
        environment: [
          "PATH": "\(folder.file("bin")):/usr/bin:/bin", "HOME": folder.file("home"),
          "PRE_COMMIT_HOME": folder.file("home/pre-commit"), "GIT_CONFIG_NOSYSTEM": "1", "PRE_COMMIT_COLOR": "never",
          "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a",
          "GIT_COMMITTER_EMAIL": "a@b.c",
        ])
    }

    @Test("the hook refuses a commit of a scene that differs, and takes files of other programs", .needs(.preCommit))
    func hook() throws {
      try folder.write(["hooks/.pre-commit-hooks.yaml": Article.text(".pre-commit-hooks.yaml")])
      let revision = try shell(
        "git init -q hooks; git -C hooks add .; git -C hooks commit -qm x; git -C hooks rev-parse HEAD")
      let configuration = try Self.example(".pre-commit-config.yaml")
        .replacing("https://github.com/OWNER/marbled", with: folder.file("hooks"))
        .replacing("v0.1.0", with: revision.output.trimmingCharacters(in: .whitespacesAndNewlines))
      try folder.write([
        "repo/.pre-commit-config.yaml": configuration, "repo/a.yaml": CheckedFolder.good,
        "repo/compose.yml": "services: {}\n", "repo/README.md": "# Title\n", "repo/note.txt": "rows:\n",
        "repo/sub dir/b.md": "```yaml marbled\n\(CheckedFolder.good)```\n",
      ])
      let first = try shell("git init -q repo; cd repo; pre-commit install; git add .; git commit -qm one")
      #expect(first.ending == .exited(0), "\(first)")
      #expect(first.error.contains(/marbled check\.+Passed/), "\(first)")
      try folder.write(["repo/a.yaml": CheckedFolder.bad])
      let second = try shell("cd repo; git commit -qam two")
      #expect(second.ending == .exited(1) && second.error.contains(/marbled check\.+Failed/), "\(second)")
      #expect(second.error.contains("a.yaml:5:58: error: zip: at 3 s expected (2, x), got (2, b)"), "\(second)")
      // Without scenes, there is nothing to check.
      try folder.write(["repo/a.yaml": CheckedFolder.good, "repo/compose.yml": "services: { a: {} }\n"])
      let third = try shell("cd repo; git commit -qam three; git log --format=%s")
      #expect(third.ending == .exited(0) && third.output == "three\none\n", "\(third)")
      let all = try shell("cd repo; pre-commit run --all-files")
      #expect(all.ending == .exited(0), "\(all)")
    }

    @Test("the script for GitLab writes the report that its artifacts name") func gitLab() throws {
      let example = try Self.example(".gitlab-ci.yml")
      let script = try #require(example.firstMatch(of: /script:\n    - (.*)\n/)?.1)
      let report = try #require(example.firstMatch(of: /junit: (.*)\n/)?.1)
      try folder.write([
        "README.md": "```yaml marbled\n\(CheckedFolder.good)```\n", "scenes/a.yaml": CheckedFolder.bad,
        "scenes/compose.yaml": "services: {}\n",
      ])
      #expect(try shell(String(script)).ending == .exited(1))
      #expect(try folder.read(String(report)).contains("tests=\"4\" failures=\"1\" errors=\"0\""))
    }

    @Test("the article lists the inputs of the action") func inputs() throws {
      let action = try Article.text(".github/actions/check/action.yml")
      let inputs = action.prefix(upTo: try #require(action.firstRange(of: "\noutputs:")).lowerBound)
        .matches(of: /(?m)^  ([a-z0-9-]+):$/).map { String($0.1) }
      let article = Article("Sources/marbled/Documentation.docc/Checking.md")
      let start = try #require(article.lines.firstIndex(of: "| Input | Meaning |"))
      let listed = article.lines[(start + 2)...].prefix { $0.hasPrefix("| `") }
        .compactMap { $0.firstMatch(of: /^\| `([a-z0-9-]+)`/)?.1 }.map(String.init)
      #expect(inputs == listed && !inputs.isEmpty)
      // What the step gets is what the script reads.
      let script = try Article.text(".github/actions/check/check.sh")
      for input in inputs {
        #expect(script.contains("INPUT_\(input.uppercased())"), "\(input)")
        #expect(action.contains("INPUT_\(input.uppercased()): ${{ inputs.\(input) }}"), "\(input)")
      }
    }
  }
}
