internal import Marbles
internal import Narrations
internal import Operators
internal import Scenes

/// Where an event stands: its row's position in the scene, and its own in the row.
struct EventPlace: Hashable, Comparable, Sendable {
  var row: Int
  var index: Int

  static func < (left: EventPlace, right: EventPlace) -> Bool { (left.row, left.index) < (right.row, right.index) }
}

/// What became of every event of a whole recording: which waited for others, and which reached no output row.
///
/// All of it follows from `from` and `sources`, whatever the operators are, and is found out when it is asked for first.
struct Provenance: Sendable {
  /// Where the event with an id stands.
  let index: EventIndex
  private let plan: Recording
  private let scene: Scene
  private let theWaits: [Once<[SceneTime?]>]
  private let theDrops = Once<[[SceneTime?]]>()

  init(of plan: Recording, in scene: Scene) {
    (self.plan, self.scene) = (plan, scene)
    index = EventIndex(plan)
    theWaits = plan.rows.map { _ in Once() }
  }

  /// Where the event called `id` stands.
  subscript(id: String) -> EventPlace? {
    index.position(of: id, in: plan).map { EventPlace(row: $0.row, index: $0.index) }
  }

  /// Since when what became the event at `place` has waited; nil when nothing has.
  ///
  /// A source that made an event of the row before is not waiting: it is what the operator holds.
  func wait(of place: EventPlace) -> SceneTime? {
    guard plan.rows.indices.contains(place.row), !plan.rows[place.row].isInput else { return nil }
    let waits = theWaits[place.row].value { findWaits(in: plan.rows[place.row]) }
    return waits.indices.contains(place.index) ? waits[place.index] : nil
  }

  /// When it was certain that the input event at `place` reaches no output row; nil when it does, or may.
  func drop(of place: EventPlace) -> SceneTime? {
    let drops = drops
    guard drops.indices.contains(place.row), drops[place.row].indices.contains(place.index) else { return nil }
    return drops[place.row][place.index]
  }

  /// Whether any event of the input row at `position` reaches no output row.
  func hasDrops(row position: Int) -> Bool {
    let drops = drops
    return drops.indices.contains(position) && !drops[position].isEmpty
  }

  // MARK: Waits

  /// For each event of an output row, since when the first of what is new in it has waited.
  private func findWaits(in row: Recording.Row) -> [SceneTime?] {
    var seen: Set<EventPlace> = []
    return row.timeline.events.map { event in
      var earliest = event.time
      for id in event.from {
        guard let place = self[id], seen.insert(place).inserted else { continue }
        earliest = min(earliest, plan.rows[place.row].timeline.events[place.index].time)
      }
      return earliest < event.time ? earliest : nil
    }
  }

  // MARK: Drops

  /// For each event of an input row, when it was certain that it reaches no output row.
  private var drops: [[SceneTime?]] { theDrops.value { findDrops() } }

  /// An input event is dropped for certain when each output row made of its row has gone on to a later one, or is over.
  private func findDrops() -> [[SceneTime?]] {
    var drops: [[SceneTime?]] = Array(repeating: [], count: plan.rows.count)
    let outputs = plan.rows.indices.filter { !plan.rows[$0].isInput }
    guard !outputs.isEmpty else { return drops }
    var hasReached = plan.rows.map { $0.isInput ? Array(repeating: false, count: $0.timeline.events.count) : [] }
    // How far each output row has come in each of its inputs, each time that it came further.
    var progress: [EventPlace: [(index: Int, time: SceneTime)]] = [:]
    for output in outputs {
      for event in plan.rows[output].timeline.events {
        for id in event.sources {
          guard let source = self[id], plan.rows[source.row].isInput else { continue }
          hasReached[source.row][source.index] = true
          let pair = EventPlace(row: output, index: source.row)
          if source.index > progress[pair]?.last?.index ?? -1 {
            progress[pair, default: []].append((source.index, event.time))
          }
        }
      }
    }
    let inputs = SceneGraph(scene).inputs
    for input in plan.rows.indices where plan.rows[input].isInput {
      let users = outputs.filter { inputs.contains(input, behind: $0) }
      guard !users.isEmpty else { continue }
      guard hasReached[input].contains(false) else { continue }
      drops[input] = hasReached[input].enumerated().map { index, isKept in
        guard !isKept else { return nil }
        let time = plan.rows[input].timeline.events[index].time
        let certain = users.map { output in
          let steps = progress[EventPlace(row: output, index: input)] ?? []
          let later = steps.partitioningIndex { $0.index > index }
          // Of a row that is live more may come of it.
          let over = plan.rows[output].timeline.end.time ?? (scene.isLive ? .distantFuture : plan.duration)
          return later < steps.count ? min(steps[later].time, over) : over
        }
        return max(time, certain.max() ?? time)
      }
    }
    return drops
  }
}
