import Foundation
import Marbles
import Platform
import TestSupport

/// `marbled run` as a filter in a pipe, as installed, beside `jq`: the same lines, several times in turn.
///
/// `systemd/build.sh marbled` builds the program; this benchmark measures the one in the same folder.
enum FilterBenchmark {
  private static let count = 500_000
  /// The length of each line, with its line break, in bytes.
  private static let length = 85
  private static let rounds = 3

  /// The lines of a format, and what keeps those with `n` above 10.
  private struct Task: Sendable {
    var name: String
    /// The first line of the file, without its line break; nil for none.
    var header: String?
    /// The beginning of a line; it is filled up with `fill` and ends with `end`.
    var line: @Sendable (_ n: Int, _ id: Int, _ status: Int) -> String
    var end = ""
    var command: String
    /// How many lines a second are wanted, as a part of what `jq` reads of JSON.
    var wanted: Double
  }

  private static let pattern = #"re:/(?<n>\d+) id=(?<id>\d+) (?<user>\w+) \[(?<status>\d+)\]/"#

  private static let tasks = [
    Task(
      name: "JSON",
      line: { #"{"n":\#($0),"id":\#($1),"name":"user \#($1 % 1000)","status":\#($2),"x":""# }, end: #""}"#,
      command: "marbled run 'a.filter { $0.n > 10 }' -i a=-", wanted: 0.9),
    Task(
      name: "CSV", header: "n,id,name,status,x", line: { #"\#($0),\#($1),"user \#($1 % 1000)",\#($2),"# },
      command: "marbled run 'a.filter { $0.n > 10 }' -i a=- --lines a=csv", wanted: 0.45),
    Task(
      name: "regex", line: { #"\#($0) id=\#($1) user\#($1 % 1000) [\#($2)] "# },
      command: "marbled run 'a.filter { Int($0.n)! > 10 }' -i a=- --lines 'a=\(pattern)'",
      wanted: 0.225),
  ]

  static func run() throws {
    let folder = try TemporaryFolder()
    let jq = "jq -c 'select(.n > 10)'"
    say("\n| \(count) lines of \(length) bytes | seconds | median | lines a second, beside `jq` | wanted |")
    say("|---|---|---|---|---|")
    var ofJQ: Double?
    for task in tasks {
      let file = folder.file(task.name)
      let kept = try write(task, to: file)
      var commands = [("marbled", task.command)]
      if task.name == "JSON" { commands.insert(("jq", jq), at: 0) }
      var seconds: [String: [Double]] = [:]
      for _ in 0..<rounds {
        for (program, command) in commands {
          let outcome = try RunningCommand(shell: "cat \(file) | \(command) | wc -l").ended()
          guard let lines = outcome.lines.first.flatMap({ Int($0.filter(\.isNumber)) }), lines > 0 else {
            say("| `\(program)` could not be run: \(outcome.error) | | | | |")
            return
          }
          precondition(lines == kept, "\(program) wrote \(lines) lines of \(kept)")
          seconds[program, default: []].append(outcome.seconds)
        }
      }
      for (program, _) in commands {
        let sorted = seconds[program]!.sorted()
        let median = sorted[rounds / 2]
        if program == "jq" { ofJQ = median }
        let ratio = program == "jq" ? "" : hundredths(ofJQ! / median)
        say(
          "| \(task.name), `\(program)` | \(seconds[program]!.map(hundredths).joined(separator: ", ")) "
            + "| \(hundredths(median)) | \(ratio) | \(program == "jq" ? "" : "\(task.wanted)") |")
      }
    }
  }

  /// Writes the lines of a task; returns how many of them the filter keeps.
  private static func write(_ task: Task, to file: String) throws -> Int {
    var random = SplitMix64(seed: 7)
    var text = task.header.map { $0 + "\n" } ?? ""
    var kept = 0
    for index in 0..<count {
      let n = Int.random(in: 0..<20, using: &random)
      if n > 10 { kept += 1 }
      let line = task.line(n, 1_000_000 + index, [200, 404, 500].randomElement(using: &random)!)
      let fill = length - 1 - line.utf8.count - task.end.utf8.count
      text += line + String(repeating: "y", count: fill) + task.end + "\n"
    }
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return kept
  }

  private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
