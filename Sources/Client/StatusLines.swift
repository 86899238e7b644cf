internal import Marbles
internal import Terminal
internal import Wire

/// What a daemon answers, as text for people: no terminal obeys anything that it quotes.
public enum StatusLines {
  /// A status.
  public static func status(_ json: String) -> String {
    guard case .object(let status)? = try? Value(json: json) else { return DisplayWidth.printable(json) }
    func text(_ key: String) -> String? {
      switch status[key] {
      case .string(let text)?: DisplayWidth.escaped(text)
      case .int(let number)?: String(number)
      case .double(let number)?: String(number)
      default: nil
      }
    }
    var lines: [String] = []
    let isLive = status["live"] == .bool(true)
    lines.append("\(text("scene") ?? "nothing")   \(state(status))")
    let origin =
      text("speedFrom") == "control" ? "set by control; `marbled control speed scene` takes it back" : "the scene's"
    lines.append(
      isLive ? "speed     live: scene time is wall time" : "speed     ×\(text("speedFactor") ?? "1"), \(origin)")
    // The name is what can be typed behind `control scene`.
    if let next = text("nextName") ?? text("next"), let count = text("count") {
      let position = text("position")
      // Of one there is no next but itself.
      let then = position != nil && count == "1" ? nil : "then \(next)"
      let place = [position.map { "\($0) of \(count)" } ?? "beside it", text("length"), then]
      lines.append("playlist  \(place.compactMap { $0 }.joined(separator: ", "))")
    }
    if case .array(let rows)? = status["rows"] { lines += rows.compactMap(liveRow) }
    lines += load(status, viewers: text("viewers") ?? "0")
    if let message = status["message"]?.text { lines.append("message   \(DisplayWidth.printable(message))") }
    lines.append(
      "daemon    \(text("instance") ?? "") (process \(text("pid") ?? "?")), up \(time(status["uptime"]?.number ?? 0))")
    if let config = text("config") { lines.append("config    \(config)") }
    if let sentence = restart(status) { lines.append("pending   \(DisplayWidth.escaped(sentence))") }
    if case .array(let notices)? = status["notices"] {
      for case .string(let notice) in notices { lines.append("notice    \(DisplayWidth.printable(notice))") }
    }
    return lines.map { $0.replacing("\n", with: "\n          ") + "\n" }.joined()
  }

  /// Which keys of the configuration have changed and need a restart, in a sentence; nil when none have.
  public static func restart(_ json: String) -> String? {
    guard case .object(let status)? = try? Value(json: json) else { return nil }
    return restart(status)
  }

  private static func restart(_ status: [String: Value]) -> String? {
    guard case .array(let keys)? = status["restartKeys"], !keys.isEmpty else { return nil }
    return "restart the daemon to apply: \(keys.compactMap(\.text).joined(separator: ", "))"
  }

  /// What the playhead does, and where.
  private static func state(_ status: [String: Value]) -> String {
    func seconds(_ key: String) -> String? { status[key]?.number.map { tenths($0) } }
    let whole = seconds("duration").map { " of \($0)" } ?? ""
    guard let phase = status["phase"]?.text else { return "idle" }
    let isPaused = status["paused"] == .bool(true)
    if phase == "title" { return "about to begin\(isPaused ? ", paused" : "")" }
    return "\(isPaused ? "paused" : DisplayWidth.escaped(phase)) at \(seconds("time") ?? "0")\(whole) s"
  }

  /// Seconds to a tenth.
  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int((min(max(seconds, 0), 1e12) * 10 + 1e-6).rounded(.down))
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A long time in its two largest units.
  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(max(seconds, 0), 1e12))
    let units = [("d", seconds / 86_400), ("h", seconds / 3600 % 24), ("min", seconds / 60 % 60), ("s", seconds % 60)]
    let first = units.firstIndex { $0.1 > 0 } ?? 3
    return units[first..<min(first + 2, 4)].map { "\($0.1) \($0.0)" }.joined(separator: " ")
  }

  /// Who watches, what is drawn, and what that takes.
  private static func load(_ status: [String: Value], viewers: String) -> [String] {
    guard case .object(let load)? = status["load"] else { return ["viewers   \(viewers)"] }
    func count(_ key: String) -> Int { if case .int(let count)? = load[key] { count } else { 0 } }
    let drops = count("viewerDrops")
    var lines = [
      "viewers   \(viewers), \(bytes(count("viewerQueueBytes"))) waiting; \(drops) \(drops == 1 ? "has" : "have") fallen behind"
    ]
    if count("frames") > 0 {
      lines.append(
        "drawn     \(count("frames")) frames, \(count("lateFrames")) of them late; \(bytes(count("frameBytes")))")
    }
    if load["memoryBytes"] != nil {
      lines.append("memory    \(bytes(count("memoryBytes"))); \(count("openDescriptors")) open descriptors")
    }
    return lines
  }

  private static func bytes(_ count: Int) -> String {
    func tenths(of unit: Int) -> String { "\(count * 10 / unit / 10).\(count * 10 / unit % 10)" }
    return count < 1000
      ? "\(count) bytes" : count < 1_000_000 ? "\(tenths(of: 1000)) kB" : "\(tenths(of: 1_000_000)) MB"
  }

  /// What has come to a row from outside; nil for all other rows.
  private static func liveRow(_ row: Value) -> String? {
    guard case .object(let row) = row, row["live"] == .bool(true), case .string(let name)? = row["name"] else {
      return nil
    }
    func count(_ key: String) -> Int { if case .int(let count)? = row[key] { count } else { 0 } }
    return
      "live      \(DisplayWidth.escaped(name)): \(count("events")) accepted, \(count("dropped")) dropped, \(count("malformed")) malformed"
  }

  /// A list of scenes.
  public static func scenes(_ json: String) -> String {
    guard case .object(let answer)? = try? Value(json: json), case .array(let scenes)? = answer["scenes"] else {
      return DisplayWidth.printable(json)
    }
    func text(_ value: Value, _ key: String) -> String {
      guard case .object(let members) = value, case .string(let text)? = members[key] else { return "" }
      return DisplayWidth.escaped(text)
    }
    let width = scenes.map { text($0, "name").count }.max() ?? 0
    return scenes.map { scene in
      let name = text(scene, "name")
      let about = text(scene, "about")
      let padding = String(repeating: " ", count: width - name.count)
      let origin = text(scene, "origin")
      return "\(name)\(padding)  \(origin == "library" ? "" : "\(origin)  ")\(about)".trimmedAtEnd + "\n"
    }.joined()
  }

  /// The message of an error; the body itself when it is none of ours.
  public static func message(_ json: String) -> String {
    guard case .object(let answer)? = try? Value(json: json), case .string(let message)? = answer["message"] else {
      return json
    }
    return message
  }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
