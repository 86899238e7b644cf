/// What can be done with the edits of a scene.
public struct EditState: Hashable, Sendable {
  /// Whether there is an edit to undo.
  public var canUndo = false
  /// Whether there is an undone edit to make again.
  public var canRedo = false
  /// Whether the scene has edits that are in no file.
  public var isUnsaved = false
  /// Why the last edit is not shown; nil when it is.
  public var refusal: String?
  /// What is still computed, or waits for the edit; the picture is that before it. Nil when it is what was asked for.
  public var progress: String?

  /// The ``progress`` of an edit.
  package static let computing = "computing…"

  /// Creates the state of a scene without edits.
  public init() {}
}
