import Marbles
import Scenes
import Wire

@testable import HubCore

/// A hub whose jobs end when a test says so, and whose effects are words.
struct ScriptedHub {
  var state: HubState
  var now: Int64 = 0
  var requests = 0

  static func scene(_ name: String, isLive: Bool = false) -> Scene {
    Scene(name: name, rows: isLive ? [Scene.Row(name: "a", content: .live(Scene.Live()))] : [])
  }

  static func playlist(_ names: [String], length: Playlist.Length = .loops(1)) -> Playlist {
    Playlist(entries: names.map { Playlist.Entry(scene: scene($0, isLive: $0 == "live"), length: length) })
  }

  init(_ playlist: Playlist, cards: Duration? = nil) { state = HubState(playlist: playlist, titleCards: cards) }

  mutating func handle(_ event: HubEvent, playhead: SceneTime = .zero) -> [String] {
    state.handle(event, at: now, playhead: playhead).compactMap(Self.word)
  }

  @discardableResult
  mutating func begin() -> [String] {
    _ = handle(.began(PendingRequestID(0)))
    return prepare()
  }

  @discardableResult
  mutating func prepare(_ duration: SceneTime = .seconds(8)) -> [String] {
    guard let ticket = state.preparing else { return ["nothing is prepared"] }
    return handle(.prepared(ticket, duration: duration))
  }

  @discardableResult
  mutating func fail(_ failure: PlanningFailure = .invalid("broken")) -> [String] {
    guard let ticket = state.preparing else { return ["nothing is prepared"] }
    return handle(.failed(ticket, failure))
  }

  @discardableResult
  mutating func end() -> [String] {
    guard let ticket = state.shown?.ticket else { return ["nothing is shown"] }
    return handle(.ended(ticket, error: nil))
  }

  @discardableResult
  mutating func tick(after seconds: Double = 0) -> [String] {
    now += Int64(seconds * 1e9)
    return handle(.tick)
  }

  @discardableResult
  mutating func ask(_ json: String, found: SceneLookup = .nothing(names: []), playhead: SceneTime = .zero) throws
    -> [String]
  {
    requests += 1
    let request = try ControlRequest(Value(json: json))
    return handle(.requested(PendingRequestID(requests), request, peer: "test", found: found), playhead: playhead)
  }

  /// An effect without log lines and messages to viewers.
  static func word(_ effect: HubEffect) -> String? {
    switch effect {
    case .prepare(let job): "prepare \(job.scene.name)\(job.start > .zero ? " at \(job.start)" : "")"
    case .cancel: "cancel"
    case .discard: "discard"
    case .show(_, let entry, let isNewSlot): "\(isNewSlot ? "show" : "replay") \(entry.scene.name)"
    case .takeOver(_, let entry): "take over \(entry.scene.name)"
    case .addRows(let rows): "add \(rows.map(\.name).joined(separator: ", "))"
    case .begin: "begin"
    case .setPaused(let flag): flag ? "pause" : nil
    case .setSpeed(let factor): factor == .normal ? nil : "speed \(factor)"
    case .step(let count): "step \(count)"
    case .publish, .log: nil
    case .answer(_, nil): "done"
    case .answer(let id, let refusal?): "\(id) refused: \(refusal.reason)"
    case .stop: "stop"
    }
  }
}
