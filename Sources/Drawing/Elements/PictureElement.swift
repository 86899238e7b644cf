public import Layout
public import Marbles
public import Terminal

/// A part of a picture, placed in cells: what a painter of vectors needs to draw the same picture.
///
/// Columns and rows of cells count from 0, as in a ``Terminal/Canvas``. Vectors are not bound to cells, and show what
/// belongs to a moment at its exact place: an `x` is the number of columns from the left edge of the first one, and a
/// `shift` is that from the cells to the exact place. Both may have fractions.
///
/// A painter draws elements layer by layer, see ``layer``; in a layer, later ones are above earlier ones.
public enum PictureElement: Hashable, Sendable {
  /// A text in one row of cells.
  case text(Text)
  /// A filled rectangle behind text.
  case area(CellBounds, Style)
  /// A marble with its text.
  case marble(Marble)
  /// The line of a row with its ticks.
  case baseline(Baseline)
  /// A coloured part of the line of a row: a wait, or an inner stream.
  case trail(Trail)
  /// A line that leaves its cells by some of their sides: a connector, or a divider.
  case line(Line)
  /// A part of the playhead.
  case playhead(x: Double, rows: Range<Int>, Style)
  /// The mark of the playhead on the axis.
  case pointer(x: Double, row: Int, Style)
  /// The time beside ``pointer(x:row:_:)``.
  case clock(Text)
  /// The end of a row or of an inner stream.
  case end(End)

  /// A text in one row of cells.
  public struct Text: Hashable, Sendable {
    /// The characters; all of them can be shown.
    public var text: String
    /// The column of the first character.
    public var column: Int
    /// The row of cells.
    public var row: Int
    /// The width, in columns.
    public var width: Int
    /// The colours of the text.
    public var style: Style
    /// How far it is right of its cells, in columns: text of a moment is at the exact place.
    public var shift = 0.0
  }

  /// A marble with its text.
  public struct Marble: Hashable, Sendable {
    /// How solid a marble is.
    public enum Look: Hashable, Sendable {
      /// An event that happened.
      case solid
      /// An input event in the future.
      case ghost
      /// An input event that reached no output.
      case dropped
    }

    /// The cells that it covers; a marble in one row of cells is lower than one in three or five.
    public var bounds: CellBounds
    /// How far it is right of its cells, in columns, so that its middle is at its time.
    public var shift: Double
    /// The text; empty for a marble that is cut off by a window.
    public var text: String
    /// The columns of the text.
    public var textColumns: Range<Int>
    /// Whether the text is three rows of cells high.
    public var isBig: Bool
    /// How solid it is.
    public var look: Look
    /// The style of the text; its background is the colour of a solid marble.
    public var face: Style
    /// The style of the edge.
    public var edge: Style
  }

  /// The line of a row with its ticks.
  public struct Baseline: Hashable, Sendable {
    /// From the beginning of the row to its end.
    public var x: Range<Double>
    /// The row of cells.
    public var row: Int
    /// The places of the ticks.
    public var ticks: [Double]
    /// Whether ticks hang from the line, as on inputs, or stand on it.
    public var ticksHang: Bool
    /// The place of the playhead: what is right of it is in the future.
    public var now: Double
    /// Whether the row goes on after it.
    public var isOpen = false
    /// The style of the past.
    public var past: Style
    /// The style of the future.
    public var future: Style
  }

  /// A coloured part of the line of a row.
  public struct Trail: Hashable, Sendable {
    /// How the line is drawn.
    public enum Look: Hashable, Sendable {
      /// Dots: a wait.
      case dotted
      /// Fine dots on the line of a stage: no reader waits for a value.
      case unasked
      /// A thin line: an inner stream that is active.
      case thin
      /// A thick line: a wait for a known time, as far as it has run.
      case filled
    }

    /// From its beginning to its end.
    public var x: Range<Double>
    /// The row of cells.
    public var row: Int
    /// How the line is drawn.
    public var look: Look
    /// Its style.
    public var style: Style
  }

  /// A line that leaves each of its cells by some of its sides.
  public struct Line: Hashable, Sendable {
    /// A cell of a line.
    public struct Cell: Hashable, Sendable {
      /// The column of the cell.
      public var column: Int
      /// The row of the cell.
      public var row: Int
      /// The sides by which the line leaves the cell.
      public var sides: CellSides
      /// How far the line is right of the middle of the cell, in columns, so that it meets a marble at its time.
      public var shift = 0.0
    }

    /// The cells, from the source to the target or from top to bottom.
    public var cells: [Cell]
    /// Whether the line is dotted.
    public var isDotted: Bool
    /// Its style.
    public var style: Style
    /// The events that a connector joins, for a connector.
    public var events: Ends?

    /// The events that a connector joins.
    public struct Ends: Hashable, Sendable {
      /// The event from which the line comes.
      public var source: EventKey
      /// The event that was made from it.
      public var target: EventKey
    }
  }

  /// The end of a row or of an inner stream.
  public struct End: Hashable, Sendable {
    /// How it ended.
    public enum Kind: Hashable, Sendable {
      /// Normally.
      case finish
      /// With an error.
      case error
      /// Its consumer was cancelled.
      case cancelled
    }

    /// How it ended.
    public var kind: Kind
    /// The column.
    public var column: Int
    /// The exact place.
    public var x: Double
    /// The row of cells.
    public var row: Int
    /// Its style.
    public var style: Style
  }

  /// The order in which a painter draws.
  public enum Layer: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Backgrounds.
    case areas
    /// Lines of rows.
    case baselines
    /// Waits and inner streams.
    case trails
    /// Connectors and dividers.
    case lines
    /// The playhead.
    case playhead
    /// Marbles and ends of rows.
    case marbles
    /// Text that is not on a marble.
    case texts

    /// Whether a layer is below another one.
    public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
  }

  /// The layer to which it belongs.
  public var layer: Layer {
    switch self {
    case .area: .areas
    case .baseline: .baselines
    case .trail: .trails
    case .line: .lines
    case .playhead, .pointer: .playhead
    case .marble, .end: .marbles
    case .text, .clock: .texts
    }
  }

  /// The styles, in a fixed order for each kind of element, so that those of two themes correspond.
  public var styles: [Style] {
    switch self {
    case .text(let text), .clock(let text): [text.style]
    case .area(_, let style), .playhead(_, _, let style), .pointer(_, _, let style): [style]
    case .marble(let marble): [marble.face, marble.edge]
    case .baseline(let line): [line.past, line.future]
    case .trail(let trail): [trail.style]
    case .line(let line): [line.style]
    case .end(let end): [end.style]
    }
  }
}
