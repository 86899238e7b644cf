internal import Marbles
internal import Scenes

/// How something that is not settled yet is coming in.
struct Appearance: Hashable {
  /// What moves.
  var transition: Animation.Transition
  /// From 0 on; a spring goes beyond 1 before it is there.
  var progress: Double

  /// Which of three looks it has, where there is no room for more: 0, 1, or 2 when it looks as it will.
  var stage: Int { min(2, max(0, Int(progress * 3))) }

  /// How many cells of a way it still has to go; less than none where a spring is beyond its place.
  ///
  /// What a spring goes too far is less than a cell. It is drawn as a whole one while it is worth seeing.
  func distance(of way: Int) -> Int {
    let exact = Double(way) * (1 - progress)
    guard progress > 1 else { return Int(exact.rounded()) }
    return progress > 1.015 ? min(-1, Int(exact.rounded())) : 0
  }
}

/// How long after its time each event of a scene is still coming in.
///
/// A row in which nothing is animated costs nothing: it has no ``RowMotion`` at all.
struct SceneMotion: Sendable {
  /// How the events of each row appear when their stream says nothing about it.
  private let defaults: [Animation?]
  /// The longest animation of each row; nil where nothing is animated.
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

  /// What moves in a row at a moment; nil when nothing does.
  func row(_ position: Int, at moment: Moment) -> RowMotion? {
    guard moment.state != .finished, lengths.indices.contains(position), let length = lengths[position] else {
      return nil
    }
    let pace = isInWallTime ? moment.speedFactor : .normal
    return RowMotion(
      time: moment.time(ofRow: position), standard: defaults.indices.contains(position) ? defaults[position] : nil,
      length: pace.sceneSpan(ofWall: length.nanoseconds), pace: pace)
  }
}

/// What moves in a row at the time that it shows.
struct RowMotion {
  /// What the row shows.
  let time: SceneTime
  /// How events appear whose stream says nothing about it.
  let standard: Animation?
  /// Scene time after which every event is settled.
  let length: SceneTime
  /// Scene seconds in one second of an animation.
  let pace: SpeedFactor

  /// Whether an event at `time` may still be coming in.
  func mayMove(_ time: SceneTime) -> Bool { time + length > self.time }

  /// How an event is coming in; nil when it is settled.
  func appearance(of event: Event) -> Appearance? {
    guard let animation = event.animation ?? standard, event.time <= time else { return nil }
    let elapsed = SceneTime(nanoseconds: pace.wallSpan(of: time - event.time))
    guard elapsed < animation.length else { return nil }
    return Appearance(transition: animation.transition, progress: animation.progress(at: elapsed))
  }
}
