internal import Marbles
internal import Scenes
internal import Wire

/// The right to edit: one editor at a time.
public struct EditingPen: Hashable, Sendable {
  /// How long an editor keeps the pen after an edit, in wall nanoseconds.
  public static let holdTime: Int64 = 30_000_000_000
  /// The name of an editor without one.
  public static let anonymous = "anonymous"

  /// Who edits.
  public var editor: String
  /// When others may edit, too, in wall nanoseconds.
  public var end: Int64
}

// One editor changes the scene that plays, and all viewers see it.
extension HubState {
  mutating func edit(
    _ edit: ControlRequest.Edit, _ request: Request, _ now: Int64, _ playhead: SceneTime
  ) -> [HubEffect] {
    guard let run else { return refuse(request, ControlRequest.Invalid("nothing is played", .conflict)) }
    if let refusal = refusal(of: edit, in: request.content.editedScene, for: run) ?? penRefusal(for: request, now) {
      return refuse(request, refusal)
    }
    return prepare(run.source, for: request, .again, from: playhead, now)
  }

  /// Keeps a scene that was edited, and gives its editor the pen.
  mutating func keep(_ edited: EditedScene, of original: Scene, for request: Request, _ now: Int64) {
    edits.keep(edited, of: original)
    pen = EditingPen(editor: request.editor, end: now.addingSaturated(EditingPen.holdTime))
  }

  /// The edits of the scene that is shown; nil when it has none.
  var history: EditHistory? { run.flatMap { edits[$0.original] } }

  private func refusal(
    of edit: ControlRequest.Edit, in name: String?, for run: Run
  ) -> ControlRequest.Invalid? {
    let scene = run.entry.scene
    if let name, name != scene.name {
      let name = DisplayText.shortened(name, to: 40)
      return ControlRequest.Invalid("\(scene.name) plays now, so the edit of \(name) was not made", .conflict)
    }
    if scene.isLive, run.turn.phase == .ended { return Self.isOver(scene) }
    if scene.kind != .timelines {
      return ControlRequest.Invalid("\(scene.name) has no rows on a time axis, so it can't be edited", .conflict)
    }
    switch edit {
    case .undo where history?.canUndo != true:
      return ControlRequest.Invalid("\(scene.name) has no edit to undo", .conflict)
    case .redo where history?.canRedo != true:
      return ControlRequest.Invalid("\(scene.name) has no undone edit", .conflict)
    case .undo, .redo, .commands: return nil
    }
  }

  /// Nothing arrives any more that an edited expression could follow.
  static func isOver(_ scene: Scene) -> ControlRequest.Invalid {
    ControlRequest.Invalid("\(scene.name) is over: nothing arrives any more that an edit could follow", .conflict)
  }

  /// Another editor holds the pen, or is about to get it.
  private func penRefusal(for request: Request, _ now: Int64) -> ControlRequest.Invalid? {
    var holder = pen
    if case .preparing(let preparation, _) = activity, case .request(let earlier, .again) = preparation.purpose,
      earlier.content.edit != nil
    {
      holder = EditingPen(editor: earlier.editor, end: now.addingSaturated(EditingPen.holdTime))
    }
    guard let holder, holder.editor != request.editor, now < holder.end else { return nil }
    let seconds = (holder.end.subtractingSaturated(now) + 999_999_999) / 1_000_000_000
    let name = DisplayText.shortened(holder.editor, to: ControlRequest.maximumEditorCharacters)
    return ControlRequest.Invalid("\(name) is editing; try again in \(seconds) s", .conflict)
  }
}

extension HubState.Request {
  /// The name of the editor.
  var editor: String { content.editor ?? EditingPen.anonymous }
}
