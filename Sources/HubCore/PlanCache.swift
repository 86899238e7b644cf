public import Scenes

/// What happens in scenes that were played: the same each time, and it takes a run to find out.
///
/// When there is no room for another plan, the one that was kept first goes.
public struct PlanCache: Sendable {
  /// How many bytes all plans may take, well below the `MemoryMax=512M` of the systemd units.
  public static let capacity = 64 << 20
  /// The largest plan that is played at all: it is held while its scene plays, and its run takes as much once more.
  public static let maximumPlan = 96 << 20

  private var plans: [(scene: Scene, plan: Recording, bytes: Int)] = []
  private let capacity: Int
  /// How many bytes the plans take.
  public private(set) var bytes = 0

  /// Creates an empty cache.
  public init(capacity: Int = PlanCache.capacity) { self.capacity = capacity }

  /// The plan of a scene; nil when it was not kept.
  public subscript(scene: Scene) -> Recording? { plans.first { $0.scene == scene }?.plan }

  /// Keeps a plan, unless it takes more than a quarter of the room.
  public mutating func keep(_ plan: Recording, of scene: Scene) {
    let size = plan.approximateBytes(upTo: capacity / 4) + scene.approximateBytes(upTo: capacity / 4)
    guard size <= capacity / 4, self[scene] == nil else { return }
    plans.append((scene, plan, size))
    bytes += size
    while bytes > capacity { bytes -= plans.removeFirst().bytes }
  }
}
