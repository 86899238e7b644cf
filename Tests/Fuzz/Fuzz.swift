import ArgumentParser
import Foundation
import Fuzzing

/// `MARBLED_TOOLS=1 swift run -c release Fuzz all --count 1000000 --seed 1`
@main
struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Try random texts, and random requests: nothing may crash or hang, and every rejection must say where.",
    subcommands: [Texts.self, DaemonFuzz.self, TerminalFuzz.self, MixtureFuzz.self], defaultSubcommand: Texts.self)
}

/// `MARBLED_TOOLS=1 swift run -c release Fuzz scenes --count 100000`
struct Texts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read random texts: nothing may crash or hang, and every rejection must say where.")

  static let names = (FuzzSubjects.all + FuzzSubjects.slow).map(\.name) + ["all"]

  @Argument(help: "The subjects that read them: \(names.joined(separator: ", ")).", completion: .list(names))
  var subject = "all"

  @Option(help: "Number of texts for each subject.")
  var count = 100_000

  @Option(help: "Seed of the texts. The same seed gives the same texts.")
  var seed: UInt64 = 1

  @Option(help: "Index of the first text. --first 1234 --count 1 repeats one text.")
  var first = 0

  func validate() throws {
    guard Self.names.contains(subject) else {
      throw ValidationError("unknown subject `\(subject)`; expected one of \(Self.names.joined(separator: ", "))")
    }
    guard count > 0, first >= 0, !first.addingReportingOverflow(count).overflow else {
      throw ValidationError("--count must be at least 1, and --first at least 0")
    }
  }

  func run() throws {
    var failed = 0
    let subjects =
      subject == "all" ? FuzzSubjects.all : (FuzzSubjects.all + FuzzSubjects.slow).filter { $0.name == subject }
    for subject in subjects {
      let run = FuzzRun(subject, seed: seed, indices: first..<first + count)
      if count == 1 { print(run.text(at: first).debugDescription) }
      failed += report(run)
    }
    if failed > 0 { throw ExitCode.failure }
  }

  /// The beginning of a text, with its control characters escaped.
  private func shown(_ text: String) -> String {
    text.prefix(300).debugDescription + (text.count > 300 ? " … of \(text.count) characters" : "")
  }

  /// Runs a subject and prints the result; returns the number of failures.
  private func report(_ run: FuzzRun) -> Int {
    let start = ContinuousClock.now
    let report = HangGuard.watch(run)
    let seconds = start.duration(to: .now) / .seconds(1)
    for failure in report.failures {
      print("\(run.subject.name), seed \(run.seed), text \(failure.index): \(failure.reason)")
      print("  \(shown(failure.text)); to repeat it: --seed \(run.seed) --first \(failure.index) --count 1")
    }
    print(
      "\(run.subject.name): \(report.passed) passed, \(report.failed) failed; "
        + "\(report.accepted) accepted, \(report.rejected) rejected; "
        + String(format: "%.1f s, %.0f a second, slowest ", seconds, Double(run.indices.count) / seconds)
        + String(format: "%.1f ms", report.slowest / .milliseconds(1)))
    return report.failed
  }
}
