/// A scene with the edits that were made, undone and tried.
///
/// A drag or a text that is being typed is a preview: it replaces the preview before it, and counts as one edit once it
/// is kept.
public struct EditHistory: Hashable, Sendable {
  private struct Step: Hashable, Sendable {
    let edit: SceneEdit
    let inverse: SceneEdit
  }

  /// The scene before the first of ``edits``.
  public private(set) var original: Scene
  /// The scene with all edits and the preview.
  public private(set) var scene: Scene
  /// The scene with all edits, without the preview.
  private var kept: Scene
  private var preview: SceneEdit?
  private var done: [Step] = []
  private var undone: [Step] = []
  /// The edits that a file has; nil when an undone edit of it was replaced by another.
  private var saved: Int? = 0

  /// Creates a history without edits.
  public init(_ scene: Scene) { (original, self.scene, kept) = (scene, scene, scene) }

  /// The edits that were kept, oldest first.
  public var edits: [SceneEdit] { done.map(\.edit) }
  /// The number of edits that can be undone.
  public var undoCount: Int { done.count }
  /// The number of undone edits that can be made again.
  public var redoCount: Int { undone.count }
  /// Whether there is an edit to undo.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is an edit to redo.
  public var canRedo: Bool { !undone.isEmpty }
  /// Whether an edit changes a colour.
  public var changesColors: Bool { done.contains { $0.edit.changesColor } }
  /// Whether the scene differs from the saved one.
  public var hasUnsavedEdits: Bool { saved != done.count }

  /// Shows the scene with one more edit, which replaces the preview before it.
  ///
  /// - Parameter edit: an edit of the scene without a preview; nil ends the preview without an edit.
  /// - Throws: ``SceneEditError`` when the edit is refused; the preview before it then stays.
  public mutating func preview(_ edit: SceneEdit?) throws(SceneEditError) {
    guard edit != preview else { return }
    scene = if let edit { try kept.applying(edit) } else { kept }
    preview = edit
  }

  /// Keeps the preview as an edit.
  ///
  /// - Returns: whether it changes the scene.
  @discardableResult
  public mutating func keep() -> Bool {
    defer { preview = nil }
    guard let preview, scene != kept else {
      scene = kept
      return false
    }
    // A redone edit would no longer fit.
    if let saved, saved > done.count { self.saved = nil }
    done.append(Step(edit: preview, inverse: preview.inverse(in: kept)))
    undone = []
    kept = scene
    return true
  }

  /// Applies and keeps an edit.
  ///
  /// - Returns: whether it changes the scene.
  /// - Throws: ``SceneEditError`` when the edit is refused; then nothing changes.
  @discardableResult
  public mutating func apply(_ edit: SceneEdit) throws(SceneEditError) -> Bool {
    try preview(edit)
    return keep()
  }

  /// Takes the last edit back; ends a preview.
  ///
  /// - Returns: the edit; nil when there is none.
  @discardableResult
  public mutating func undo() -> SceneEdit? { go(from: \.done, to: \.undone, by: \.inverse) }

  /// Applies the edit that was undone last again; ends a preview.
  ///
  /// - Returns: the edit; nil when there is none.
  @discardableResult
  public mutating func redo() -> SceneEdit? { go(from: \.undone, to: \.done, by: \.edit) }

  private mutating func go(
    from source: WritableKeyPath<EditHistory, [Step]>, to target: WritableKeyPath<EditHistory, [Step]>,
    by direction: KeyPath<Step, SceneEdit>
  ) -> SceneEdit? {
    (scene, preview) = (kept, nil)
    // An edit and its inverse always fit the scene that they were made for.
    guard let step = self[keyPath: source].last, let next = try? kept.applying(step[keyPath: direction]) else {
      return nil
    }
    self[keyPath: source].removeLast()
    self[keyPath: target].append(step)
    (scene, kept) = (next, next)
    return step.edit
  }

  /// Forgets the oldest edits, which then can't be undone any more.
  ///
  /// - Parameter count: how many of the newest edits to keep.
  public mutating func forgetOldest(keeping count: Int) {
    let surplus = done.count - max(0, count)
    guard surplus > 0 else { return }
    for step in done.prefix(surplus) { original = (try? original.applying(step.edit)) ?? original }
    done.removeFirst(surplus)
    saved = saved.flatMap { $0 < surplus ? nil : $0 - surplus }
  }

  /// Notes that the scene is in a file now.
  public mutating func markSaved() { saved = done.count }
}

extension SceneEdit {
  /// Whether it changes the colour of an event or of a row.
  fileprivate var changesColor: Bool {
    switch self {
    case .setColor, .setRowColor: true
    case .all(let edits): edits.contains(where: \.changesColor)
    default: false
    }
  }
}
