internal import Scenes

/// A playlist, and where in it playback is.
struct PlaylistPosition: Sendable {
  /// The scene of a turn.
  enum Target: Hashable {
    /// An entry of the playlist.
    case place(Playlist.Place)
    /// A requested scene that is not in the playlist.
    case guest(Playlist.Entry)
  }

  private(set) var playlist: Playlist
  /// The place of the current entry; during the turn of a guest, that of the entry before it.
  private(set) var place = Playlist.Place()

  init(_ playlist: Playlist) { self.playlist = playlist }

  /// The place of the next entry.
  var next: Playlist.Place { playlist.place(after: place) }

  func entry(of target: Target) -> Playlist.Entry {
    switch target {
    case .place(let place): playlist[place]
    case .guest(let entry): entry
    }
  }

  /// The entry of the playlist with this name; nil when there is none.
  func target(named name: String) -> Target? {
    playlist.place(of: name, inRound: place.round).map { .place($0) }
  }

  /// Moves to an entry; a guest interrupts the playlist where it is.
  mutating func move(to target: Target) {
    if case .place(let place) = target { self.place = place }
  }

  /// Replaces the playlist: the current entry is found by its name, and the new playlist determines the next one.
  mutating func replace(by playlist: Playlist) {
    let current = self.playlist[place].scene.name
    self.playlist = playlist
    place =
      playlist.place(of: current, inRound: place.round)
      ?? playlist.place(before: Playlist.Place(round: place.round, index: 0))
  }
}
