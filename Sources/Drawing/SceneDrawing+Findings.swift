internal import Layout
package import Narrations
internal import Scenes
package import Terminal

/// What the doctor has found in the scene: a sign beside each row that it is about, and a panel that tells it.
extension SceneDrawing {
  /// What the doctor has found; it is set before the first picture.
  package var findings: SceneFindings {
    get { planned.findings }
    nonmutating set { planned.findings = newValue }
  }

  /// What the viewer may read of it: it would tell what is hidden, and an audience gets no advice.
  func shownFindings(at moment: FrameState) -> SceneFindings {
    moment.hidesOutputs || moment.isPresenting ? SceneFindings() : findings
  }

  /// Draws the sign into the free column between the names and the timelines.
  func markFindings(at moment: FrameState, layout: TimelineLayout, on surface: inout Surface) {
    let findings = shownFindings(at: moment)
    guard !findings.isEmpty else { return }
    for position in layout.visibleRows
    where scene.rows.indices.contains(position) && moment.rowsInSight?.contains(position) != false
      && findings.concern(scene.rows[position].name)
    {
      surface.put(
        String(palette.glyphs.finding), column: layout.gutter - 1, row: layout.middle(position),
        style: Style(foreground: theme.accent, bold: true))
    }
  }

  private func findingsPainter(page: Int) -> LessonPainter {
    let count = findings.entries.count
    let lines = findings.entries.flatMap { entry in
      [
        "\(entry.finding.lint.name): \(entry.sentence)",
        "\(entry.advice) See: marbled play \(entry.finding.lint.example)",
      ]
    }
    return LessonPainter(
      lesson: lines.map(DisplayWidth.escaped), key: "!",
      title: "\(palette.glyphs.finding) The doctor: \(count) finding\(count == 1 ? "" : "s")", palette: palette,
      page: page)
  }

  /// Draws what the doctor has found over a picture.
  ///
  /// - Parameter page: the page, from 0, where not all fits on one.
  package func drawFindings(page: Int = 0, on canvas: inout Canvas) { findingsPainter(page: page).draw(on: &canvas) }

  /// The number of pages of what the doctor has found; 0 when that is nothing, or hidden from the viewer.
  package func pagesOfFindings(at moment: FrameState, size: Size) -> Int {
    shownFindings(at: moment).isEmpty ? 0 : findingsPainter(page: 0).pageCount(size: size)
  }
}
