internal import Expressions
public import Playback
public import Scenes
public import Wire

/// An edit to make before a run is prepared.
///
/// It is made where scenes are planned, not on the hub's thread: a large scene takes time.
public struct PendingEdit: Sendable {
  /// The scene with the edits so far.
  var history: EditHistory
  /// The edit to make.
  var edit: ControlRequest.Edit

  /// Makes the edit: all of its commands or none.
  ///
  /// - Parameter cancellation: stops reading the commands, whose constants are computed.
  /// - Throws: ``ControlRequest/Invalid`` with the place of the mistake.
  public func applied(cancellation: Cancellation = Cancellation()) throws(ControlRequest.Invalid) -> EditedScene {
    let constants = RunMeter.constants(cancellation: cancellation)
    var history = history
    switch edit {
    case .undo: history.undo()
    case .redo: history.redo()
    case .commands(let commands):
      var scene = history.scene
      var edits: [SceneEdit] = []
      for (index, command) in commands.enumerated() {
        do throws(SceneEditError) {
          let edit = try EditCommand.parse(command, in: scene, constants: constants)
          scene = try scene.applying(edit)
          edits.append(edit)
        } catch {
          throw Self.refusal(error, ofCommand: commands.count == 1 ? nil : index + 1)
        }
      }
      do throws(SceneEditError) { try history.apply(edits.count == 1 ? edits[0] : .all(edits)) } catch {
        throw Self.refusal(error, ofCommand: nil)
      }
    }
    let bytes = history.scene.approximateBytes()
    history.forgetOldest(keeping: EditedScenes.maximumEdits(ofSceneWithBytes: bytes))
    return EditedScene(history: history, bytes: bytes)
  }

  private static func refusal(_ error: SceneEditError, ofCommand number: Int?) -> ControlRequest.Invalid {
    let place = [number.map { "command \($0)" }, error.column.map { "column \($0)" }].compactMap { $0 }
    return ControlRequest.Invalid((place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + error.description)
  }
}

/// A scene with edits.
public struct EditedScene: Hashable, Sendable {
  /// The scene and its edits.
  public var history: EditHistory
  /// The approximate size of the scene, in bytes.
  var bytes: Int

  /// The approximate size with all edits, each of which may hold a copy of the scene.
  fileprivate var totalBytes: Int {
    let (bytes, overflow) = bytes.multipliedReportingOverflow(by: history.undoCount + history.redoCount + 2)
    return overflow ? .max : bytes
  }
}

/// The scenes with edits, within a capacity: an edited scene stays edited when its next turn comes.
struct EditedScenes: Sendable {
  /// The capacity, in bytes.
  static let capacity = 32 << 20
  /// The maximum number of scenes.
  static let maximumCount = 100
  /// The maximum number of edits of a scene that can be undone.
  static let maximumEdits = 1000

  private var entries: [(original: Scene, edited: EditedScene)] = []

  /// How many edits of a scene of this size can be undone: the history takes at most half of the capacity.
  static func maximumEdits(ofSceneWithBytes bytes: Int) -> Int {
    max(1, min(maximumEdits, capacity / 2 / max(1, bytes)))
  }

  /// The edits of a scene; nil when it has none.
  ///
  /// - Parameter original: the scene before its first edit.
  subscript(original: Scene) -> EditHistory? { entry(of: original)?.history }

  /// The edits of a scene, and the scene as it is stored: scenes that share their storage are compared quickly.
  func entry(of original: Scene) -> (original: Scene, history: EditHistory)? {
    entries.first { $0.original.name == original.name && $0.original == original }
      .map { ($0.original, $0.edited.history) }
  }

  /// Stores a scene, replacing one of the same name, and drops those that were not edited for the longest time.
  mutating func keep(_ edited: EditedScene, of original: Scene) {
    entries.removeAll { $0.original.name == original.name }
    entries.append((original, edited))
    var bytes = entries.reduce(0) { $0.addingReportingOverflow($1.edited.totalBytes).partialValue }
    while entries.count > 1, bytes > Self.capacity || entries.count > Self.maximumCount {
      bytes -= entries.removeFirst().edited.totalBytes
    }
  }
}
