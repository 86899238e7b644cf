internal import Marbles
internal import Narrations
internal import Operators
internal import Scenes
internal import Terminal

extension Stage {
  /// Draws what there is to say of the marble that shows the hovered event, where it hides neither that row nor the rows
  /// that hang on it.
  func drawTooltip(at moment: Moment, layout: TimelineLayout, anchors: Anchors, on canvas: inout Canvas) {
    guard let marble = moment.hovered.flatMap(anchors.marble(of:)) else { return }
    let kept = rows(hangingOn: marble.row).filter(layout.visibleRows.contains).map(layout.band)
    TooltipPainter(brushes: brushes, marble: marble.bounds, kept: kept).draw(tooltip(for: marble), on: &canvas)
  }

  /// The last instant before `time` at which something happens; nil when there is none.
  func instant(before time: SceneTime) -> SceneTime? { planned.narration.instant(before: time) }

  /// The first instant after `time` at which something happens; nil when there is none.
  func instant(after time: SceneTime) -> SceneTime? {
    plan.rows.compactMap { row -> SceneTime? in
      let events = row.timeline.events
      let next = events.partitioningIndex { $0.time > time }
      if next < events.count { return events[next].time }
      return row.timeline.end.time.flatMap { $0 > time ? $0 : nil }
    }.min()
  }

  /// What is said of a marble: of one event its sentence, its id and what it was made of; of several each in short.
  private func tooltip(for marble: Anchors.Marble) -> [String] {
    guard marble.events.count > 1 else { return marble.events.first.map { tooltip(for: $0, of: marble) } ?? [] }
    let listed = marble.events.prefix(Self.listedEvents).map { "\(inShort($0)) (\($0.id))" }
    let rest = marble.events.count - listed.count
    return listed + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// How many events and sources are named, before the others are counted.
  private static let listedEvents = 8

  private func tooltip(for event: Event, of marble: Anchors.Marble) -> [String] {
    let sentence =
      marble.stream.flatMap { stream(at: $0, ofRow: marble.row) }.map { "\(inShort(event)), \($0)" }
      ?? planned.narration.sentence(about: event.id, isPlain: scene.isLive)?.text ?? inShort(event)
    var sources = event.sources.prefix(Self.listedEvents).joined(separator: ", ")
    if event.sources.count > Self.listedEvents { sources += " and \(event.sources.count - Self.listedEvents) more" }
    return [sentence, "id \(event.id)" + (sources.isEmpty ? "" : " from \(sources)")]
  }

  private func inShort(_ event: Event) -> String {
    let value = MarbleText.shortened(event.value.told(within: 30), width: 30, ellipsis: brushes.glyphs.ellipsis)
    return "\(planned.narration.span(event.time)): \(value)"
  }

  /// Which of a row's inner streams it is.
  private func stream(at index: Int, ofRow position: Int) -> String? {
    let row = plan.rows[position]
    guard row.inner.indices.contains(index) else { return nil }
    return "in the stream that \(row.name) made of \(row.inner[index].value.told(within: 30))"
  }

  /// The row at `position` and all that are made of it.
  private func rows(hangingOn position: Int) -> [Int] {
    guard scene.rows.indices.contains(position) else { return [position] }
    var names: Set<String> = [scene.rows[position].name]
    var found = [position]
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for (other, row) in scene.rows.enumerated() where !found.contains(other) {
        guard row.expression?.references.contains(where: { names.contains($0.name) }) == true else { continue }
        names.insert(row.name)
        found.append(other)
        hasGrown = true
      }
    }
    return found
  }
}
