import ArgumentParser
import Foundation
import Fuzzing
import Marbles

/// `MARBLED_TOOLS=1 swift run Fuzz mixtures --count 1000`: good and bad lines at random speeds, from files, pipes and FIFOs.
///
/// What `marbled run` writes, and its exit code, must be those of the lines: each kind of trouble with its exact count.
struct MixtureFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixtures", abstract: "Run mixtures of good and bad lines, and compare what is said of them.")

  @Option(help: "Number of mixtures.")
  var count = 1000

  @Option(help: "Seed of the mixtures.")
  var seed: UInt64 = 1

  @Option(help: "Index of the first mixture. --first 12 --count 1 repeats one.")
  var first = 0

  func run() throws {
    let start = ContinuousClock.now
    var failures = 0
    for index in first..<first + count {
      var seeds = SplitMix64(seed: seed)
      var random = SplitMix64(seed: seeds.next() &+ UInt64(index))
      if let problem = try TroubleMixture(&random).problem() {
        failures += 1
        print("mixtures, \(index): \(problem)\nto repeat it: --seed \(seed) --first \(index) --count 1")
      }
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    print("mixtures: \(count) run, \(failures) failed; " + String(format: "%.0f s", seconds))
    if failures > 0 { throw ExitCode.failure }
  }
}
