public import Scenes
public import Wire

/// The newest scenes that clients have uploaded, by name, within a capacity.
public struct UploadedScenes: Sendable {
  /// The default capacity, in bytes.
  public static let capacity = 32 << 20
  /// The maximum number of scenes.
  public static let maximumCount = 100
  /// Names with another meaning in requests.
  public static let reservedNames = ["next", "previous"]

  private var entries: [(scene: Scene, bytes: Int)] = []
  private let capacity: Int
  /// The total size of the scenes, in bytes.
  public private(set) var bytes = 0

  /// Creates an empty store; `capacity` is in bytes.
  public init(capacity: Int = UploadedScenes.capacity) { self.capacity = capacity }

  /// All scenes, oldest first.
  public var scenes: [Scene] { entries.map(\.scene) }

  /// The scene called `name`; nil when there is none.
  public subscript(name: String) -> Scene? { entries.first { $0.scene.name == name }?.scene }

  /// Why a scene can't be stored; nil when it can.
  ///
  /// - Parameter bytes: the approximate size of the scene, computed off the hub's thread.
  public func refusal(of scene: Scene, bytes: Int) -> ControlRequest.Invalid? {
    if Self.reservedNames.contains(scene.name) {
      return ControlRequest.Invalid(
        "a scene can't be called `\(scene.name)`: `control scene \(scene.name)` goes through the playlist; choose another name"
      )
    }
    guard bytes <= capacity else {
      return ControlRequest.Invalid(
        "scene \(scene.name) takes more than \(capacity >> 20) MiB of memory, which is the limit of uploaded scenes",
        .tooLarge)
    }
    return nil
  }

  /// Stores a scene, replacing one of the same name, and evicts the oldest ones when the store is full.
  mutating func keep(_ scene: Scene, bytes size: Int) {
    entries.removeAll { entry in
      guard entry.scene.name == scene.name else { return false }
      bytes -= entry.bytes
      return true
    }
    entries.append((scene, size))
    bytes += size
    while bytes > capacity || entries.count > Self.maximumCount { bytes -= entries.removeFirst().bytes }
  }
}
