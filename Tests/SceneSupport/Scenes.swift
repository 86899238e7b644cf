package import Marbles
package import Scenes

/// A scene of input rows, each events at seconds and an end.
package func inputScene(
  _ rows: [(name: String, events: [(Double, Value)], end: Timeline.End)], title: String = "test"
) -> Scene {
  Scene(
    name: title,
    rows: rows.map { row in
      let events = row.events.enumerated().map {
        Event(time: .seconds($1.0), value: $1.1, color: .cyan)
      }
      return Scene.Row(name: row.name, content: .input(Timeline(events: events, end: row.end)))
    })
}

extension Scene {
  /// The planned recording, without any live input.
  package func plan() throws -> Recording { isLive ? emptyRecording() : try recorded() }
}
