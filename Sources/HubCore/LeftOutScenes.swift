internal import Scenes

/// The scenes of the playlist that are skipped because they could not be played.
///
/// An expired entry is kept until the next reload, so that the same problem is reported once.
struct LeftOutScenes: Sendable {
  /// How long a scene is skipped.
  enum Term: Hashable, Sendable {
    /// Until the next reload.
    case reload
    /// Until a wall time, in nanoseconds.
    case time(Int64)
  }

  private var entries: [(scene: Scene, term: Term)] = []

  /// Whether a scene is skipped at a wall time.
  func contains(_ scene: Scene, at now: Int64) -> Bool {
    switch entries.first(where: { $0.scene == scene })?.term {
    case .reload: true
    case .time(let end): now < end
    case nil: false
    }
  }

  /// When each scene is tried again, in wall nanoseconds; `Int64.max` for a scene that is skipped until the next reload. The
  /// time of an expired entry is over.
  var ends: [Int64] {
    entries.map { entry in
      switch entry.term {
      case .reload: .max
      case .time(let end): end
      }
    }
  }

  /// Skips a scene from now on.
  ///
  /// - Returns: whether that is news: it was not skipped since the last reload, or only for a while.
  mutating func insert(_ scene: Scene, until term: Term) -> Bool {
    if let index = entries.firstIndex(where: { $0.scene == scene }) {
      let isLonger = term == .reload && entries[index].term != .reload
      entries[index].term = term
      return isLonger
    }
    entries.append((scene, term))
    return true
  }

  /// Forgets all scenes.
  mutating func removeAll() { entries = [] }
}
