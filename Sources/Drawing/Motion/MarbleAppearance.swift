internal import Marbles
internal import Scenes

/// The state of an appearing marble or item.
struct MarbleAppearance: Hashable {
  /// The visual effect.
  var transition: Animation.Transition
  /// The progress from 0; a spring overshoots 1.
  var progress: Double

  /// One of three looks for transitions in a single row of cells: 0, 1, or 2 for the final look.
  var drawing: Int { min(2, max(0, Int(progress * 3))) }

  /// The remaining cells of a distance; negative while a spring overshoots.
  ///
  /// A spring overshoots by less than a cell, which is drawn as a whole cell while it is noticeable.
  func distance(of way: Int) -> Int {
    let exact = Double(way) * (1 - progress)
    guard progress > 1 else { return Int(exact.rounded()) }
    return progress > 1.015 ? min(-1, Int(exact.rounded())) : 0
  }
}

/// The duration for which each event of a scene is appearing.
///
/// A row without animations has no ``RowMotion``, and so costs nothing.
struct SceneMotion: Sendable {
  /// The default animation of each row, for events whose stream sets none.
  private let defaults: [Animation?]
  /// The longest animation of each row; nil for rows without animations.
  private let lengths: [SceneTime?]
  private let isInWallTime: Bool

  init(_ scene: Scene, plan: Recording) {
    let defaults = scene.rows.map(\.animation)
    self.defaults = defaults
    isInWallTime = scene.animationTime == .wall
    lengths = plan.rows.enumerated().map { position, row in
      let standard = defaults.indices.contains(position) ? defaults[position] : nil
      let longest = row.timeline.events.reduce(standard?.length ?? .zero) { max($0, $1.animation?.length ?? .zero) }
      return longest > .zero ? longest : nil
    }
  }

  /// The motion of a row at a moment; nil when nothing moves.
  func row(_ position: Int, at moment: FrameState) -> RowMotion? {
    guard moment.state != .finished, lengths.indices.contains(position), let length = lengths[position] else {
      return nil
    }
    let pace = isInWallTime ? moment.speedFactor : .normal
    return RowMotion(
      time: moment.time(ofRow: position), standard: defaults.indices.contains(position) ? defaults[position] : nil,
      length: pace.sceneSpan(ofWall: length.nanoseconds), pace: pace)
  }
}

/// The motion of a row at the time that it shows.
struct RowMotion {
  /// The scene time of the row.
  let time: SceneTime
  /// The default animation, for events whose stream sets none.
  let standard: Animation?
  /// The scene time after which every event is settled.
  let length: SceneTime
  /// Scene seconds per second of an animation.
  let pace: SpeedFactor

  /// Whether an event at `time` may still be appearing.
  func mayMove(_ time: SceneTime) -> Bool { time + length > self.time }

  /// How an event is appearing; nil when it is settled.
  func appearance(of event: Event) -> MarbleAppearance? {
    guard let animation = event.animation ?? standard, event.time <= time else { return nil }
    let elapsed = SceneTime(nanoseconds: pace.wallSpan(of: time - event.time))
    guard elapsed < animation.length else { return nil }
    return MarbleAppearance(transition: animation.transition, progress: animation.progress(at: elapsed))
  }
}
