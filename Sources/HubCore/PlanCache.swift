public import Scenes

/// Caches the plans of scenes: they are the same each time, and expensive to compute.
///
/// The oldest plan is evicted when the cache is full.
public struct PlanCache: Sendable {
  /// The default capacity in bytes, well below the `MemoryMax=512M` of the systemd units.
  public static let capacity = 64 << 20
  /// The maximum size of a plan, in bytes. A larger scene is not played: the plan stays in memory while its scene
  /// plays, and the run takes as much again.
  public static let maximumPlan = 96 << 20

  private var plans: [(scene: Scene, plan: Recording, bytes: Int)] = []
  private let capacity: Int
  /// The total size of the plans, in bytes.
  public private(set) var bytes = 0

  /// Creates an empty cache; `capacity` is in bytes.
  public init(capacity: Int = PlanCache.capacity) { self.capacity = capacity }

  /// The plan of a scene; nil when it is not cached.
  public subscript(scene: Scene) -> Recording? { plans.first { $0.scene == scene }?.plan }

  /// Stores a plan, unless it takes more than a quarter of the capacity.
  public mutating func keep(_ plan: Recording, of scene: Scene) {
    let size = plan.approximateBytes(upTo: capacity / 4) + scene.approximateBytes(upTo: capacity / 4)
    guard size <= capacity / 4, self[scene] == nil else { return }
    plans.append((scene, plan, size))
    bytes += size
    while bytes > capacity { bytes -= plans.removeFirst().bytes }
  }
}
