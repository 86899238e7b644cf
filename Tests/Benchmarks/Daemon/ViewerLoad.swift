import Platform
import TestSupport

/// Viewers that read their events, all on this thread.
final class ViewerLoad {
  private struct Viewer {
    let address: HTTPConnection.Address
    let target: String
    var connection: HTTPConnection
    var isConnected = true
    var reader = EventStreamReader()
  }

  private var viewers: [Viewer]
  private var polls: [pollfd]
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The delay of each event after its scene time.
  private var delays: [Double] = []
  /// The minimum of all delays, which aligns scene time and wall time.
  private var leastDelay = Double.infinity
  /// The event of each number, as received by the first viewer.
  private var told: [Int: [UInt8]] = [:]
  private var contradiction: String?
  /// The newest event, which each viewer must have at the end.
  private var newest = 0

  /// Whether viewers may be hung up on; ``reconnect()`` brings them back.
  var expectsHangups = false

  /// Connects viewers, in turn to each of the addresses.
  init(_ count: Int, at addresses: [HTTPConnection.Address], target: String = Viewers.target) throws {
    viewers = try (0..<count).map { number in
      let address = addresses[number % addresses.count]
      return Viewer(address: address, target: target, connection: try Viewers.follow(address, target))
    }
    polls = viewers.map { pollfd(fd: $0.connection.descriptor, events: Int16(POLLIN), revents: 0) }
  }

  /// The first problem of any viewer.
  var problem: String? { contradiction ?? viewers.lazy.compactMap(\.reader.problem).first }

  /// The latency of each event and viewer relative to the fastest, since the last call.
  func takeLatencies() -> [Double] {
    defer { delays = [] }
    return delays.map { $0 - leastDelay }
  }

  /// Reads for this many seconds.
  func follow(for seconds: Double) {
    let deadline = monotonicSeconds() + seconds
    while true {
      let left = deadline - monotonicSeconds()
      guard left > 0, problem == nil else { return }
      guard poll(&polls, nfds_t(polls.count), Int32(left * 1000) + 1) > 0 else { continue }
      for index in polls.indices where polls[index].revents != 0 { read(index) }
    }
  }

  /// Reads until each viewer has the newest event of all.
  func catchUp() {
    newest = viewers.compactMap(\.reader.lastNumber).max() ?? 0
    let deadline = monotonicSeconds() + 5
    while viewers.contains(where: { $0.reader.lastNumber ?? 0 < newest }), monotonicSeconds() < deadline {
      follow(for: 0.01)
    }
  }

  /// Connects those again that were hung up on, where they left off.
  func reconnect() throws {
    for index in viewers.indices where !viewers[index].isConnected {
      let viewer = viewers[index]
      viewers[index].connection = try Viewers.follow(viewer.address, viewer.target, after: viewer.reader.lastID)
      viewers[index].isConnected = true
      viewers[index].reader.beginAgain()
      polls[index].fd = viewers[index].connection.descriptor
    }
    expectsHangups = false
  }

  private func read(_ index: Int) {
    guard let bytes = viewers[index].connection.read(into: &buffer) else {
      if expectsHangups {
        viewers[index].isConnected = false
        polls[index].fd = -1
        return
      }
      contradiction = contradiction ?? "viewer \(index) was hung up on"
      return
    }
    let now = monotonicSeconds()
    viewers[index].reader.take(bytes) { event in
      let delay = now - event.time
      delays.append(delay)
      leastDelay = min(leastDelay, delay)
      if let known = told[event.number] {
        if !known.elementsEqual(event.json) {
          contradiction = "viewers are told different things as number \(event.number)"
        }
      } else {
        told[event.number] = Array(event.json)
        // Viewers are less than a second apart.
        told[event.number - 1000] = nil
      }
    }
  }

  /// Whether each viewer has the newest event of all.
  var isComplete: Bool { viewers.allSatisfy { $0.reader.lastNumber ?? 0 >= newest } }

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
