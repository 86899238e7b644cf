package import Marbles

extension TimelineLayout {
  /// What a layout depends on, beside the recording.
  package struct Options: Hashable, Sendable {
    /// The size of the frame.
    package var size: Room
    /// The time to show at once; nil for all.
    package var window: SceneTime?
    /// The latest time of any row of the frame, for open scenes.
    package var latest = SceneTime.zero
    /// The number of lines that the longest caption needs; 0 for a picture without a caption.
    package var captionLines = 0
    /// The maximum width of a marble, in columns.
    package var marbleWidth = TimelineLayout.defaultMarbleWidth
    /// Whether marbles are large wherever there is room for them.
    package var isPresenting = false
    /// Whether a vector picture is wanted, in which each value is a circle of one size.
    package var isVector = false

    /// The number of columns from which on marbles may be large.
    private static let large = 160
    /// The columns and the rows of cells from which on the marbles of a few rows may be large.
    private static let (close, tall, fewRows) = (120, 40, 5)

    /// The options of a frame that shows all of the time.
    package init(size: Room) { self.size = size }

    /// The rows of cells of a caption, in order of preference: all its lines and a blank, all its lines, fewer of them.
    func captions(room: Int) -> [Int] {
      guard captionLines > 0, size.rows >= 14 else { return [] }
      return (1...min(captionLines, TimelineLayout.longestCaption) + 1).reversed().filter { $0 < room }
    }

    /// When marbles are large.
    func large(rows: Int) -> RowStack.Large {
      if isVector { return .never }
      if isPresenting { return .always }
      if size.columns >= Self.large { return .roomy }
      return size.columns >= Self.close && size.rows >= Self.tall
        && rows <= Self.fewRows ? .close : .never
    }
  }
}
