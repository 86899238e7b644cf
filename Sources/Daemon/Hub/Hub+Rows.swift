internal import Scenes

// What is told of rows beside what happens in them.
extension Hub {
  /// A row's name and what it is.
  static func object(of row: Recording.Row) -> JSONObject {
    var object = JSONObject()
    object.add("name", row.name)
    object.add("kind", row.isInput ? "input" : "output")
    return object
  }

  /// What became no event of a row of a live scene.
  static func add(_ losses: LiveInput.Counts, of row: Recording.Row, to object: inout JSONObject) {
    object.add("live", row.isLive)
    if row.isLive {
      object.add("dropped", losses.dropped)
      object.add("malformed", losses.malformed)
    } else {
      object.add("missed", losses.missed)
    }
  }

  /// Tells what became no event of the rows of a live scene, where that is more than was told before.
  func tellLosses() {
    for (position, losses) in untoldLosses {
      board.update { $0.history.rows[position].losses = losses }
      guard let row = board.current?.history.rows[position] else { return }
      var change = JSONObject()
      change.add("row", row.name)
      Self.add(losses, of: row, to: &change)
      publish(Change(nextSequence(), run: run, type: "losses", change.inner))
    }
  }

  private var untoldLosses: [(position: Int, losses: LiveInput.Counts)] {
    guard let standing = board.current, standing.entry.scene.isLive else { return [] }
    return standing.history.rows.enumerated().compactMap { position, row in
      let losses = standing.performance.losses(ofRow: position)
      return losses == row.losses ? nil : (position, losses)
    }
  }
}
