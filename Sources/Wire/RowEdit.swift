package import Marbles
package import Scenes

/// A change of the expression of a live scene's row, for a viewer: events before it came from another expression.
package struct RowEdit: Hashable, Sendable {
  /// When the new expression took over.
  package var time: SceneTime
  /// The index of the row's first event after the change.
  package var index: Int
  /// The old expression; nil for a row that was added.
  package var old: String?
  /// How many events of a live row the new expression has not seen, because they had been forgotten.
  package var unseen: Int
  /// How many of them came after one that it has seen.
  package var skipped: Int

  /// The maximum number of characters of an old expression.
  static let maximumCharacters = 1000

  package init(_ edit: Recording.Row.Edit) {
    (time, index, unseen, skipped) = (edit.time, edit.index, edit.unseen, edit.skipped)
    old = edit.old.map { DisplayText.shortened($0, to: Self.maximumCharacters) }
  }

  /// The change as a recording has it.
  package var edit: Recording.Row.Edit {
    Recording.Row.Edit(time: time, index: index, old: old, unseen: unseen, skipped: skipped)
  }

  /// Members that are seldom needed are left out.
  func write(to object: inout JSONObject) {
    object.add("time", time)
    object.add("index", index)
    if let old { object.add("old", old) }
    if unseen > 0 { object.add("unseen", unseen) }
    if skipped > 0 { object.add("skipped", skipped) }
  }

  /// Nil without a time.
  init?(_ members: JSONMembers) {
    guard let time = members.time("time") else { return nil }
    self.time = time
    (index, old) = (members.count("index"), members.text("old"))
    (unseen, skipped) = (members.count("unseen"), members.count("skipped"))
  }
}
