import ArgumentParser
import Foundation
import Platform
import Synchronization
import TestSupport

/// `MARBLED_TOOLS=1 swift run -c release Benchmarks page-edits`: how soon an edit on the page has its picture while others edit, too.
struct PageEdits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page-edits", abstract: "Edit scenes on `marbled serve` from many addresses at once.")

  @Option(help: "Number of others who edit.")
  var others = 50

  @Option(help: "Edits of each of the others per second.")
  var rate = 2.0

  @Option(help: "Duration in seconds.")
  var seconds = 20.0

  @Option(help: "Limit of the 99th percentile, in milliseconds.")
  var limit = 30.0

  /// Each edit is a run with its picture, as when a hand moves a marble by one step.
  private static let scenes: [(name: String, edits: [String])] = [
    ("scenes/sample", ["insert ints 1.5s 7", "insert ints 2.5s 7", "insert strings 3s x", "finish ints 9s"]),
    ("operators/debounce", ["insert a 1s 7", "insert a 2s 7", "set debounce = a.throttle(for: .seconds(2))"]),
    ("operators/zip", ["insert a 1s 7", "insert b 2s 7", "insert a 6s 7"]),
    ("scenes/zip-vs-combine-latest", ["insert slow 1s rain", "insert fast 2s 7"]),
  ]

  mutating func run() throws {
    let server = try PageServer()
    let bodies = try Self.scenes.map { try Self.bodies($0.name, $0.edits, server.port) }
    let isOver = Atomic(false)
    let measured = Mutex<(own: [Double], others: [Double], problems: [String])>(([], [], []))
    let (others, rate, seconds, port) = (others, rate, seconds, server.port)
    onThreads(others + 1) { number in
      let isOwn = number == others
      // The one who is measured makes ten edits per second.
      let pause = isOwn ? 0.1 : 1 / rate
      let start = monotonicSeconds()
      do {
        let connection = try KeptConnection(to: port, client: UInt8(2 + number % 250))
        let bodies = bodies[number % bodies.count]
        for turn in 0... {
          // Not all at the same time, and each at its own pace.
          let due = start + (Double(turn) + Double(number) / Double(others + 1)) * pause
          if due - start > seconds || isOver.load(ordering: .relaxed) { break }
          Thread.sleep(forTimeInterval: max(0, due - monotonicSeconds()))
          let before = monotonicSeconds()
          let answer = try connection.send(
            "POST", "/v1/runs", headers: ["Content-Type: application/json"], body: bodies[turn % bodies.count])
          let time = monotonicSeconds() - before
          guard answer.status == 200 else {
            throw Problem("\(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
          }
          measured.withLock { if isOwn { $0.own.append(time) } else { $0.others.append(time) } }
        }
      } catch {
        measured.withLock { $0.problems.append("\(error)") }
      }
    }
    let (own, all, problems) = measured.withLock { $0 }
    var verdicts = Verdicts()
    verdicts.check(problems.isEmpty, "all edits were answered: \(problems.first ?? "\(own.count + all.count) of them")")
    verdicts.check(
      Quantiles(own)(0.99) * 1000 <= limit,
      "from an edit to its picture, with \(others) others who make \(rate) edits per second each: \(Quantiles(own)); "
        + "\(limit) ms at the 99th percentile are allowed")
    say("        the others: \(Quantiles(all)); the server used \(percent(server.processorShare)) of a core")
    server.end()
    try verdicts.finish()
  }

  /// The bodies of the requests for a scene, one for each edit.
  private static func bodies(_ name: String, _ edits: [String], _ port: UInt16) throws -> [[UInt8]] {
    let (status, found) = try KeptConnection(to: port, client: 1).send("GET", "/v1/library/\(name)")
    guard status == 200,
      let object = try JSONSerialization.jsonObject(with: Data(found)) as? [String: Any], let yaml = object["yaml"]
    else { throw Problem("\(name): \(status)") }
    return try edits.map { edit in
      let request: [String: Any] = [
        "scene": yaml, "edits": [edit], "columns": 88, "recording": false, "theme": "light", "still": true,
      ]
      return Array(try JSONSerialization.data(withJSONObject: request))
    }
  }
}
