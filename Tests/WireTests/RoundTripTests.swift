import Marbles
import Testing
import Wire

/// Whatever one process writes, another reads back as the same value, and each object is one line of JSON.
@Suite struct RoundTripTests {
  private static let count = 2000

  private func check<Message: Equatable>(
    _ name: String, _ make: (inout RandomWire) -> Message, _ write: (Message) -> String,
    _ read: (String) throws -> Message?
  ) rethrows {
    for seed in 0..<Self.count {
      var random = RandomWire(seed: seed)
      let message = make(&random)
      let json = write(message)
      #expect(!json.contains { $0.isNewline }, "\(name) \(seed): \(json)")
      let back = try read(json)
      #expect(back == message, "\(name) \(seed): \(json)")
      if back != message { return }
    }
  }

  @Test func eventLines() throws {
    try check("event line", { $0.eventLine() }, \.json) { try JSONMembers(json: $0).map { try EventLine($0) } }
  }

  @Test func streamEvents() {
    check("event", { $0.event() }, { $0.json(nil) }) { StreamEvent(json: $0) }
    check("numbered event", { $0.event() }, { $0.json(7) }) { StreamEvent(json: $0) }
  }

  @Test func statuses() { check("status", { $0.status() }, \.json) { DaemonStatus(json: $0) } }

  @Test func controlRequests() throws {
    try check("request", { $0.control() }, \.json) { try ControlRequest(try Value(json: $0)) }
  }

  @Test func answers() {
    check("report", { $0.report() }, \.json) { InputReport(json: $0) }
    check("listing", { $0.listing() }, \.json) { SceneListing(json: $0) }
    check("error", { ErrorBody(error: $0.text(), message: $0.text()) }, \.json) { ErrorBody(json: $0) }
    check("uploaded scene", { UploadedScene(name: $0.text()) }, \.json) { UploadedScene(json: $0) }
  }

  @Test("events that were encoded before are the same bytes in a snapshot")
  func encodedEvents() {
    for seed in 0..<200 {
      var random = RandomWire(seed: seed)
      let (snapshot, motion) = (random.snapshot(), random.motion())
      let members = snapshot.members(encodedEvents: snapshot.events.map(\.json))
      #expect(members == snapshot.members())
      let whole = "\(StreamEvent.snapshotHead(3, motion)),\(members)}"
      #expect(whole == StreamEvent.snapshot(snapshot, motion).json(3))
    }
  }
}
