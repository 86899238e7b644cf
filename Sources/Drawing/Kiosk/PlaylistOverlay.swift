/// The information around a scene of a playlist: its position, the next scene, and a banner.
public struct PlaylistOverlay: Hashable, Sendable {
  /// Whether the title card is shown, before the scene starts.
  public var showsCard: Bool
  /// Whether the scene will start paused.
  public var isPaused: Bool
  /// The position in the playlist, from 1; nil for a scene that is not in it.
  public var position: Int?
  /// The number of scenes in the playlist.
  public var count: Int
  /// The length of its turn, such as `3 times` or `for 45 s`; empty when it plays once.
  public var length: String
  /// The title of the next scene.
  public var next: String
  /// The text of the banner.
  public var message: String?
  /// The last error.
  public var notice: String?
  /// A short text about keys, or about where to watch.
  public var hint: String
  /// Whether the keys that work are shown instead of the position.
  public var showsKeys = false
  /// The code with which a phone can steer; nil while none is shown.
  public var code: CodeCard?
  /// The number of phones that steer.
  public var phones = 0
  /// What is shown instead of the scene; nil for the scene.
  public var night: NightPicture?

  /// Creates the information; by default there is nothing to show.
  public init(
    showsCard: Bool = false, position: Int? = nil, count: Int = 0, length: String = "", next: String = "",
    message: String? = nil, notice: String? = nil, hint: String = "", isPaused: Bool = false
  ) {
    self.showsCard = showsCard
    self.position = position
    self.count = count
    self.length = length
    self.next = next
    self.message = message
    self.notice = notice
    self.hint = hint
    self.isPaused = isPaused
  }
}
