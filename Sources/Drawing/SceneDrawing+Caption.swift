internal import Layout
package import Marbles
internal import Narrations
package import Scenes
internal import Terminal

/// The texts about a scene: the caption, the selected event, and its connectors.
extension SceneDrawing {
  /// The sentence about the selected event and its fate; at the end, what the scene teaches
  /// and what rows lost; else everything of the newest
  /// instant with the story before it.
  ///
  /// Sentences don't depend on later events, so the planned recording and the recording so far give the same sentence.
  ///
  /// - Parameters:
  ///   - rows: the positions of the visible rows.
  ///   - lines: the number of available lines.
  func caption(of recording: Recording, at moment: FrameState, rows: Range<Int>, lines: Int) -> Caption {
    if let key = moment.selected, let sentence = guessed(key, at: moment) { return Caption(newest: [sentence]) }
    if let key = moment.selected, selected(in: recording, at: moment) != nil {
      // For rows with bounded history, the sentence needs the complete history of the operator.
      let sentence = planned.narration.sentence(about: key, isPlain: isLive)?.text
      return Caption(newest: [sentence, fate(of: key, at: moment)].compactMap { $0 })
    }
    let verdicts = verdicts(at: moment)
    if !verdicts.isEmpty { return Caption(newest: verdicts) }
    let rows = rows.clamped(to: recording.rows.indices)
    if moment.state == .finished, !moment.hidesOutputs {
      let ending = planned.ending(ofRows: rows)
      let keys = planned.hasLesson ? "press L" : planned.findings.isEmpty ? nil : "press !"
      let more = moment.isPresenting ? nil : keys
      if !ending.isEmpty { return Caption(ending: ending, more: more) }
    }
    let hasOutputs = recording.rows[rows].contains { !$0.isInput }
    return Caption(
      told: rows.filter { outcome == nil ? !(hasOutputs && recording.rows[$0].isInput) : recording.rows[$0].isInput },
      lines: lines,
      newest: { planned.captions.instant(ofRow: $0, through: $1, isPlain: isLive) },
      time: { knownTime(ofRow: $0, at: moment) }, sentences: { planned.sentences(ofRow: $0, at: $1) })
  }

  /// The lines of the longest caption that a picture has room for: that of the end.
  func captionLines(columns: Int) -> Int {
    isLive ? Self.leastCaption : max(Self.leastCaption, layoutPlan.endingLines(columns: columns))
  }

  /// The lines that a caption gets where there is room: that of a single instant.
  private static let leastCaption = 2

  /// What became of an input value, as a sentence; nil for other events.
  func fate(of key: EventKey, at moment: FrameState) -> String? {
    guard plan.rows.indices.contains(key.row), plan.rows[key.row].isInput, !moment.hidesOutputs else { return nil }
    return planned.narration.fate(of: key, at: moment.time, in: planned.fates.values).map { "\($0)." }
  }

  /// The selected event, if it is visible.
  package func selected(in recording: Recording, at moment: FrameState) -> Event? {
    guard let key = moment.selected, recording.rows.indices.contains(key.row), let event = recording[key] else {
      return nil
    }
    let isKnown = recording.rows[key.row].isInput && showsGhosts || outcome != nil
    return isKnown || event.time <= knownTime(ofRow: key.row, at: moment) ? event : nil
  }

  /// The newest event of the visible rows: of outputs, if there are any; the last in canonical order, as in the
  /// narration.
  private func newest(in recording: Recording, at moment: FrameState, rows: Range<Int>) -> EventKey? {
    let rows = rows.clamped(to: recording.rows.indices)
    let hasOutputs = recording.rows[rows].contains { !$0.isInput }
    let last = rows.filter { !(hasOutputs && recording.rows[$0].isInput) }
      .compactMap { row -> (time: SceneTime, key: EventKey)? in
        let past = past(ofRow: row, in: recording, at: moment)
        return past.last.map { ($0.time, recording.key(row: row, at: past.endIndex - 1)) }
      }
    return last.max { $0.time <= $1.time }?.key
  }

  /// The maximum number of events of one instant that get lines.
  private static let instantLimit = 50

  /// All events of the newest instant of the visible rows: of outputs, if there are any.
  private func newestInstant(in recording: Recording, at moment: FrameState, rows: Range<Int>) -> [EventKey] {
    guard let newest = newest(in: recording, at: moment, rows: rows), let time = recording[newest]?.time else {
      return []
    }
    let isInput = recording.rows[newest.row].isInput
    let keys = rows.clamped(to: recording.rows.indices).filter { recording.rows[$0].isInput == isInput }
      .flatMap { row in
        let past = past(ofRow: row, in: recording, at: moment)
        return past.indices.reversed().prefix { past[$0].time == time }.map { recording.key(row: row, at: $0) }
      }
    return Array(keys.prefix(Self.instantLimit))
  }

  /// The visible events of a row: past events, and for inputs also future ones.
  package func shown(ofRow position: Int, in recording: Recording, at moment: FrameState) -> ArraySlice<Event> {
    let row = recording.rows[position]
    return row.isInput && !row.isLive && showsGhosts && !isLive || outcome != nil
      ? row.timeline.events[...] : past(ofRow: position, in: recording, at: moment)
  }

  private func past(ofRow position: Int, in recording: Recording, at moment: FrameState) -> ArraySlice<Event> {
    let events = recording.rows[position].timeline.events
    let known = knownTime(ofRow: position, at: moment)
    return events[..<events.partitioningIndex { $0.time > known }]
  }

  /// The events with connector lines.
  func connected(
    in recording: Recording, at moment: FrameState, layout: TimelineLayout, anchors: Anchors
  ) -> [EventKey] {
    func isOfOutput(_ marble: Anchors.Marble) -> Bool {
      !recording.rows[marble.row].isInput && marble.stream == nil
    }
    func isKnown(_ key: EventKey) -> Bool { !isHidden(key, in: recording, at: moment) }
    switch connectors {
    case .none: return []
    case .all: return anchors.marbles.filter(isOfOutput).flatMap(\.keys).filter(isKnown)
    case .selected:
      guard let key = moment.selected, let selected = selected(in: recording, at: moment) else {
        return newestInstant(in: recording, at: moment, rows: layout.visibleRows)
      }
      guard selected.from.isEmpty else { return [key] }
      var search = LineageSearch(for: key)
      return anchors.marbles.filter(isOfOutput).flatMap { marble in
        marble.events.indices.filter { search.isFound(in: marble.events[$0].from) }.map(marble.key)
      }.filter(isKnown)
    }
  }

  /// Marks the selected and the hovered event without relying on colours.
  func mark(_ moment: FrameState, anchors: Anchors, on surface: inout Surface) {
    for (key, isSelected) in [(moment.hovered, false), (moment.selected, true)] {
      guard let bounds = key.flatMap({ anchors[$0] }) else { continue }
      let middle = bounds[.center].row
      surface.restyle(columns: bounds.columns.dropFirst().dropLast(), rows: middle..<middle + 1) { style in
        style.underline = true
        style.bold = true
      }
      guard isSelected else { continue }
      for row in bounds.rows {
        for column in Set([bounds.columns.lowerBound, bounds.columns.upperBound - 1]) {
          surface.restyle(columns: column..<column + 1, rows: row..<row + 1) { $0.foreground = theme.accent }
        }
      }
      guard bounds.columns.count > 2 else { continue }
      let style = Style(foreground: theme.accent, bold: true)
      surface.cells { canvas in
        canvas.put(String(palette.glyphs.selected.left), column: bounds.columns.lowerBound, row: middle, style: style)
        canvas.put(
          String(palette.glyphs.selected.right), column: bounds.columns.upperBound - 1, row: middle, style: style)
      }
    }
  }
}
