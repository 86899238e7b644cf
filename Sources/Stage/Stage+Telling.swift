internal import Marbles
internal import Narrations
internal import Scenes
internal import Terminal

/// What is told of a scene: by a sentence, by lines, and by what a person points at.
extension Stage {
  /// The sentence about the selected event, or the newest one.
  ///
  /// What is said of an event looks at nothing later, so that the plan says the same of it as what happened.
  ///
  /// - Parameter rows: the positions of the rows that are seen.
  func caption(of recording: Recording, at moment: Moment, rows: Range<Int>) -> String? {
    let event = selected(in: recording, at: moment) ?? newest(in: recording, at: moment, rows: rows)
    // Of a scene that forgets, an operator is not told from a part of what it had.
    return event.flatMap { planned.narration.sentence(about: $0.id, isPlain: scene.isLive) }?.text
  }

  /// The selected event, when it is shown.
  func selected(in recording: Recording, at moment: Moment) -> Event? {
    guard let place = moment.selected.flatMap({ planned.provenance[$0] }), recording.rows.indices.contains(place.row)
    else {
      return nil
    }
    let row = recording.rows[place.row]
    guard row.timeline.events.indices.contains(place.index) else { return nil }
    let event = row.timeline.events[place.index]
    return row.isInput && showsGhosts || event.time <= moment.time(ofRow: place.row) ? event : nil
  }

  /// The newest event of the rows that are seen: of the outputs, where there are any; the last in canonical order, as the
  /// narration has it.
  private func newest(in recording: Recording, at moment: Moment, rows: Range<Int>) -> Event? {
    let rows = rows.clamped(to: recording.rows.indices)
    let hasOutputs = recording.rows[rows].contains { !$0.isInput }
    return rows.filter { !(hasOutputs && recording.rows[$0].isInput) }
      .compactMap { past(ofRow: $0, in: recording, at: moment).last }.max { $0.time <= $1.time }
  }

  /// The events of a row that are shown: what has happened, and of inputs what is known.
  func shown(ofRow position: Int, in recording: Recording, at moment: Moment) -> ArraySlice<Event> {
    let row = recording.rows[position]
    return row.isInput && !row.isLive && showsGhosts && !scene.isLive
      ? row.timeline.events[...] : past(ofRow: position, in: recording, at: moment)
  }

  private func past(ofRow position: Int, in recording: Recording, at moment: Moment) -> ArraySlice<Event> {
    let events = recording.rows[position].timeline.events
    return events[..<events.partitioningIndex { $0.time > moment.time(ofRow: position) }]
  }

  /// The events that lines are drawn to.
  func connected(
    in recording: Recording, at moment: Moment, layout: TimelineLayout, anchors: Anchors
  ) -> [Event] {
    switch connectors {
    case .none: return []
    case .all:
      return anchors.marbles.flatMap { recording.rows[$0.row].isInput || $0.stream != nil ? [] : Array($0.events) }
    case .selected:
      guard let selected = selected(in: recording, at: moment) else {
        return newest(in: recording, at: moment, rows: layout.visibleRows).map { [$0] } ?? []
      }
      guard selected.from.isEmpty else { return [selected] }
      let visible = anchors.marbles.flatMap {
        recording.rows[$0.row].isInput || $0.stream != nil ? [] : Array($0.events)
      }
      return visible.filter { $0.from.contains(selected.id) }
    }
  }

  /// Marks what a person points at, in ways that need no colours.
  func mark(_ moment: Moment, anchors: Anchors, on canvas: inout Canvas) {
    for (id, isSelected) in [(moment.hovered, false), (moment.selected, true)] {
      guard let bounds = id.flatMap({ anchors[$0] }) else { continue }
      let middle = bounds[.center].row
      canvas.restyle(columns: bounds.columns.dropFirst().dropLast(), rows: middle..<middle + 1) { style in
        style.underline = true
        style.bold = true
      }
      guard isSelected else { continue }
      for row in bounds.rows {
        for column in Set([bounds.columns.lowerBound, bounds.columns.upperBound - 1]) {
          canvas.restyle(columns: column..<column + 1, rows: row..<row + 1) { $0.foreground = theme.accent }
        }
      }
    }
  }
}
