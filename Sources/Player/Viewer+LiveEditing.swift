internal import Drawing
internal import Marbles
internal import Scenes
internal import Terminal

/// Keys that edit a live scene: they change expressions, not what has arrived.
extension Viewer {
  /// What follows for a line of text from a row's being live.
  static let valuesAreNotTyped = "they can't be typed; o or A reads it"

  /// Why a key can't edit a live scene; nil when it can.
  func liveRefusal(of key: Key, row: Int?, in scene: Scene) -> String? {
    switch key {
    case .character("e"), .character("i"), .enter:
      if key == .enter, let selected, scene.rows.indices.contains(selected.row) {
        return scene.rows[selected.row].live == nil ? nil : SceneEdit.arrivedStays
      }
      if let row { return scene.rows[row].receives(Self.valuesAreNotTyped) }
      guard key == .character("i") || !scene.rows.contains(where: { $0.expression != nil }) else { return nil }
      return scene.rows.lazy.compactMap { $0.receives(Self.valuesAreNotTyped) }.first
    case .character("n"), .character("x"), .delete, .character("<"), .character(">"): return SceneEdit.arrivedStays
    case .character("I"): return SceneEdit.noNewInput
    case .character("E"): return SceneEdit.noResult
    case .character("X"): return row.flatMap { scene.rows[$0].receives("it stays") }
    default: return nil
    }
  }

  /// Why a key can't change the time of a live scene; nil when it can, and where nothing may be steered.
  func wallTimeRefusal(of key: Key, watching snapshot: PlaybackSnapshot) -> String? {
    guard snapshot.drawing.scene.isLive, !isPresenting else { return nil }
    let (permission, reason): (KeyPermissions, String)
    switch key {
    case .character("+"), .character("="), .character("-"), .backspace:
      (permission, reason) = (.tempo, "a live scene plays in wall time")
    case .character("l"):
      (permission, reason) = (.loop, "a live scene does not repeat; after its end, r plays again what arrived")
    case .left, .right, .character(","), .character("."), .home, .end:
      (permission, reason) = (.seek, "a live scene is always at its newest event; space holds the picture")
    case .character("r") where snapshot.playhead.state != .finished:
      (permission, reason) = (.seek, "after the end of a live scene, r plays again what arrived")
    default: return nil
    }
    return permissions.intersection(snapshot.permissions).contains(permission) ? reason : nil
  }
}
