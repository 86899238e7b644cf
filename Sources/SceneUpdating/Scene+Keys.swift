internal import Marbles
internal import SceneFiles
internal import Scenes
internal import Yams

extension Scene {
  /// The entries of the row at `position` in a file without values of marbles.
  func entries(ofRow position: Int) -> [(String, Node)] {
    MappingChanges.entries(rows[position].node(in: self, palette: color(ofRow: position)))
  }

  /// The entries of the row at `position` in a file with these values of marbles.
  func entries(ofRow position: Int, values: [String: Value]) -> [(String, Node)] {
    let entries = entries(ofRow: position)
    guard let timeline = rows[position].timeline, !entries.contains(where: { $0.0 == "random" }) else { return entries }
    let spelling = spelling(ofRow: position, timeline, values: values)
    let source = ["marbles", "events", "finish", "error"]
    let start = entries.firstIndex { source.contains($0.0) } ?? entries.count
    var result = Array(entries[..<start])
    result += spelling.diagramEntries ?? spelling.eventEntries
    result += entries[start...].filter { !source.contains($0.0) }
    return result
  }

  /// The ways to write a timeline of the row at `position`.
  func spelling(ofRow position: Int, _ timeline: Timeline, values: [String: Value]) -> TimelineSpelling {
    TimelineSpelling(
      row: rows[position].name, timeline: timeline, color: color(ofRow: position), step: step, dialect: dialect,
      values: values)
  }

  /// The colour of events of the row at `position` that have none in the text.
  func color(ofRow position: Int) -> MarbleColor {
    rows[position].color ?? palette(ofRow: position)
  }
}
