public import Scenes
public import Wire

/// Scenes that were sent to the daemon, by name: the newest that fit.
public struct UploadedScenes: Sendable {
  /// How many bytes all of them may take.
  public static let capacity = 32 << 20
  /// How many there may be.
  public static let maximumCount = 100
  /// Names that mean something else where a scene is asked for.
  public static let reservedNames = ["next", "previous"]

  private var entries: [(scene: Scene, bytes: Int)] = []
  private let capacity: Int
  /// How many bytes they take.
  public private(set) var bytes = 0

  /// Creates an empty store.
  public init(capacity: Int = UploadedScenes.capacity) { self.capacity = capacity }

  /// All of them, the oldest first.
  public var scenes: [Scene] { entries.map(\.scene) }

  /// The scene called `name`.
  public subscript(name: String) -> Scene? { entries.first { $0.scene.name == name }?.scene }

  /// Why a scene can't be kept; nil when it can.
  ///
  /// - Parameter bytes: its approximate size, counted where that may take a while.
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

  /// Keeps a scene, in the place of one of the same name, and drops the oldest where there is no room.
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
