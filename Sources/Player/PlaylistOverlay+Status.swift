package import Drawing
package import Wire

extension PlaylistOverlay {
  /// The information around a scene that a daemon plays.
  package init(
    _ playlist: PlaylistStatus, notice: String?, hint: String = "", showsCard: Bool = false, isPaused: Bool = false
  ) {
    self.init(
      showsCard: showsCard, position: playlist.position, count: playlist.count, length: playlist.length ?? "",
      next: playlist.next, message: playlist.message, notice: notice, hint: hint, isPaused: isPaused)
  }
}
