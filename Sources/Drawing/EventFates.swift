internal import Marbles
internal import Operators
internal import Scenes

/// The fate of every event of a recording: which events waited for others, and which reached no output row.
///
/// All of this is derived lazily from `from` and `sources`, so it works with any operator. Events are identified by
/// their row and their position among the recorded events of the row.
struct EventFates: Sendable {
  private let plan: Recording
  private let scene: Scene
  private let theWaits: [Lazy<[SceneTime?]>]
  private let theDrops = Lazy<[[SceneTime?]]>()

  init(of plan: Recording, in scene: Scene) {
    (self.plan, self.scene) = (plan, scene)
    theWaits = plan.rows.map { _ in Lazy() }
  }

  /// The time since which a source of an output event has waited; nil when none has.
  ///
  /// A source that also made the previous event of the row is not waiting: the operator holds it.
  func wait(row: Int, at position: Int) -> SceneTime? {
    guard plan.rows.indices.contains(row), !plan.rows[row].isInput else { return nil }
    let waits = theWaits[row].value { findWaits(in: plan.rows[row]) }
    return waits.indices.contains(position) ? waits[position] : nil
  }

  /// The time at which it was certain that an input event reaches no output row; nil when it does or may.
  func drop(row: Int, at position: Int) -> SceneTime? {
    let drops = drops
    guard drops.indices.contains(row), drops[row].indices.contains(position) else { return nil }
    return drops[row][position]
  }

  /// Whether an event of the input row at `position` reaches no output row.
  func hasDrops(row position: Int) -> Bool {
    let drops = drops
    return drops.indices.contains(position) && !drops[position].isEmpty
  }

  // MARK: Waits

  /// For each event of an output row, the time since which the first of its new sources has waited.
  private func findWaits(in row: Recording.Row) -> [SceneTime?] {
    var walk = LineageWalk()
    var seen: Set<EventKey> = []
    return row.timeline.events.map { event in
      var earliest = event.time
      walk.visit(event.from) { key in
        guard let source = plan[key], seen.insert(key).inserted else { return }
        earliest = min(earliest, source.time)
      }
      return earliest < event.time ? earliest : nil
    }
  }

  // MARK: Drops

  /// The positions of an output row and of an input row.
  private struct Pair: Hashable {
    var output: Int
    var input: Int
  }

  /// For each event of an input row, the time at which it was certain that it reaches no output row.
  private var drops: [[SceneTime?]] { theDrops.value { findDrops() } }

  /// An input event is certainly dropped when each output row that depends on its row has used a later event, or has
  /// ended.
  private func findDrops() -> [[SceneTime?]] {
    var drops: [[SceneTime?]] = Array(repeating: [], count: plan.rows.count)
    let outputs = plan.rows.indices.filter { !plan.rows[$0].isInput }
    guard !outputs.isEmpty else { return drops }
    var hasReached = plan.rows.map { $0.isInput ? Array(repeating: false, count: $0.timeline.events.count) : [] }
    // For each output and input row: the index of the newest used input event, and the time of each progress.
    var progress: [Pair: [(index: Int, time: SceneTime)]] = [:]
    for output in outputs {
      var walk = LineageWalk()
      for event in plan.rows[output].timeline.events {
        walk.visit(event.sources) { source in
          guard plan.rows.indices.contains(source.row), plan.rows[source.row].isInput else { return }
          let index = source.index - plan.rows[source.row].earlier
          guard hasReached[source.row].indices.contains(index) else { return }
          hasReached[source.row][index] = true
          let pair = Pair(output: output, input: source.row)
          if index > progress[pair]?.last?.index ?? -1 { progress[pair, default: []].append((index, event.time)) }
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
          let steps = progress[Pair(output: output, input: input)] ?? []
          let later = steps.partitioningIndex { $0.index > index }
          // A live row may still use it.
          let over = plan.rows[output].timeline.end.time ?? (scene.isLive ? .distantFuture : plan.duration)
          return later < steps.count ? min(steps[later].time, over) : over
        }
        return max(time, certain.max() ?? time)
      }
    }
    return drops
  }
}
