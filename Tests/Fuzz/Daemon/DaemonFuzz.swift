import ArgumentParser
import Foundation
import Marbles
import Synchronization
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Fuzz daemon --count 20000 --clients 4`: a real daemon, and clients that send random requests.
///
/// Its playlist has scenes that take a second to plan, fail, or time out, so that requests meet plans. The daemon must
/// answer every request with a documented status, and `GET /v1/status` always at once. In the end it must execute
/// commands, use no processor time when paused, and stay within the memory limit of its unit.
struct DaemonFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Send random requests to a daemon, from several clients at once.")

  @Option(help: "Total number of requests.")
  var count = 5000

  @Option(help: "Number of concurrent clients.")
  var clients = 4

  @Option(help: "Seed of the requests.")
  var seed: UInt64 = 1

  /// How long the daemon may be silent: longer than the limit of a plan.
  private static let silenceLimit = Duration.seconds(15)
  /// The maximum time of a status request, in seconds.
  private static let statusLimit = 2.0
  /// The memory limit of the unit, in bytes.
  private static let memoryLimit = 512 << 20

  func run() throws {
    let folder = try TemporaryFolder()
    let config = try Self.writeFiles(in: folder)
    let log = open(folder.file("log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let daemon = try Child(
      Binary.path(), ["daemon", "--config", config, "--socket", folder.file("s")], environment: Binary.environment,
      input: .null, output: .null, error: .inherited(log))
    defer { daemon.send(SIGKILL) }
    let path = folder.file("s") + "/control.sock"
    while !FileManager.default.fileExists(atPath: path), daemon.poll() == nil { usleep(10_000) }

    let findings = Findings()
    Self.atOnce(clients + 1) { [count, clients, seed] client in
      if client == clients {
        Self.watch(
          path,
          until: {
            findings.tally.withLock { $0.values.reduce(0, +) } >= count || findings.problems.withLock { !$0.isEmpty }
          }
        ) { seconds in
          findings.slowest.withLock { $0 = max($0, seconds) }
          if seconds > Self.statusLimit { findings.problems.withLock { $0.append("status took \(seconds) s") } }
        }
        return
      }
      var seeds = SplitMix64(seed: seed &+ UInt64(client))
      let share = count / clients + (client < count % clients ? 1 : 0)
      for _ in 0..<share where findings.problems.withLock({ $0.isEmpty }) {
        let number = seeds.next()
        var random = SplitMix64(seed: number)
        let request = RandomRequest(&random)
        let (status, problem) = Self.ask(request, path)
        findings.tally.withLock { $0[status, default: 0] += 1 }
        if let problem {
          findings.problems.withLock {
            $0.append("\(problem)\n  \(String(decoding: request.bytes, as: UTF8.self).debugDescription)")
          }
        }
      }
      // Requests that were left out after an error count, too.
      findings.tally.withLock { $0[-1, default: 0] += findings.problems.withLock { $0.isEmpty } ? 0 : count }
    }
    var found = findings.problems.withLock { $0 }
    if found.isEmpty { found = Self.problemsAfterwards(daemon, path) }
    let statuses = findings.tally.withLock { $0 }.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map {
      "\($1) × \($0)"
    }
    print(
      "daemon: \(statuses.joined(separator: ", ")); slowest status \(findings.slowest.withLock { Int($0 * 1000) }) ms")
    guard !found.isEmpty else { return print("daemon: \(count) passed, 0 failed") }
    for problem in found { print("daemon, seed \(seed): \(problem)") }
    print((try? String(contentsOfFile: folder.file("log"), encoding: .utf8).suffix(2000)) ?? "")
    throw ExitCode.failure
  }

  /// Calls `body` with each number below `count` on separate threads, and waits for all.
  private static func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(number)
        group.leave()
      }
    }
    group.wait()
  }

  /// What the clients found.
  private final class Findings: Sendable {
    let problems = Mutex<[String]>([])
    /// The number of answers by status; -1 for requests that were left out.
    let tally = Mutex<[Int: Int]>([:])
    /// The longest time of a status request, in seconds.
    let slowest = Mutex(0.0)
  }

  private static func writeFiles(in folder: TemporaryFolder) throws -> String {
    let files = [
      "short.yaml": "rows: { a: { marbles: '1-2-3|' }, b: { apply: 'a.map { $0 + 1 }' } }",
      "heavy.yaml":
        "duration: 3s\nrows:\n  t: { apply: 'AsyncTimerSequence(interval: .milliseconds(1), clock: clock)' }\n"
        + "  u: { apply: 't.map { _ in 1 }' }",
      "broken.yaml": "rows:\n  a: { marbles: '1|' }\n  b: { apply: 'a.flatMap { _ in [1].async.repeated() }' }",
      "endless.yaml": "rows:\n  t: { apply: 'AsyncTimerSequence(interval: .nanoseconds(1), clock: clock)' }",
      "fed.yaml": "rows: { lines: { live: true }, b: { apply: 'lines.map { [$0, $0] }' } }",
      "config.yaml": "playlist: [short.yaml, heavy.yaml, fed.yaml]\nscenes: [.]\ntitleCards: 100ms\nspeedFactor: 20\n",
    ]
    for (name, text) in files { try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8) }
    return folder.file("config.yaml")
  }

  private static func ask(_ request: RandomRequest, _ path: String) -> (status: Int, problem: String?) {
    guard let socket = RequestSocket(path: path, silentFor: silenceLimit) else {
      return (0, "nothing listens any more")
    }
    socket.send(request.bytes)
    // The daemon waits for the rest of an incomplete request; other tests check that it hangs up in time.
    guard let statuses = request.statuses else { return (0, nil) }
    switch socket.answer(limit: request.answerLimit, seconds: request.answerSeconds) {
    case .status(let status, let body):
      return (status, statuses.contains(status) ? nil : "answered with \(status): \(body.prefix(200))")
    case .hungUp: return (0, "hung up without an answer")
    case .silent: return (0, "did not answer for \(silenceLimit)")
    }
  }

  /// Requests the status ten times per second, each time on a new connection.
  private static func watch(_ path: String, until isOver: () -> Bool, _ note: (Double) -> Void) {
    while !isOver() {
      let start = monotonicSeconds()
      if let socket = RequestSocket(path: path, silentFor: silenceLimit) {
        socket.send(RandomRequest.get("/v1/status"))
        _ = socket.answer()
      }
      note(monotonicSeconds() - start)
      usleep(100_000)
    }
  }

  /// Checks that the daemon still executes commands, is idle when paused, and has a reasonable size.
  private static func problemsAfterwards(_ daemon: Child, _ path: String) -> [String] {
    var problems: [String] = []
    let (status, problem) = control("{\"scene\":\"short\",\"paused\":true}", path)
    if let problem {
      problems.append(problem)
    } else if status != 200 {
      problems.append("short can't be played: \(status)")
    }
    if daemon.poll() != nil { return problems + ["the daemon has ended"] }
    let before = processorSeconds(of: daemon.id)
    Thread.sleep(forTimeInterval: 2)
    let used = processorSeconds(of: daemon.id) - before
    if used > 0.5 { problems.append("paused, it used \(used) s of processor time in 2 s") }
    if let memory = peakMemory(of: daemon.id), memory > memoryLimit { problems.append("it had \(memory >> 20) MiB") }
    return problems
  }

  private static func control(_ body: String, _ path: String) -> (status: Int, problem: String?) {
    guard let socket = RequestSocket(path: path, silentFor: silenceLimit) else {
      return (0, "nothing listens any more")
    }
    socket.send(
      Array(
        ("POST /v1/control HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
    if case .status(let status, _) = socket.answer() { return (status, nil) }
    return (0, "no answer to \(body)")
  }

  /// The user and system time of a process so far; 0 without `/proc`.
  private static func processorSeconds(of process: Int32) -> Double {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return 0 }
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The peak resident memory in bytes; nil without `/proc`.
  private static func peakMemory(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
