internal import Layout
internal import Marbles
internal import Narrations
package import Scenes

/// What decides which keys work now: the scene, its state, and what the viewer may do.
package struct KeyContext: Hashable {
  /// Whether the scene has timelines, with marbles to select.
  package var hasMarbles: Bool
  /// Whether the scene has outputs to hide.
  package var hasOutputs: Bool
  /// Whether nothing of the scene ever changes.
  package var isStill: Bool
  /// Whether the scene plays live input.
  package var isLive: Bool
  /// The state of the playhead.
  package var state: FrameState.State
  /// Whether the speed is 1.
  package var isNormalSpeed: Bool
  /// Whether the scene restarts at its end.
  package var isLooping: Bool
  /// Whether an event is selected.
  package var hasSelection: Bool
  /// Whether the selected event is one of an input.
  package var selectsInput: Bool
  /// Whether a row is selected, with or without an event.
  package var hasRow: Bool
  /// Whether the selected row is an output.
  package var isOnOutput: Bool
  /// Whether the scene has only one row, which needs no selection.
  package var hasOneRow = false
  /// Whether a row is drawn as marbles.
  package var showsMarbles = true
  /// What can be undone, redone and saved.
  package var edits: EditState
  /// Whether outputs are hidden.
  package var hidesOutputs: Bool
  /// Whether outputs have what the viewer draws, which keys edit instead of the scene.
  package var isPredicting = false
  /// Whether something is drawn.
  package var hasDrawn = false
  /// Whether the scene has notes.
  package var hasLesson: Bool
  /// Whether the doctor has found mistakes that the viewer may read.
  package var hasFindings = false
  /// Whether a hidden output can be revealed now.
  package var canReveal: Bool
  /// Whether there are other scenes to go to.
  package var isOneOfSeveral: Bool
  /// Whether the picture is for an audience.
  package var isPresenting: Bool
  /// Whether a scene waits at its end, and another one follows.
  package var awaitsNext: Bool
  /// The noun for elements that don't fit on the screen; nil when all do.
  package var scrolled: String?
  /// What the keys may do.
  package var permissions: KeyPermissions

  /// Whether the scene can be edited: it has rows on a time axis.
  var canEdit: Bool { hasMarbles && !isPresenting && permissions.contains(.edit) }
  /// Whether keys edit the scene, and not what is drawn in hidden outputs.
  var editsScene: Bool { canEdit && !isPredicting }
  /// Whether time can be moved by keys: live input can't be repeated.
  var canSeek: Bool { !isStill && !isLive && permissions.contains(.seek) }
}

extension SceneDrawing {
  /// What decides which keys work at a moment.
  ///
  /// - Parameters:
  ///   - moment: the state that is shown.
  ///   - recording: the recording so far.
  ///   - scrolled: the noun for elements that don't fit on the screen; nil when all do.
  package func keyContext(at moment: FrameState, of recording: Recording, scrolled: String?) -> KeyContext {
    let hasMarbles = scene.kind == .timelines
    let isSelected = hasMarbles && moment.selected != nil
    var context = KeyContext(
      hasMarbles: hasMarbles && !scene.rows.isEmpty, hasOutputs: planned.hasOutputs,
      isStill: hasNoTime, isLive: isLive, state: moment.state,
      isNormalSpeed: moment.speedFactor == .normal, isLooping: moment.isLooping, hasSelection: isSelected,
      selectsInput: isSelected
        && moment.selected.map { scene.rows.indices.contains($0.row) && scene.rows[$0.row].input != nil } == true,
      hasRow: [moment.selected?.row, moment.focusedRow].contains { $0.map(scene.rows.indices.contains) == true },
      isOnOutput: (moment.selected?.row ?? moment.focusedRow).map { row in
        scene.rows.indices.contains(row) && scene.rows[row].expression != nil
      } == true,
      hasOneRow: scene.rows.count == 1,
      showsMarbles: currentReadings(at: moment).hasMarbles,
      edits: moment.edits, hidesOutputs: moment.hidesOutputs,
      hasLesson: planned.hasLesson, canReveal: nextHidden(in: recording, at: moment) != nil,
      isOneOfSeveral: moment.isOneOfSeveral,
      isPresenting: moment.isPresenting,
      awaitsNext: moment.isPresenting && moment.state == .finished && moment.place?.isLast == false,
      scrolled: scrolled, permissions: moment.permissions)
    context.hasFindings = !shownFindings(at: moment).isEmpty
    guard let outcome else { return context }
    func isDrawn(_ row: Int) -> Bool { outcome.rows.indices.contains(row) && !outcome.rows[row].isInput }
    context.isPredicting = true
    context.hasDrawn = scene.rows.indices.contains { isDrawn($0) && scene.rows[$0].timeline?.isBlank == false }
    context.selectsInput = context.selectsInput && moment.selected.map { isDrawn($0.row) } == true
    return context
  }

  /// Whether the scene has no events at all.
  private var hasNoTime: Bool { scene.kind != .timelines && scene.rows.isEmpty && plan.duration == .zero }
}

extension OverflowCount {
  /// The noun for elements that don't fit: rows or items of the scene, else items of a list.
  package func scrolled(or panels: [ListPanel]) -> String? {
    if above + below > 0 { return unit }
    return panels.first { $0.hidden.above + $0.hidden.below > 0 }?.hidden.unit
  }
}
