import Client
import Foundation
import TestSupport

extension DaemonClient {
  /// Waits until a condition holds: it is asked when a viewer begins, which this is, after each change that the daemon reports to
  /// viewers, and at its heartbeats.
  ///
  /// What the daemon reports to nobody is a matter of `ask`.
  /// - Throws: ``Problem`` when the daemon ends, and when there were changes or heartbeats for long, and the condition never held.
  func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let viewer = Task {
      defer { change.finish() }
      return try await lines("/v1/events") { line in
        change.yield()
        // Not a daemon that refuses viewers.
        return !line.hasPrefix(#"{"error":"#)
      }
    }
    defer { viewer.cancel() }
    let end = monotonicSeconds() + Watched<Int>.waitLimit / .seconds(1)
    var answer = "the daemon reported nothing"
    for await _ in changes {
      do {
        if try await condition() { return }
        answer = "it is not so"
      } catch { answer = "\(error)" }
      if monotonicSeconds() > end { break }
    }
    viewer.cancel()
    throw Problem("waited in vain until \(what): \(answer); the viewer: \(await viewer.result)")
  }
}
