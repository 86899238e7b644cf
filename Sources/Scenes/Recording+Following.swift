internal import Expressions
package import Marbles

extension Recording {
  /// How many events of a live row an expression has not seen, because they had been forgotten.
  package struct Unseen: Hashable, Sendable {
    /// All of them.
    package var all: Int
    /// Those after the first event that it has seen.
    package var skipped: Int

    package init(all: Int, skipped: Int) { (self.all, self.skipped) = (all, skipped) }
  }

  /// The recording of a live scene from the time on at which its expressions have changed. What rows have emitted before stays.
  ///
  /// - Parameters:
  ///   - scene: the edited scene; rows are those of this recording that have the same name.
  ///   - arrivals: what the new expressions have not seen of each live row, by its name.
  ///   - time: when the new expressions took over.
  package func followed(by scene: Scene, without arrivals: [String: Unseen], at time: SceneTime) -> Recording {
    let places = Dictionary(rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let positions = rows.map { row in scene.rows.firstIndex { $0.name == row.name } }
    let hasMoved = positions.enumerated().contains { $0.offset != $0.element }
    var followed = scene.emptyRecording()
    followed.duration = duration
    // The rows that emit something else now, and what each has not seen.
    var changed: Set<String> = []
    var unseen = arrivals
    for position in SceneGraph(scene).order {
      let row = scene.rows[position]
      let old = places[row.name].map { rows[$0] }
      if let references = row.expression?.references {
        unseen[row.name] = references.compactMap { unseen[$0.name] }.max { $0.all < $1.all }
        if old?.expression != row.expression?.source || references.contains(where: { changed.contains($0.name) }) {
          changed.insert(row.name)
        }
      }
      guard var next = old else {
        if let unseen = unseen[row.name], unseen.all > 0 {
          followed.rows[position].edits = [
            Row.Edit(time: time, index: 0, old: nil, unseen: unseen.all, skipped: unseen.skipped)
          ]
        }
        continue
      }
      next.expression = row.expression?.source
      if row.expression != nil { next.timeline = Timeline(events: next.timeline.events, end: .open) }
      if hasMoved { next.timeline = next.timeline.moved(positions) }
      if changed.contains(row.name) {
        let unseen = unseen[row.name]
        next.edits = next.edits.suffix(Row.maximumEdits - 1)
        next.edits.append(
          Row.Edit(
            time: time, index: next.count, old: old?.expression, unseen: unseen?.all ?? 0,
            skipped: unseen?.skipped ?? 0))
      }
      followed.rows[position] = next
    }
    return followed
  }
}

extension Timeline {
  /// The timeline in a scene whose rows are at other positions.
  fileprivate func moved(_ positions: [Int?]) -> Timeline {
    Timeline(
      events: events.changed { event in
        if !event.from.isEmpty { event.from = event.from.moved(positions) }
        if !event.sources.isEmpty { event.sources = event.sources.moved(positions) }
      }, end: end)
  }
}
