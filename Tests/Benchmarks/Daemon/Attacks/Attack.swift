import ArgumentParser
import Foundation
import Platform
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks attack`: daemons, servers and clients that are attacked in each way that once
/// stopped, filled or blinded one of them.
///
/// Meanwhile control and health must answer, and nothing may hang, die or take more memory than is allowed.
struct Attack: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Attack daemons, servers and clients, and check that they answer, stay small, and end when they are told to.")

  @Option(parsing: .upToNextOption, help: "The attacks to run.")
  var only = AttackName.allCases

  @Option(help: "Duration of an attack, in seconds.")
  var seconds = 15.0

  @Option(help: "Seed of random requests.")
  var seed: UInt64 = 1

  @Option(help: "Limit of answers to control and health requests, in milliseconds: at the 99th percentile.")
  var limit = 50.0

  mutating func run() throws {
    signal(SIGPIPE, SIG_IGN)
    DescriptorLimit.raise(to: 1 << 14)
    var verdicts = Verdicts()
    for name in only {
      say("\(name): \(name.summary)")
      do { try name.run(self, &verdicts) } catch { verdicts.check(false, "\(name): \(error)") }
    }
    try verdicts.finish()
  }
}

/// What is attacked, and how.
enum AttackName: String, CaseIterable, ExpressibleByArgument {
  case routes, runs, limits, timers, uploads, bodies, places, plans, parsing, pictures, taps, files, history, signals,
    clients,
    terminal

  var summary: String {
    switch self {
    case .routes: "random, damaged and heavy requests to all routes of a kiosk with a playground"
    case .runs: "1,000 heavy runs of one address and 64 of each of ten others, again and again, on `marbled serve`"
    case .limits: "a daemon with all limits of the shipped configuration reached at once"
    case .timers: "scenes with timers of a second to a nanosecond, and six commands that print without pause"
    case .uploads: "100 bodies of 1 MiB at once, for rows and for runs"
    case .bodies:
      "3,000 connections to `marbled serve` with bodies that lack a byte, and 2,000 that announce a gigabyte"
    case .places: "connections of few addresses that stay, send slowly or follow"
    case .plans: "uploaded scenes that compute for hours, chosen again and again"
    case .parsing: "texts that are slow to read"
    case .pictures: "pictures in all sizes and themes, which nobody reads"
    case .taps: "programs with very many taps, with new taps all the time, and with a line that never ends"
    case .files: "files that are rewritten, moved, removed and replaced while they are read and recorded"
    case .history: "a live row that keeps its newest 1,000,000 events"
    case .signals: "signals, stops, and sockets that are removed"
    case .clients: "a daemon that answers without end"
    case .terminal: "an expression typed on a terminal that computes for hours"
    }
  }

  func run(_ attack: Attack, _ verdicts: inout Verdicts) throws {
    switch self {
    case .routes: try RoutesAttack(attack).run(&verdicts)
    case .runs: try RunsAttack(attack).run(&verdicts)
    case .limits: try LimitsAttack(attack).run(&verdicts)
    case .timers: try TimersAttack(attack).run(&verdicts)
    case .uploads: try UploadsAttack(attack).run(&verdicts)
    case .bodies: try BodiesAttack(attack).run(&verdicts)
    case .places: try PlacesAttack(attack).run(&verdicts)
    case .plans: try PlansAttack(attack).run(&verdicts)
    case .parsing: try ParsingAttack(attack).run(&verdicts)
    case .pictures: try PicturesAttack(attack).run(&verdicts)
    case .taps: try TapsAttack(attack).run(&verdicts)
    case .files: try FilesAttack(attack).run(&verdicts)
    case .history: try HistoryAttack(attack).run(&verdicts)
    case .signals: try SignalsAttack(attack).run(&verdicts)
    case .clients: try ClientsAttack().run(&verdicts)
    case .terminal: try TerminalAttack().run(&verdicts)
    }
  }
}

extension Attack {
  /// The limit of a request to `marbled serve` at the 99th percentile while a thousand others connect, in milliseconds: it has
  /// no socket of its own for operators, and waits with them until it is accepted.
  static let crowdLimit = 1000.0
  /// The time in which a program must end after it was told to, in seconds.
  static let endingTime = 2.0

  /// Measures control, health and status of a daemon for a while, and judges them.
  ///
  /// - Parameter afterEach: called after each round of requests.
  func askControl(
    of daemon: AttackedDaemon, for seconds: Double? = nil, _ verdicts: inout Verdicts, during what: String,
    afterEach: () throws -> Void = {}
  ) throws {
    let times = ResponseTimes()
    let end = monotonicSeconds() + (seconds ?? self.seconds)
    repeat {
      times.askControl(daemon)
      try afterEach()
      usleep(20_000)
    } while monotonicSeconds() < end && daemon.child.poll() == nil
    times.judge(limit, &verdicts, during: what)
  }
}
