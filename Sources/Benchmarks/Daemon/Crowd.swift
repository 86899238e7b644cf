import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Viewers that read what they are sent, all on this thread.
final class Crowd {
  private struct Viewer {
    let connection: HTTPSocket
    var reader = EventStreamReader()
  }

  private var viewers: [Viewer]
  private var polls: [pollfd]
  /// When each event came, after the time at which it happened in the scene.
  private var delays: [Double] = []
  /// The least of all delays, which is where scene time and wall time meet.
  private var leastDelay = Double.infinity
  /// By number, what the first viewer was told that got it.
  private var told: [Int: Int] = [:]
  private var contradiction: String?
  /// What each has to have at the end.
  private var newest = 0

  init(_ count: Int, path: String) throws {
    viewers = try (0..<count).map { _ in Viewer(connection: try Viewers.follow(path)) }
    polls = viewers.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
  }

  /// What was not as it should be, of the first to whom that happened.
  var problem: String? { contradiction ?? viewers.lazy.compactMap(\.reader.problem).first }

  /// How long after the quickest each event came to each viewer, since this was asked last.
  func takeLatencies() -> [Double] {
    defer { delays = [] }
    return delays.map { $0 - leastDelay }
  }

  /// Reads for so many seconds.
  func follow(for seconds: Double) {
    let deadline = monotonicSeconds() + seconds
    while true {
      let left = deadline - monotonicSeconds()
      guard left > 0, problem == nil else { return }
      guard poll(&polls, nfds_t(polls.count), Int32(left * 1000) + 1) > 0 else { continue }
      for index in polls.indices where polls[index].revents != 0 { read(index) }
    }
  }

  /// Reads until each has what the one has that is furthest on.
  func catchUp() {
    newest = viewers.compactMap(\.reader.lastNumber).max() ?? 0
    let deadline = monotonicSeconds() + 5
    while viewers.contains(where: { $0.reader.lastNumber ?? 0 < newest }), monotonicSeconds() < deadline {
      follow(for: 0.01)
    }
  }

  private func read(_ index: Int) {
    guard let bytes = viewers[index].connection.read() else {
      contradiction = contradiction ?? "viewer \(index) was hung up on"
      return
    }
    let now = monotonicSeconds()
    viewers[index].reader.take(bytes) { event in
      let delay = now - event.time
      delays.append(delay)
      leastDelay = min(leastDelay, delay)
      let hash = event.json.hashValue
      if told.updateValue(hash, forKey: event.number) ?? hash != hash {
        contradiction = "viewers are told different things as number \(event.number)"
      }
    }
  }

  func judge(events: Int, _ verdicts: inout Verdicts) {
    let snapshots = viewers.map(\.reader.snapshots)
    let numbers = viewers.map { $0.reader.lastNumber ?? 0 }
    verdicts.check(
      problem == nil && numbers.allSatisfy { $0 >= newest },
      "\(viewers.count) viewers got a snapshot and the same \(events) events since, in order: "
        + (problem ?? "none is missing, up to number \(newest)"))
    verdicts.check(
      snapshots.allSatisfy { $0 == 1 },
      "fallen behind, and sent another snapshot: \(snapshots.count { $0 > 1 }) of them")
  }
}
