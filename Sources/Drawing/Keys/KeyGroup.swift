/// A heading of the list of keys.
enum KeyGroup: String, CaseIterable {
  case playback = "Playback"
  case picture = "Picture"
  case editing = "Editing"
  case program = "Program"
}

extension KeyBinding {
  /// The heading under which the keys are listed.
  var group: KeyGroup {
    switch action {
    case .next, .pause, .step, .ends, .speed, .normalSpeed, .loop, .restart, .scene, .choose: .playback
    case .selectMarble, .selectRow, .unselect, .stages, .form, .lesson, .findings, .hide, .predict, .end, .compare,
      .reveal, .mouse:
      .picture
    case .edit, .operators, .move, .insert, .delete, .recolor, .addOutput, .addInput, .removeRow, .moveRow, .expect,
      .undo, .redo, .write, .command:
      .editing
    case .copy, .picture, .remote, .help, .leave: .program
    }
  }
}
