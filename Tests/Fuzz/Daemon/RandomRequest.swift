import Fuzzing
import Marbles

/// A random request to a daemon, from sensible to hostile.
struct RandomRequest {
  /// The bytes of the request.
  var bytes: [UInt8]
  /// The maximum number of bytes to read; small for endless answers.
  var answerLimit: Int
  /// The maximum time to read an endless answer, in seconds: a paused daemon sends little more than signs of life.
  var answerSeconds = Double.infinity
  /// The allowed statuses of the answer; nil if the connection may also be closed.
  var statuses: Set<Int>?

  /// Every documented status.
  private static let documented: Set<Int> = [
    200, 201, 202, 400, 403, 404, 405, 408, 409, 411, 413, 414, 421, 422, 429, 431, 503,
  ]

  init(_ random: inout SplitMix64) {
    answerLimit = 8 << 20
    statuses = Self.documented
    switch random.below(20) {
    case 0...8: bytes = Self.post("/v1/control", Self.control(&random))
    case 9, 10: bytes = Self.post("/v1/scenes?name=\(random.pick(Self.uploads))", ExtremeSubject().text(&random))
    case 11: bytes = Self.post("/v1/scenes?name=\(random.pick(Self.uploads))", Self.heavy(&random))
    case 12: bytes = Self.post("/v1/inputs/\(random.pick(["lines", "a", "b", "nope"]))", Self.lines(&random))
    case 13, 14: bytes = Self.get(random.pick(["/v1/scenes", "/metrics", "/", "/v1/nowhere"]))
    case 15, 16:
      bytes = Self.get("/v1/events", ["Accept: \(random.pick(["text/event-stream", "application/x-ndjson", "*/*"]))"])
      answerLimit = random.pick([1, 1000, 20_000])
      answerSeconds = 1
    case 17:
      bytes = (0..<random.below(400)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      statuses = nil
    default: bytes = Self.get("/v1/status")
    }
    if random.below(25) == 0 {
      bytes = Array(bytes.prefix(random.below(bytes.count + 1)))
      statuses = nil
    }
  }

  /// Scenes that the fuzzed daemon has, and some that it lacks.
  static let scenes = [
    "short", "heavy", "broken", "endless", "fed", "sample", "zip", "next", "previous", "nope", "up1",
  ]
  private static let uploads = ["up1", "up2", "up3", "next", "a%20b", ""]

  private static func control(_ random: inout SplitMix64) -> String {
    let members = (0..<1 + random.below(3)).map { _ -> String in
      switch random.below(12) {
      case 0, 1, 2: "\"scene\":\"\(random.pick(scenes))\""
      case 3: "\"speedFactor\":\(random.pick(["1", "0.000001", "1000000", "1e13", "1e300", "0", "-1", "\"scene\""]))"
      case 4: "\"paused\":\(random.pick(["true", "false", "1"]))"
      case 5: "\"seek\":\(random.pick(["0", "1", "2.5", "15", "1e9", "9e9", "9223372036", "1e300", "-1"]))"
      case 6: "\"step\":\(random.pick(["1", "3", "1000", "1001", "9223372036854775807"]))"
      case 7: "\"message\":\(random.pick(["null", "\"hello\"", "\"\\u001b[31m\"", "\"\""]))"
      case 8: "\"edit\":\(edit(&random))"
      case 9: random.pick(["\"undo\":true", "\"redo\":true", "\"undo\":1"])
      case 10: "\"editor\":\(random.pick(["\"ada\"", "\"bob\"", "\"\"", "\"\\u001b[31m\"", "null"]))"
      default: random.pick(["\"reload\":true", "\"sped\":1", "\"scene\":1"])
      }
    }
    return random.below(20) == 0 ? "{" : "{\(members.joined(separator: ","))}"
  }

  /// Commands that edit a scene, or no scene.
  private static func edit(_ random: inout SplitMix64) -> String {
    let commands = [
      "set a = 1-2-3|", "set a = (", "add c = a.map { $0 }", "add d = 1-2|", "remove c", "rename a b", "order a 1",
      "insert a 1s 7", "move a#0 100y", "value a#1 {}", "delete a#0", "color a red", "finish a 3s", "open a",
      "scene duration 1ns", "scene speed 1000000", "scene step 1ns", "nonsense", "",
    ]
    let texts = (0..<random.below(4)).map { _ in "\"\(random.pick(commands))\"" }
    return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]"
  }

  /// A scene that is slow to plan, or fails in the middle.
  private static func heavy(_ random: inout SplitMix64) -> String {
    let interval = random.pick(["1ms", "100us", "10us"]).dropLast(2)
    return """
      duration: \(random.pick(["2s", "15s", "100s"]))
      rows:
        t: { apply: 'AsyncTimerSequence(interval: .microseconds(\(interval == "1" ? "1000" : String(interval))), clock: clock)' }
        u: { apply: 't.map { _ in 1 }.reductions { $0 + $1 }' }
      """
  }

  private static func lines(_ random: inout SplitMix64) -> String {
    (0..<random.below(50)).map { _ in random.pick(["1", "word", "{\"x\":1}", "{", "", "\u{1B}[31m"]) + "\n" }.joined()
  }

  private static func post(_ target: String, _ body: String) -> [UInt8] {
    let body = Array(body.utf8)
    let head =
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  static func get(_ target: String, _ headers: [String] = []) -> [UInt8] {
    let lines = ["GET \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
