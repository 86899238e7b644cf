/// A marble as it is drawn: its cells in a row, and its text.
package struct MarbleShape: Hashable {
  /// What a marble shows.
  package enum Face: Hashable {
    /// The text of its values.
    case text(String)
    /// A dot for this many values, whose text hangs on a free line.
    case dot(Int)
    /// A dot for this many values, for whose text there is no room.
    case hidden(Int)
    /// The text of a value in a circle around its time.
    case circle(String)
    /// The text of a value in three lines of big letters.
    case big(String, [String])
  }

  /// The indices of its events in the row.
  package var events: Range<Int>
  /// The column of its first event: of the first character, where connectors dock.
  package var anchor: Int
  /// The columns between its edges, and its edges.
  package var columns: Range<Int>
  package var face: Face
  /// The number of blank columns on each side of the text.
  package var padding = 0
  /// The exact place of its first event: the middle of a circle or of a dot in a vector picture.
  package var dock = 0.0

  /// How far its exact place is right of its column, in columns.
  package var shift: Double { dock - Double(anchor) - 0.5 }

  /// Whether it is one cell without a text.
  package var isDot: Bool {
    switch face {
    case .dot, .hidden: true
    case .text, .circle, .big: false
    }
  }

  /// Whether it is a circle around its time.
  package var isCircle: Bool { if case .circle = face { true } else { false } }

  /// Whether there are blanks around the text in its line.
  package var isMoreThanText: Bool {
    if case .big = face { return true }
    return padding > 0
  }
}

extension MarbleShape {
  /// The columns that it takes of a line above that of the row.
  var shoulders: Range<Int> { isCircle ? anchor - 1..<anchor + 2 : columns }

  /// Whether the plot of a scale shows all of it, if it is a circle.
  package func isWhole(in scale: TimeScale) -> Bool {
    let plot = Double(scale.columns.lowerBound)...Double(scale.columns.upperBound)
    return !isCircle || plot.contains(dock - MarbleForm.circle) && plot.contains(dock + MarbleForm.circle)
  }

  /// Moves it from the plot that is not scrolled into the columns of a scale.
  package mutating func scroll(by scale: TimeScale) {
    anchor -= scale.scrolled
    columns = columns.lowerBound - scale.scrolled..<columns.upperBound - scale.scrolled
    dock += scale.scrollShift - Double(scale.scrolled)
  }
}
