public import Marbles
internal import Operators
public import Scenes

extension Narration {
  /// Since when it is certain that input events reached no output, by their ids.
  ///
  /// An event is counted where its value could have come through: rows that no output is made of, and rows that only
  /// tell an operator when (`b` in `a.sample(by: b)`), have no ghosts. It is certain when every output that could have
  /// had it has ended, or when the run is over.
  ///
  /// - Parameters:
  ///   - recording: what happened, whole or so far.
  ///   - scene: whose rows it has.
  ///   - row: the one output to look at, by its position in the scene; all of them together when nil.
  ///   - isOver: whether the run is over, so that rows that are open stay as they are.
  /// - Returns: for each ghost the scene time from which it is known to be one, never before its own.
  public static func ghosts(
    in recording: Recording, _ scene: Scene, ofRow row: Int? = nil, isOver: Bool = true
  ) -> [String: SceneTime] {
    var reached: Set<String> = []
    // By input row: when the last output that could have had its values ended.
    var certain: [Int: SceneTime] = [:]
    for position in scene.rows.indices where scene.rows[position].expression != nil {
      guard row == nil || row == position else { continue }
      let timeline = recording.rows[position].timeline
      for event in timeline.events { reached.formUnion(event.sources) }
      let end = timeline.end.time ?? (isOver ? max(recording.duration, timeline.latest) : .distantFuture)
      for input in scene.inputs(behind: position) { certain[input] = max(certain[input] ?? .zero, end) }
    }
    var ghosts: [String: SceneTime] = [:]
    for (input, end) in certain where end < .distantFuture {
      for event in recording.rows[input].timeline.events where !reached.contains(event.id) {
        ghosts[event.id] = max(end, event.time)
      }
    }
    return ghosts
  }
}

extension Scene {
  /// The input rows whose values can come through to an output, directly or by way of other outputs.
  fileprivate func inputs(behind position: Int) -> Set<Int> {
    var inputs: Set<Int> = []
    var seen: Set<Int> = []
    var waiting = [position]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard let plan = rows[next].expression?.plan else {
        inputs.insert(next)
        continue
      }
      waiting += plan.valueRows.compactMap(self.position(of:))
    }
    return inputs
  }
}
