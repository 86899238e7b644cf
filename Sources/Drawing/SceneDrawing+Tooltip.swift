internal import Expressions
internal import Layout
package import Marbles
internal import Narrations
internal import Scenes
internal import Terminal

extension SceneDrawing {
  /// Draws the tooltip of the hovered marble where it hides neither its row nor the rows that depend on it.
  func drawTooltip(at moment: FrameState, layout: TimelineLayout, anchors: Anchors, on canvas: inout Canvas) {
    guard let marble = moment.hovered.flatMap(anchors.marble(of:)) else { return }
    let kept = rows(hangingOn: marble.row).filter(layout.visibleRows.contains).map(layout.band)
    TooltipPainter(palette: palette, marble: marble.bounds, kept: kept).draw(
      tooltip(for: marble, at: moment), on: &canvas)
  }

  /// The last instant before `time` with an event or an end; nil when there is none.
  package func instant(before time: SceneTime) -> SceneTime? { planned.narration.instant(before: time) }

  /// The first instant after `time` with an event or an end; nil when there is none.
  package func instant(after time: SceneTime) -> SceneTime? {
    plan.rows.compactMap { row -> SceneTime? in
      let events = row.timeline.events
      let next = events.partitioningIndex { $0.time > time }
      if next < events.count { return events[next].time }
      return row.timeline.end.time.flatMap { $0 > time ? $0 : nil }
    }.min()
  }

  /// The text for a marble: the sentence, the id and the sources of one event; a short text for each of several.
  private func tooltip(for marble: Anchors.Marble, at moment: FrameState) -> [String] {
    if let last = marble.keys.last, marble.stream == nil, isHidden(last, in: plan, at: moment) {
      return ["hidden: h reveals"]
    }
    guard marble.events.count > 1 else {
      return marble.keys.first.map { tooltip(for: $0, of: marble, at: moment) } ?? []
    }
    let listed = marble.events.indices.prefix(Self.listedEvents).map { index in
      "\(inShort(marble.events[index])) (\(plan.id(of: marble.key(at: index))))"
    }
    let rest = marble.events.count - listed.count
    return listed + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// The maximum number of named events and sources; the others are counted.
  private static let listedEvents = 8
  /// The maximum number of sources to count, because this happens for each frame.
  private static let countedEvents = 10_000

  private func tooltip(for key: EventKey, of marble: Anchors.Marble, at moment: FrameState) -> [String] {
    guard let event = marble[key] else { return [] }
    let sentence =
      marble.stream.flatMap { stream(at: $0, ofRow: marble.row) }.map { "\(inShort(event)), \($0)" }
      ?? planned.narration.sentence(about: key, isPlain: isLive)?.text ?? inShort(event)
    let sources = listed(event.sources)
    let fate = marble.stream == nil ? fate(of: key, at: moment) : nil
    return [sentence] + [fate].compactMap { $0 } + [
      "id \(plan.id(of: key))" + (sources.isEmpty ? "" : " from \(sources)")
    ]
  }

  /// The ids of the first events, and the number of others; for very many, the newest.
  private func listed(_ sources: Lineage) -> String {
    guard sources.maximumCount <= Self.countedEvents else {
      let newest = sources.newest(Self.listedEvents).map(plan.id)
      return newest.joined(separator: ", ") + " and many before"
    }
    let keys = sources.keys
    let rest = keys.count - Self.listedEvents
    return keys.prefix(Self.listedEvents).map(plan.id).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func inShort(_ event: Event) -> String {
    let value = DisplayWidth.shortened(event.value.summary(maxLength: 30), width: 30, ellipsis: palette.glyphs.ellipsis)
    return "\(planned.narration.span(event.time)): \(value)"
  }

  /// The name of the inner stream.
  private func stream(at index: Int, ofRow position: Int) -> String? {
    let row = plan.rows[position]
    guard row.inner.indices.contains(index) else { return nil }
    return "in the stream of \(row.name) for \(row.inner[index].value.summary(maxLength: 30))"
  }

  /// The row at `position` and all rows that depend on it.
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
