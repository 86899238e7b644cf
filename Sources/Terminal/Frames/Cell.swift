/// One cell of a screen: a character and its style.
///
/// The left cell of a character that is two columns wide holds it; the right cell is its continuation. Cells use the
/// same representation as canvases, so that setting a stored cell is cheap.
public struct Cell: Hashable, Sendable {
  /// The glyph; the position of a cluster is only valid in a canvas.
  let glyph: Glyph
  /// The text if it has more than one scalar.
  private let cluster: String?
  /// The style in the terminal's terms.
  private(set) var pen: PackedStyle

  /// A cell with `character`; a character that a cell cannot show (a control, a lone accent) becomes `�`.
  public init(_ character: Character = " ", style: Style = .plain) {
    // Frames make thousands of cells with a single scalar.
    if let glyph = Glyph(character), glyph.width > 0, glyph.ascii.map({ (0x20..<0x7F).contains($0) }) != false {
      self.init(glyph, cluster: nil, pen: PackedStyle(style))
      return
    }
    self.init(text: DisplayWidth.of(character) > 0 ? Self.bounded(character) : "\u{FFFD}", style: style)
  }

  /// The character without controls; empty in a continuation.
  public var text: String { cluster ?? (isContinuation ? "" : String(glyph.scalar)) }

  /// The style of the character.
  public var style: Style {
    get { pen.style }
    set { pen = PackedStyle(newValue) }
  }

  /// Whether this cell is the right half of the character to its left.
  public var isContinuation: Bool { glyph.isContinuation }

  /// Whether both show the same character, in any style.
  public func shows(_ other: Cell) -> Bool { glyph == other.glyph && cluster == other.cluster }

  /// The number of columns that it covers: 1, 2, or 0 for a continuation.
  public var width: Int { glyph.width }

  /// A cell with a text of one character or none.
  init(text: String, style: Style) {
    pen = PackedStyle(style)
    guard let character = text.first else {
      (glyph, cluster) = (.continuation, nil)
      return
    }
    if let glyph = Glyph(character) {
      (self.glyph, cluster) = (glyph, nil)
    } else {
      (glyph, cluster) = (Glyph(cluster: 0, CharacterWidth(of: character)), text)
    }
  }

  /// A cell of a canvas.
  init(_ glyph: Glyph, cluster: String?, pen: PackedStyle) {
    (self.glyph, self.cluster, self.pen) = (cluster == nil ? glyph : glyph.placed(at: 0), cluster, pen)
  }

  /// Limits the number of combining marks, which is unbounded in Unicode.
  private static func bounded(_ character: Character) -> String {
    guard character.unicodeScalars.count > 16 else { return String(character) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: character.unicodeScalars.prefix(16))
    return String(text)
  }
}
