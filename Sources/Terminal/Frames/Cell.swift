/// One column of one row: a character and how it is drawn.
///
/// A character two columns wide is held by its left cell; the cell at its right is its continuation. A cell is held as
/// canvases hold it, so that setting one that is kept takes next to nothing.
public struct Cell: Hashable, Sendable {
  /// What is drawn here; of a cluster without its place, which only a canvas has.
  let glyph: Glyph
  /// The text where it is more than one scalar.
  private let cluster: String?
  /// How it is drawn.
  private(set) var pen: Pen

  /// A cell for `character`; one that cannot be shown in a cell (a control, a lone accent) becomes `�`.
  public init(_ character: Character = " ", style: Style = .plain) {
    self.init(text: DisplayWidth.of(character) > 0 ? Self.bounded(character) : "\u{FFFD}", style: style)
  }

  /// What is drawn here, one character without controls; empty in a continuation.
  public var text: String { cluster ?? (isContinuation ? "" : String(glyph.scalar)) }

  /// How it is drawn.
  public var style: Style {
    get { pen.style }
    set { pen = Pen(newValue) }
  }

  /// Whether this is the right half of the character at its left.
  public var isContinuation: Bool { glyph.isContinuation }

  /// Whether both show the same character, however it is drawn.
  public func shows(_ other: Cell) -> Bool { glyph == other.glyph && cluster == other.cluster }

  /// The columns that it takes, 1 or 2; 0 for a continuation.
  var width: Int { glyph.width }

  /// A cell with a text that is one character, or empty.
  init(text: String, style: Style) {
    pen = Pen(style)
    guard let character = text.first else {
      (glyph, cluster) = (.continuation, nil)
      return
    }
    if let glyph = Glyph(character) {
      (self.glyph, cluster) = (glyph, nil)
    } else {
      (glyph, cluster) = (Glyph(cluster: 0, Breadth(of: character)), text)
    }
  }

  /// A cell of a canvas.
  init(_ glyph: Glyph, cluster: String?, pen: Pen) {
    (self.glyph, self.cluster, self.pen) = (cluster == nil ? glyph : glyph.placed(at: 0), cluster, pen)
  }

  /// A letter can carry any number of accents; a terminal gets the first few.
  private static func bounded(_ character: Character) -> String {
    guard character.unicodeScalars.count > 16 else { return String(character) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: character.unicodeScalars.prefix(16))
    return String(text)
  }
}
