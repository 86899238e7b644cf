import Synchronization
import TestSupport

/// How soon a program answers requests of several kinds.
final class ResponseTimes: Sendable {
  private struct State {
    var times: [String: [Double]] = [:]
    var problems: [String] = []
  }
  private let state = Mutex(State())

  /// Measures a request; an error is a problem.
  func measure(_ kind: String, _ request: () throws -> Void) {
    let start = monotonicSeconds()
    do {
      try request()
      let time = monotonicSeconds() - start
      state.withLock { $0.times[kind, default: []].append(time) }
    } catch {
      state.withLock { $0.problems.append("\(kind): \(error)") }
    }
  }

  /// Requests that change, that probe and that read.
  func askControl(_ daemon: AttackedDaemon) {
    measure("control") {
      _ = try HTTPConnection.get("/v1/control", of: daemon.control, method: "POST", body: #"{"message":"x"}"#)
    }
    measure("health") { _ = try HTTPConnection.get("/healthz", of: daemon.control) }
    measure("status") { _ = try HTTPConnection.get("/v1/status", of: daemon.control) }
  }

  /// - Parameter limit: the limit of each kind at the 99th percentile, in milliseconds.
  func judge(_ limit: Double, _ verdicts: inout Verdicts, during what: String) {
    let (times, problems) = state.withLock { ($0.times, $0.problems) }
    for (kind, times) in times.sorted(by: { $0.key < $1.key }) {
      let quantiles = Quantiles(times)
      verdicts.check(quantiles(0.99) * 1000 <= limit, "\(what): \(kind): \(quantiles); \(limit) ms are allowed")
    }
    verdicts.check(
      problems.isEmpty && !times.isEmpty,
      "\(what): all requests were answered\(problems.isEmpty ? "" : ", but \(problems.count): \(problems[0])")")
  }
}
