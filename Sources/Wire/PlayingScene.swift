/// The scene that a daemon plays.
package struct PlayingScene: Hashable, Sendable {
  package var name: String
  package var title: String
  package var about: String
  package var isLive: Bool
  package var playlist: PlaylistStatus

  package init(name: String, title: String, about: String, isLive: Bool, playlist: PlaylistStatus = PlaylistStatus()) {
    (self.name, self.title, self.about, self.isLive, self.playlist) = (name, title, about, isLive, playlist)
  }

  func write(to object: inout JSONObject) {
    object.add("scene", name)
    object.add("title", title)
    object.add("about", about)
    object.add("live", isLive)
    playlist.write(to: &object)
  }

  /// Nil when the object names no scene.
  init?(_ members: JSONMembers) {
    guard let name = members.text("scene") else { return nil }
    self.init(
      name: name, title: members.text("title") ?? "", about: members.text("about") ?? "",
      isLive: members.flag("live") ?? false, playlist: PlaylistStatus(members))
  }
}
