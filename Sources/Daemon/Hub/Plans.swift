internal import Marbles
internal import Scenes

/// What happens in scenes that had their turn: the same each time, and it takes a run to find out.
struct Plans {
  /// The most events that are kept of all scenes, so that a playlist of large ones does not fill the memory.
  static let maximumEvents = 50_000

  private var plans: [Scene: Recording] = [:]
  private var events = 0

  /// Nil for what has not been kept.
  subscript(scene: Scene) -> Recording? { plans[scene] }

  /// Keeps a plan, in the place of all others when there is no room for it; one that is too large is not kept.
  mutating func keep(_ plan: Recording, of scene: Scene) {
    let count = plan.rows.reduce(0) { $0 + $1.timeline.events.count }
    guard count <= Self.maximumEvents / 10, plans[scene] == nil else { return }
    if events + count > Self.maximumEvents { (plans, events) = ([:], 0) }
    plans[scene] = plan
    events += count
  }
}
