internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Selection by keys, and scrolling.
extension Viewer {
  /// Selects the visible marble that is `step` further in time; marbles of one instant are ordered by row. Starts at
  /// the newest.
  ///
  /// It stays in a row that was selected by itself, as by ↑ and ↓, if that row has marbles.
  mutating func selectMarble(_ step: Int, watching snapshot: PlaybackSnapshot, size: Size) {
    let moment = moment(of: snapshot)
    let all = snapshot.drawing.picture(of: snapshot.recording, at: moment, size: size).anchors.marbles
      .filter { $0.stream == nil && !$0.events.isEmpty && snapshot.drawing.outcome?.rows[$0.row].isInput != true }
      .sorted { ($0.events[$0.events.startIndex].time, $0.row) < ($1.events[$1.events.startIndex].time, $1.row) }
    let ofRow = all.filter { $0.row == focusedRow }
    let marbles = ofRow.isEmpty ? all : ofRow
    guard !marbles.isEmpty else { return }
    let newest = marbles.lastIndex { $0.events[$0.events.startIndex].time <= moment.time(ofRow: $0.row) } ?? 0
    let known = selected.flatMap { selected in marbles.firstIndex { $0[selected] != nil } }
    let next = known.map { ($0 + step + marbles.count) % marbles.count } ?? newest
    selected = marbles[next].keys.last
  }

  /// Moves up or down: to the event of the next row that is nearest in time, or through a list that does not fit. The
  /// lists of rows follow the last row.
  mutating func go(_ step: Int, watching snapshot: PlaybackSnapshot, size: Size) {
    guard snapshot.drawing.scene.kind == .timelines else { return scroll(step, watching: snapshot, size: size) }
    if step < 0, isInLists, scrollPanel(step, watching: snapshot, size: size) { return }
    let moment = moment(of: snapshot)
    let rows = snapshot.recording.rows.indices
    let current = snapshot.drawing.selected(in: snapshot.recording, at: moment)
    let selectedRow = (moment.selected.map(\.row) ?? focusedRow).flatMap { rows.contains($0) ? $0 : nil }
    let start = selectedRow ?? (step > 0 ? -1 : rows.count)
    var row = start + step
    while rows.contains(row) {
      let events = snapshot.drawing.shown(ofRow: row, in: snapshot.recording, at: moment)
      if let nearest = events.nearest(to: current?.time ?? leftTime ?? moment.time(ofRow: row)) {
        (selected, focusedRow) = (snapshot.recording.key(row: row, at: nearest), row)
        reveal(row, watching: snapshot, size: size)
        return
      }
      // A row without events has a text to edit.
      if canEdit(snapshot) {
        leftTime = current?.time ?? leftTime
        (selected, focusedRow) = (nil, row)
        reveal(row, watching: snapshot, size: size)
        return
      }
      row += step
    }
    if step > 0, picture(of: snapshot, size: size).hidden.below == 0, scrollPanel(step, watching: snapshot, size: size)
    {
      return
    }
    scroll(step, watching: snapshot, size: size)
  }

  /// Scrolls the first list with more items below, or the last one with more items above.
  ///
  /// - Returns: whether such a list exists.
  private mutating func scrollPanel(_ step: Int, watching snapshot: PlaybackSnapshot, size: Size) -> Bool {
    let panels = picture(of: snapshot, size: size).panels
    let panel = step > 0 ? panels.first { $0.hidden.below > 0 } : panels.last { $0.hidden.above > 0 }
    guard let panel else { return false }
    panelScrolls[panel.row] = Self.scrolled(panel.hidden, by: step)
    isInLists = true
    return true
  }

  /// Scrolls just enough to show a row.
  mutating func reveal(_ row: Int, watching snapshot: PlaybackSnapshot, size: Size) {
    let visible = snapshot.drawing.layout(at: moment(of: snapshot), size: size).visibleRows
    if row < visible.lowerBound {
      scroll = row
    } else if row >= visible.upperBound {
      scroll = row - visible.count + 1
    }
  }

  /// Scrolls by rows or items, within the range of those that do not fit.
  mutating func scroll(_ step: Int, watching snapshot: PlaybackSnapshot, size: Size) {
    let hidden = picture(of: snapshot, size: size).hidden
    scroll = Self.scrolled(hidden, by: step)
  }

  /// Scrolls the list at a cell, or else the scene.
  mutating func scroll(_ step: Int, at mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) {
    let picture = picture(of: snapshot, size: size)
    guard let panel = picture.panels.first(where: { $0.bounds.contains(column: mouse.column, row: mouse.row) }) else {
      scroll = Self.scrolled(picture.hidden, by: step)
      return
    }
    panelScrolls[panel.row] = Self.scrolled(panel.hidden, by: step)
  }

  private static func scrolled(_ hidden: OverflowCount, by step: Int) -> Int {
    hidden.above + (step > 0 ? min(step, hidden.below) : max(step, -hidden.above))
  }

  /// Moves the selected input event by a number of time steps.
  mutating func moveSelected(_ steps: Int, watching snapshot: PlaybackSnapshot) -> [Request] {
    let (drawing, scene) = (snapshot.drawing, snapshot.editedScene)
    guard let key = selected, let event = drawing.selected(in: snapshot.recording, at: moment(of: snapshot)) else {
      return canEdit(snapshot) ? [.say("select a marble of an input first: Tab")] : []
    }
    if scene.rows.indices.contains(key.row), scene.rows[key.row].input == nil {
      return [.say("only marbles of inputs can be moved; other rows: ↑ ↓")]
    }
    let time = (scene.event(at: key) ?? event).time + .nanoseconds(scene.step.nanoseconds * Int64(steps))
    guard let moved = scene.moving(key, to: time), moved.scene != scene else { return [] }
    remember()
    selected = moved.key
    return apply(.moveEvent(key, to: time))
  }
}

extension ArraySlice<Event> {
  /// The index of the event that is nearest to `time`, the earlier one of two; nil for an empty list.
  fileprivate func nearest(to time: SceneTime) -> Int? {
    guard !isEmpty else { return nil }
    let next = partitioningIndex { $0.time >= time }
    guard next > startIndex else { return startIndex }
    guard next < endIndex else { return endIndex - 1 }
    return self[next].time - time < time - self[next - 1].time ? next : next - 1
  }
}
