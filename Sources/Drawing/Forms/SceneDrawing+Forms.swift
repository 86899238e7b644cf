internal import Expressions
package import Layout
internal import Marbles
package import Scenes
internal import Terminal

/// The forms of rows: marbles, curves, bars and lines.
extension SceneDrawing {
  /// The columns by which a row counts as crowded, on every screen.
  private static let columns: Int64 = 60

  /// How each row is drawn: in the picture of a moment, or by what was decided before.
  package func currentReadings(at moment: FrameState) -> RowReadings {
    if !readings.isEmpty { return readings }
    guard isLive else { return plannedReadings(at: moment) }
    return RowReadings(
      scene.rows.map { row in
        forms.reading(ofRow: row.name, row.expression?.source, chosen: chosenForm(of: row, at: moment)).drawable
      })
  }

  /// How each row of a planned scene is drawn, which depends on nothing but the forms that the viewer chooses.
  func plannedReadings(at moment: FrameState) -> RowReadings {
    planned.readings(chosen: moment.forms) { readings(of: plan, at: moment) }
  }

  /// How each row is drawn, decided by the newest part of a recording where there are enough values.
  func readings(of recording: Recording, at moment: FrameState) -> RowReadings {
    let window = scene.window ?? (isLive ? Scene.liveWindow : max(.seconds(1), recording.duration))
    let column = SceneTime.nanoseconds(window.nanoseconds / Self.columns)
    let all = scene.rows.indices.map { position in
      let row = scene.rows[position]
      guard recording.rows.indices.contains(position) else { return RowReading(form: .marbles) }
      let events = recording.rows[position].timeline.events
      let known = knownTime(ofRow: position, at: moment)
      func visible() -> ArraySlice<Event> {
        guard isLive else { return events[...] }
        let end = events.partitioningIndex { $0.time > known }
        let start = events[..<end].partitioningIndex { $0.time > known - window }
        return events[start..<end]
      }
      return forms.reading(
        ofRow: row.name, recording.rows[position].expression, chosen: chosenForm(of: row, at: moment),
        suggestion: {
          // A label says what is on marbles.
          guard row.form == .timeline, row.label == nil else { return nil }
          return isLive
            ? RowReading.suggested(byLive: visible(), at: known, column: column)
            : RowReading.suggested(byPlan: events, column: column)
        },
        reading: {
          let events = visible()
          return events.isEmpty ? nil : (RowReading.read(events, least: 1), events.count >= NumberSource.least)
        }
      ).drawable
    }
    return RowReadings(all)
  }

  private func chosenForm(of row: Scene.Row, at moment: FrameState) -> RowForm? {
    moment.forms[row.name] ?? RowForm(row.form)
  }

  /// The newest values of rows that are shown as lines: at most as many as a screen has lines, and one more.
  func logs(
    of recording: Recording, _ readings: RowReadings, at moment: FrameState, lines: Int
  ) -> [Int: ArraySlice<Event>] {
    var logs: [Int: ArraySlice<Event>] = [:]
    for (position, row) in recording.rows.enumerated()
    where readings[position]?.form == .lines {
      let known = knownTime(ofRow: position, at: moment)
      logs[position] = row.timeline.events[..<row.timeline.events.partitioningIndex { $0.time > known }].suffix(
        lines + 1)
    }
    return logs
  }

  /// The form after the one that a row has now, of those that its values allow; nil for a list.
  package func nextForm(ofRow position: Int, of recording: Recording, at moment: FrameState) -> RowForm? {
    guard scene.kind == .timelines, scene.rows.indices.contains(position), scene.rows[position].form != .list,
      recording.rows.indices.contains(position)
    else { return nil }
    let events = recording.rows[position].timeline.events
    let hasNumbers = RowReading.read(events[...], least: 1).number != nil
    let forms = RowForm.allCases.filter { $0 != .curve || hasNumbers }
    let current = currentReadings(at: moment)[position]?.form ?? .marbles
    return forms[((forms.firstIndex(of: current) ?? 0) + 1) % forms.count]
  }

  /// The painter of a row that is not drawn as marbles; nil for another row.
  func formPainter(
    _ position: Int, of recording: Recording, at moment: FrameState, layout: TimelineLayout, showsNotes: Bool
  ) -> FormPainter? {
    guard let reading = readings[position], reading.form != .marbles else { return nil }
    let row = recording.rows[position]
    let time = row.isInput ? moment.time(ofRow: position) : knownTime(ofRow: position, at: moment)
    var painter = FormPainter(
      row: row, reading: reading, position: position, time: time,
      playhead: moment.time(ofRow: position), color: scene.rows[position].color, layout: layout, palette: palette)
    (painter.showsNotes, painter.marks) = (showsNotes, planned.measures.marks(ofRow: position))
    let through = min(time, row.timeline.end.time ?? time)
    switch reading.form {
    case .marbles: break
    case .curve, .lines: painter.bins = forms.bins(of: row, reading, .columns(of: layout.scale), through: through)
    case .bars:
      let interval = Bars.interval(in: layout.scale)
      painter.interval = interval
      painter.bins = forms.bins(of: row, reading, .interval(interval), through: through)
    }
    return painter
  }
}

/// How the rows of a scene are drawn.
package struct RowReadings: Sendable {
  /// How each row is drawn, by position.
  let all: [RowReading]
  /// The forms of all rows; empty when all are marbles.
  package let forms: [RowForm]

  /// All rows are marbles.
  init() { (all, forms) = ([], []) }

  init(_ all: [RowReading]) {
    self.all = all
    let forms = all.map(\.form)
    self.forms = forms.allSatisfy { $0 == .marbles } ? [] : forms
  }

  /// Whether nothing is known.
  var isEmpty: Bool { all.isEmpty }

  /// How a row is drawn; nil when that is not known.
  subscript(position: Int) -> RowReading? { all.indices.contains(position) ? all[position] : nil }

  /// Whether a row is drawn as marbles.
  var hasMarbles: Bool { forms.isEmpty || forms.contains(.marbles) }
}

extension RowReading? {
  /// The reading, or marbles where there is nothing to draw otherwise.
  fileprivate var drawable: RowReading {
    guard let reading = self else { return RowReading(form: .marbles) }
    return reading.form == .curve && reading.number == nil ? reading.shown(as: .marbles) : reading
  }
}
