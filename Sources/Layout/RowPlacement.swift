package import Marbles
internal import Scenes

/// Where everything of one row is, from its beginning to its end: the same for each frame, so that nothing moves while the
/// scene plays.
///
/// Columns are those of a plot that is not scrolled. Line 0 is the line of the row, and the lines above it count upwards.
package struct RowPlacement: Sendable {
  /// A text on a free line above the row, which belongs to the dot below it.
  package struct HungText: Hashable, Sendable {
    /// The place of its dot among the shapes of the row.
    package var shape: Int
    /// The texts of the events of the dot, from top to bottom.
    package var texts: [String]
    /// The line of the last text.
    package var line: Int
    /// The columns of the widest text.
    package var columns: Range<Int>
    /// The column of the dot.
    package var anchor: Int
    /// The first line above the dot, or above a mark that is above the dot.
    package var base: Int

    /// The lines that it covers.
    package var lines: ClosedRange<Int> { line...line + texts.count - 1 }
  }

  /// A mark on the line of the row, or above it where something else is in its column.
  package struct PlacedMark: Sendable {
    /// What the row did.
    package var mark: RowMark
    /// The column of the value that it means.
    package var column: Int
    /// 0 for the line of the row.
    package var line: Int
    /// The value, where there is room for it.
    package var text: String?
  }

  /// The end of the row.
  package struct End: Hashable, Sendable {
    /// The column of its sign.
    package var column: Int
    /// Whether it is the right border of the last marble: both are at one instant.
    package var isBorder: Bool
  }

  /// The marbles and dots, from left to right.
  package var shapes: [MarbleShape] = []
  /// The texts of dots, by their dots.
  package var texts: [HungText] = []
  /// By their columns.
  package var marks: [PlacedMark] = []
  /// Nil for a row without an end.
  package var end: End?
  /// The number of values that are cut off or have no text, and of marks that are hidden, if lines are missing.
  package var missing = 0
  /// The columns that the expression may cover in its line, from the left edge.
  package var expression = 0
  /// Whether that is not all of it.
  package var isExpressionCut = false
}

extension RowPlacement {
  /// The exact place of the end, in a scale that may be scrolled: at its time, but beside a circle or a dot of the same
  /// instant.
  package func exactEnd(at time: SceneTime, in scale: TimeScale) -> Double {
    guard var last = shapes.last, end != nil else { return scale.x(time) }
    last.scroll(by: scale)
    return max(scale.x(time), last.dock + (last.isDot ? 1 : MarbleForm.circle + 0.5))
  }
}

extension RowPlacement {
  /// The free cells above the row, with everything that takes some.
  package func freeLines(ofRow position: Int, in layout: TimelineLayout, measure: TextMeasure) -> FreeLines {
    let inside = (layout.density.height - 1) / 2
    var free = FreeLines(
      count: inside + layout.linesAbove(position), columns: layout.scale.left..<layout.scale.limit)
    for shape in shapes where !shape.isDot {
      for line in 1..<inside + 1 { free.take(shape.shoulders, line: line) }
    }
    if let line = layout.expressionLine(position) { free.take(0..<expression + 2, line: inside + line) }
    for mark in marks {
      free.take(mark.column..<mark.column + 1 + measure.width(of: mark.text ?? ""), line: mark.line)
    }
    for text in texts {
      free.take(
        FreeLines.Place(line: text.line, columns: text.columns), height: text.texts.count, at: text.anchor,
        from: text.base)
    }
    return free
  }
}

/// What a row consists of, for its placement.
package struct RowContents: Sendable {
  /// The events, also those that have not happened.
  package var events: [Event]
  /// By their places.
  package var marks: [RowMark]
  /// When the row ends, or was cancelled; nil for an open row.
  package var end: SceneTime?
  /// What is written on its marbles.
  package var labels: MarbleLabels
  /// The width of its expression, in columns; 0 for a row without one, or with one elsewhere.
  package var expression: Int

  /// Creates the contents of a row.
  package init(
    events: [Event], marks: [RowMark] = [], end: SceneTime? = nil, labels: MarbleLabels, expression: Int = 0
  ) {
    (self.events, self.marks, self.end) = (events, marks, end)
    (self.labels, self.expression) = (labels, expression)
  }
}
