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
  /// The name of a row and its expression, in a box.
  case label(Label)
  /// A filled rectangle behind text.
  case area(CellBounds, Style)
  /// A marble with its text.
  case marble(Marble)
  /// The line of a row with its ticks.
  case baseline(Baseline)
  /// A coloured part of the line of a row: a wait, or an inner stream.
  case trail(Trail)
  /// A line that leaves its cells by some of their sides: a divider, a stem, or the beginning of an inner stream.
  case line(Line)
  /// A line between a value and one that was made from it.
  case link(Link)
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

  /// The name of a row, and below it the lines of its expression, around the middle of the row.
  public struct Label: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The lines of the expression, whose letters are smaller.
    public var lines: [String]
    /// The columns for texts.
    public var columns: Range<Int>
    /// The row of cells of the middle of the row.
    public var row: Int
    /// Whether there is a box around the texts, which otherwise are at their right end.
    public var isBoxed: Bool
    /// The style of the name.
    public var style: Style
    /// The style of the expression.
    public var expressionStyle: Style
    /// The style of the box.
    public var box: Style
  }

  /// A marble: a circle of one size with a text in it, or a dot.
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

    /// The cells that it covers.
    public var bounds: CellBounds
    /// The exact place of its middle.
    public var x: Double
    /// The row of cells of its middle.
    public var row: Int
    /// The text in a circle; nil for a dot.
    public var text: String?
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

    /// The cells, from top to bottom.
    public var cells: [Cell]
    /// Whether the line is dotted.
    public var isDotted: Bool
    /// Its style.
    public var style: Style
  }

  /// A line between two events, which a painter routes: it knows what its shapes look like.
  public struct Link: Hashable, Sendable {
    /// An end of a line.
    public struct End: Hashable, Sendable {
      /// What is there.
      public enum Shape: Hashable, Sendable {
        /// The circle of a value.
        case circle
        /// The dot of a value.
        case dot
        /// The line of a row, on which the value is held, or the beginning of an inner stream.
        case line
      }

      /// The exact place.
      public var x: Double
      /// The row of cells.
      public var row: Int
      /// What is there.
      public var shape: Shape
    }

    /// Where the line comes from.
    public var start: End
    /// Where the line leads.
    public var end: End
    /// The event from which the line comes.
    public var source: EventKey
    /// The event that was made from it.
    public var target: EventKey
    /// Its style.
    public var style: Style
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
    case .line, .link: .lines
    case .playhead, .pointer: .playhead
    case .marble, .end: .marbles
    case .text, .clock, .label: .texts
    }
  }

  /// The styles, in a fixed order for each kind of element, so that those of two themes correspond.
  public var styles: [Style] {
    switch self {
    case .text(let text), .clock(let text): [text.style]
    case .area(_, let style), .playhead(_, _, let style), .pointer(_, _, let style): [style]
    case .label(let label): [label.style, label.expressionStyle, label.box]
    case .marble(let marble): [marble.face, marble.edge]
    case .baseline(let line): [line.past, line.future]
    case .trail(let trail): [trail.style]
    case .line(let line): [line.style]
    case .link(let link): [link.style]
    case .end(let end): [end.style]
    }
  }
}
