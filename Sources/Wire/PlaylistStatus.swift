/// The turn of the scene that plays, and what comes next.
package struct PlaylistStatus: Hashable, Sendable {
  /// The position in the playlist, from 1; nil for a scene that is not in it.
  package var position: Int?
  /// The number of entries in the playlist.
  package var count: Int
  /// The length of the turn, `3 times` or `for 45 s`; nil when the scene is played once.
  package var length: String?
  /// The title of the next scene.
  package var next: String
  /// The name of the next scene, for `control scene`.
  package var nextName: String
  /// The banner; nil for none.
  package var message: String?
  /// The edits of the scene; nil for a daemon whose scenes can't be edited.
  package var edits: Edits?

  /// How many edits a scene has.
  package struct Edits: Hashable, Sendable {
    /// The number of edits that can be undone.
    package var count: Int
    /// The number of undone edits that can be made again.
    package var undone: Int

    package init(count: Int = 0, undone: Int = 0) { (self.count, self.undone) = (count, undone) }
  }

  package init(
    position: Int? = nil, count: Int = 0, length: String? = nil, next: String = "", nextName: String = "",
    message: String? = nil, edits: Edits? = nil
  ) {
    (self.position, self.count, self.length) = (position, count, length)
    (self.next, self.nextName, self.message, self.edits) = (next, nextName, message, edits)
  }

  func write(to object: inout JSONObject) {
    object.add("position", position)
    object.add("count", count)
    object.add("length", length)
    object.add("next", next)
    object.add("nextName", nextName)
    object.add("message", message)
    if let edits {
      object.add("edits", edits.count)
      object.add("undone", edits.undone)
    }
  }

  init(_ members: JSONMembers) {
    self.init(
      position: members.integer("position"), count: members.count("count"), length: members.text("length"),
      next: members.text("next") ?? "", nextName: members.text("nextName") ?? "", message: members.text("message"),
      edits: members.integer("edits").map { Edits(count: max(0, $0), undone: max(0, members.integer("undone") ?? 0)) })
  }
}
