internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// The first and the last line of a frame: the scene and its state, and the keys.
struct StatusBars {
  let scene: Scene
  /// Whether the scene plays live input.
  let isLive: Bool
  /// The duration of the scene; nil for an unlimited one.
  let duration: SceneTime?
  let theme: Theme
  let glyphs: Glyphs
  /// Whether the second line is blank.
  let hasLineBelow: Bool
  /// The keys of the last picture.
  let memory: FrameMemory
  /// A hint that replaces the description of the scene.
  var hint: String?

  /// Whether the scene has no events at all.
  private var isStill: Bool { scene.kind != .timelines && scene.rows.isEmpty && duration == .zero }

  func drawStatus(_ moment: FrameState, on surface: inout Surface) {
    let width = surface.size.columns
    let state =
      switch moment.state {
      case .playing: glyphs.play
      case .paused: glyphs.pause
      case .finished: glyphs.finished
      }
    let speed = isLive ? "live" : glyphs.times + moment.speedFactor.description
    let loop = moment.isLooping ? "\(glyphs.loop) " : ""
    let text = ClockText(upTo: max(duration ?? .zero, moment.time))
    let end = duration.map { " of \(text.tenths($0))" } ?? ""
    let now = text.tenths(moment.time)
    let unit = text.unit.isEmpty ? "" : " \(text.unit)"
    let clocks: [() -> String] = [
      { "\(loop)\(speed)   \(now)\(end)\(unit) " }, { "\(loop)\(speed) \(now)\(end)\(unit) " },
      { "\(speed) \(now)\(unit) " }, { "\(now)\(unit) " },
    ]
    // The state mark has a margin.
    let place = moment.place.map { $0.isAlone ? "" : "\($0.number)/\($0.count) " } ?? ""
    let clock =
      moment.isPresenting
      ? place : isStill ? "" : clocks.lazy.map { $0() }.first { DisplayWidth.of($0) + 3 <= width } ?? ""
    let clockColumn = max(0, width - DisplayWidth.of(clock))
    var column = 1
    // An audience needs to know only that nothing moves.
    if !isStill, !moment.isPresenting || moment.state == .paused {
      column += surface.cells {
        $0.put(
          "\(state) ", column: column, row: 0, style: Style(foreground: theme.accent), maxWidth: clockColumn - column)
      }
    }
    let title = DisplayWidth.shortened(
      scene.title + (moment.edits.isUnsaved ? "*" : ""), width: clockColumn - column - 1, ellipsis: glyphs.ellipsis)
    let after = column + DisplayWidth.of(title)
    let about = about(room: clockColumn - after - 5, width: width, isWhole: surface.recordsElements)
    // More lines than one below the title of a vector picture are above the frame.
    let first = about.isBelow ? min(0, 1 - about.lines.count) : 0
    surface.put(title, column: column, row: first, style: Style(bold: true))
    for (line, text) in about.lines.enumerated() {
      surface.put(
        text, column: about.isBelow ? 3 : after + 3, row: first + line + (about.isBelow ? 1 : 0),
        style: Style(foreground: theme.muted))
    }
    surface.cells { _ = $0.put(clock, column: clockColumn, row: 0) }
  }

  /// The description of the scene: beside the title, or below if there is more room.
  ///
  /// - Parameter isWhole: whether it may have several lines.
  private func about(room: Int, width: Int, isWhole: Bool) -> (lines: [String], isBelow: Bool) {
    let about = hint ?? scene.about
    let isBelow = DisplayWidth.of(about) > room && hasLineBelow
    let width = isBelow ? width - 4 : room
    guard width >= 12, !about.isEmpty else { return ([], isBelow) }
    guard isBelow, isWhole else {
      return ([DisplayWidth.shortened(about, width: width, ellipsis: glyphs.ellipsis)], isBelow)
    }
    return (CaptionPainter.wrapped(about, width: width, lines: .max, glyphs.ellipsis), isBelow)
  }

  /// Draws the keys that have an effect now, as far as they fit, and always the key to quit; no elements, because a
  /// picture elsewhere has no keys.
  func drawKeys(_ context: KeyContext, hidden: OverflowCount, on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    let note = note(hidden, width: canvas.size.columns)
    let end = canvas.size.columns - DisplayWidth.of(note) - 1
    var column = 1
    let word = "finished \(glyphs.dot) "
    if context.state == .finished, !context.isStill, column + DisplayWidth.of(word) <= end {
      column += canvas.put("finished", column: column, row: row, style: Style(bold: true))
      column += canvas.put(" \(glyphs.dot) ", column: column, row: row, style: Style(foreground: theme.muted))
    }
    let legend = KeyLegend(context: context, glyphs: glyphs, width: end - column)
    for entry in memory.keys.value(of: legend, { legend.entries }) {
      column += canvas.put(entry.key, column: column, row: row, style: Style(foreground: theme.accent))
      column +=
        1 + canvas.put(entry.word, column: column + 1, row: row, style: Style(foreground: theme.muted)) + KeyLegend.gap
    }
    canvas.put(
      note, column: canvas.size.columns - DisplayWidth.of(note), row: row, style: Style(foreground: theme.muted))
  }

  /// A note about hidden rows and streams, as long as the room permits; empty when all fit.
  private func note(_ hidden: OverflowCount, width: Int) -> String {
    let (above, below, streams) = (hidden.above, hidden.below, hidden.streams)
    let arrows = "\(glyphs.above)\(above) \(glyphs.below)\(below)"
    let unit = "\(hidden.unit)\(above + below == 1 ? "" : "s")"
    let rows = above > 0 ? "\(arrows) \(unit) " : below > 0 ? "\(below) more \(unit) " : ""
    let lines = hidden.lines > 0 ? "+\(hidden.lines) line\(hidden.lines == 1 ? "" : "s") " : ""
    guard streams > 0 else { return rows + lines }
    let notes = ["+\(streams) inner stream\(streams == 1 ? "" : "s") ", "+\(streams) inner "]
      .map { rows + $0 + lines }
    return notes.first { DisplayWidth.of($0) < width } ?? "\(arrows) +\(streams) "
  }
}

/// Counts of hidden elements.
package struct OverflowCount: Hashable {
  package var above = 0
  package var below = 0
  /// The noun for the elements.
  package var unit = "row"
  /// The number of hidden inner streams of visible rows, among those that have started.
  package var streams = 0
  /// The number of connector lines without a place, if all are wanted.
  package var lines = 0
}
