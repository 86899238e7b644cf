/// A viewer that checks its server-sent events.
///
/// The first event is a snapshot; then each number follows the last one, or that of another snapshot.
struct EventStreamReader {
  /// An event of a scene.
  struct Event {
    var number: Int
    /// The scene time in seconds.
    var time: Double
    /// The event as JSON.
    var json: ArraySlice<UInt8>
  }

  private(set) var lastNumber: Int?
  /// The newest id, with which a viewer continues.
  private(set) var lastID = ""
  private(set) var snapshots = 0
  private(set) var events = 0
  /// The first problem; reading stops there.
  var problem: String? { wrong ?? answer.problem }

  private var answer = ChunkedAnswer()
  private var wrong: String?
  /// The beginning of a line.
  private var line: [UInt8] = []

  private static let data = Array("data: ".utf8)
  private static let id = Array("id: ".utf8)
  private static let number = Array("{\"seq\":".utf8)
  private static let snapshot = Array(",\"type\":\"snapshot\"".utf8)
  private static let event = Array(",\"type\":\"event\"".utf8)
  private static let time = Array("\"time\":".utf8)

  /// Takes bytes of the connection, and passes each event of the scene to `body`.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (Event) -> Void) {
    var parts: [ArraySlice<UInt8>] = []
    answer.take(bytes) { parts.append($0) }
    for var rest in parts {
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if line.starts(with: Self.data), wrong == nil { take(object: line[Self.data.count...], body) }
        if line.starts(with: Self.id) { lastID = String(decoding: line[Self.id.count...], as: UTF8.self) }
        line.removeAll(keepingCapacity: true)
      }
      line += rest
    }
  }

  /// Expects the answer to another request, which continues after ``lastID``.
  mutating func beginAgain() {
    answer = ChunkedAnswer()
    line = []
  }

  private mutating func take(object: ArraySlice<UInt8>, _ body: (Event) -> Void) {
    // A keep-alive has no number.
    guard object.starts(with: Self.number) else { return }
    let digits = object.dropFirst(Self.number.count).prefix { $0 != UInt8(ascii: ",") }
    let rest = object[digits.endIndex...]
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return wrong = "no number" }
    if rest.starts(with: Self.snapshot) {
      snapshots += 1
    } else if lastNumber.map({ $0 + 1 }) != number {
      return wrong = "\(number) comes after \(lastNumber.map(String.init) ?? "nothing")"
    }
    lastNumber = number
    guard rest.starts(with: Self.event) else { return }
    events += 1
    guard let time = Self.number(after: Self.time, in: rest) else { return wrong = "an event without a time" }
    body(Event(number: number, time: time, json: object))
  }

  private static func number(after pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Double? {
    guard let start = bytes.indices.first(where: { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) })
    else { return nil }
    return Double(
      String(decoding: bytes[(start + pattern.count)...].prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
  }
}
