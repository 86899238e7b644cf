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
  /// The number of edits that can be undone; nil for a daemon whose scenes can't be edited.
  package var edits: Int?
  /// The number of undone edits that can be made again; nil as for ``edits``.
  package var undone: Int?

  package init(
    position: Int? = nil, count: Int = 0, length: String? = nil, next: String = "", nextName: String = "",
    message: String? = nil, edits: Int? = nil, undone: Int? = nil
  ) {
    (self.position, self.count, self.length) = (position, count, length)
    (self.next, self.nextName, self.message) = (next, nextName, message)
    (self.edits, self.undone) = (edits, undone)
  }

  func write(to object: inout JSONObject) {
    object.add("position", position)
    object.add("count", count)
    object.add("length", length)
    object.add("next", next)
    object.add("nextName", nextName)
    object.add("message", message)
    if let edits { object.add("edits", edits) }
    if let undone { object.add("undone", undone) }
  }

  init(_ members: JSONMembers) {
    self.init(
      position: members.integer("position"), count: members.count("count"), length: members.text("length"),
      next: members.text("next") ?? "", nextName: members.text("nextName") ?? "", message: members.text("message"),
      edits: members.integer("edits").map { max(0, $0) }, undone: members.integer("undone").map { max(0, $0) })
  }
}
