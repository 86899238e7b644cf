import Marbles
import Operators
import SceneFiles
import Scenes
import Testing

@testable import Formats

/// A scene can be handed on as one command line.
@Suite struct CommandLineTests {
  private func scene(_ rows: String, before: String = "") throws -> Scene {
    let lines = rows.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
    return try SceneFile(parsing: "\(before)rows:\n\(lines)\n", path: "test.yaml").scene
  }

  private func line(_ rows: String, before: String = "") throws -> String {
    try scene(rows, before: before).commandLine
  }

  @Test func rowsAreInputsAndExpressions() throws {
    #expect(
      try line("a: { marbles: '1-2|' }\nz: { apply: 'zip(a, a).map { $0.0 }' }")
        == "marbled play 'z = zip(a, a).map { $0.0 }' -i 'a=1-2|'")
    #expect(try line("a: { marbles: '' }\nb: { random: { seed: 7 } }") == "marbled play -i a=diagram: -i b=random:7")
  }

  @Test func oneLiveRowIsStandardInput() throws {
    #expect(
      try line("a: { live: true }\nb: { apply: 'a.map { $0 }' }") == "marbled play 'b = a.map { $0 }' -i a=-")
    #expect(try line("a: { live: true }\nb: { live: true }").hasPrefix("marbled play - <<"))
  }

  @Test func aLiveSceneIsAFilterToo() throws {
    let rows =
      "hits: { live: '-', lines: json, value: .message, time: .ts, timeUnit: ms, label: '$0.status' }\n"
      + "b: { apply: 'hits.map { $0 }' }\nc: { live: 'exec:echo 1' }"
    #expect(
      try scene(rows).filterCommandLine
        == "marbled run 'b = hits.map { $0 }' -i hits=- --lines hits=json --value hits=.message --time hits=.ts --time-unit ms "
        + "-i 'c=exec:echo 1'")
    #expect(try scene("a: { marbles: '1|' }").filterCommandLine == "marbled play -i 'a=1|'")
  }

  @Test func everythingElseIsAFlag() throws {
    #expect(
      try line(
        "a: { marbles: '1|', refreshInterval: 50ms, show: bars }",
        before: "step: 500ms\nduration: 9s\nwindow: 3s\nspeedFactor: 2\nrefreshInterval: 100ms\nloop: true\n")
        == "marbled play -i 'a=1|' --step 500ms --duration 9s --window 3s --speed-factor 2.0 "
        + "--refresh-interval 100ms --row-refresh a=50ms --show a=bars --loop")
  }

  @Test func labelsAndColoursAreFlags() throws {
    #expect(
      try line(
        "hits: { live: true, label: '$0.status', colorBy: '\"\\($0.level)!\"' }\n"
          + "late: { apply: 'hits.filter { $0.ms > 9 }', label: '$0.path' }")
        == #"marbled play 'late = hits.filter { $0.ms > 9 }' -i hits=- --label 'hits=$0.status' "#
        + #"--color-by 'hits="\($0.level)!"' --label 'late=$0.path'"#)
  }

  @Test func wordsAreQuotedForTheShell() throws {
    #expect(Scene.quotedForShell("it's") == "'it'\\''s'")
    #expect(Scene.quotedForShell("") == "''")
    #expect(Scene.quotedForShell("a=1-2") == "a=1-2")
    #expect(Scene.quotedForShell("$HOME") == "'$HOME'")
  }

  @Test func whatFlagsCantSayIsAHereDocument() throws {
    let scene = try scene("a: { marbles: '1|', cold: true }")
    #expect(scene.commandLine == "marbled play - <<'MARBLED'\n\(scene.yaml)MARBLED")
  }
}
