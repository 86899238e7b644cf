package import Marbles
package import Scenes

extension Recording {
  /// What the row called `name` did.
  package subscript(name: String) -> Timeline { rows.first { $0.name == name }!.timeline }

  /// The ids of what is in a lineage.
  package func ids(_ lineage: Lineage) -> [String] { lineage.keys.map { id(of: $0) } }

  /// The ids of a row's events.
  package func ids(_ row: String) -> [String] {
    let position = rows.firstIndex { $0.name == row }!
    return rows[position].timeline.events.indices.map { id(of: key(row: position, at: $0)) }
  }

  /// The ids of what each event of a row came from.
  package func from(_ row: String) -> [[String]] { self[row].events.map { ids($0.from) } }

  /// The ids of the input events behind each event of a row.
  package func sources(_ row: String) -> [[String]] { self[row].events.map { ids($0.sources) } }

  /// By an event's id, the ids of the inner events that it came through.
  package func through(_ row: Int) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: rows[row].through.map { index, lineage in
        (id(of: EventKey(row: row, index: index)), lineage.keys.filter { $0.row >= rows.count }.map { id(of: $0) })
      })
  }
}
