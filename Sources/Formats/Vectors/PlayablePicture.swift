internal import Drawing
internal import Layout
public import Marbles
internal import Scenes
internal import Terminal

/// A vector picture that plays, and the places of its rows and marbles: what a page needs to move time and to let a
/// hand move marbles. Lengths are in units of the picture.
public struct PlayablePicture: Sendable {
  /// Whether a picture plays.
  public enum Form: Hashable, Sendable {
    /// It plays from the beginning to the end.
    case film
    /// It shows the end, with the places and times of the film, and takes a fraction of its time.
    case end
    /// It shows the time of the document, and has no places.
    case moment
  }

  /// A rectangle.
  public struct Box: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
  }

  /// A visible row.
  public struct Row: Hashable, Sendable {
    /// The position in the scene.
    public var position: Int
    /// The whole height that belongs to the row, across the picture.
    public var band: Box
    /// The vertical middle of its marbles.
    public var middle: Double
    /// The horizontal place of the mark at its end; nil when it has none.
    public var end: Double?
    /// The place of its name and its expression, before its line.
    public var label: Box?
  }

  /// A marble.
  public struct Marble: Hashable, Sendable {
    /// The position of its row in the scene.
    public var row: Int
    /// The events that it shows: one, or several of one instant.
    public var events: [EventKey]
    /// Its place at the end of the scene.
    public var box: Box
  }

  /// A mark on the line of a row, or its end.
  public struct Mark: Hashable, Sendable {
    /// What it says.
    public enum Kind: String, Hashable, Sendable {
      /// A value was dropped.
      case drop
      /// A wait or a stream starts again.
      case again
      /// A time limit is over.
      case timeout
      /// A value of another stream decided something.
      case signal
      /// The row finishes.
      case finish
      /// The row fails.
      case fail
      /// The reader of the row cancels it.
      case cancel
    }

    /// The position of its row in the scene.
    public var row: Int
    /// What it says.
    public var kind: Kind
    /// The time of the value that was dropped, or of what happened.
    public var time: SceneTime
    /// The positions of its notes among those of the row; empty for an end.
    public var notes: [Int]
    /// Its place at the end of the scene.
    public var box: Box
  }

  /// How times become horizontal positions.
  public struct Axis: Hashable, Sendable {
    /// The position of time 0.
    public var start: Double
    /// Units in a second of the scene.
    public var unitsPerSecond: Double
    /// The time at its end.
    public var extent: SceneTime
  }

  /// The picture.
  public var svg: String
  /// The part of its style sheet that makes the picture play; empty for a still.
  public var motion: String
  /// The rules that show the beginning of the picture, in place of ``motion``.
  private let start: String
  /// The width of the picture.
  public var width: Double
  /// The height of the picture.
  public var height: Double
  /// The instants at which something happens, from the beginning to the end.
  public var times: [SceneTime]
  /// The visible rows with timelines.
  public var rows: [Row] = []
  /// The marbles of the rows, without those of inner streams.
  public var marbles: [Marble] = []
  /// Whether a marble is drawn as a dot, as it is too near to another.
  public var isDense: Bool {
    zip(marbles, marbles.dropFirst()).contains { one, other in
      one.row == other.row && min(one.box.height, other.box.height) < 30
        && abs(one.box.x + one.box.width / 2 - other.box.x - other.box.width / 2) < 36
    }
  }
  /// The marks and ends of the rows, without those of inner streams.
  public var marks: [Mark] = []
  /// The axis; nil where places do not follow from times alone, as in a list, or in a window that follows the playhead.
  public var axis: Axis?

  /// The picture at its beginning, which does not play, for a document with its own style sheet: the style sheet,
  /// and the picture without it.
  public var beginning: (style: String, svg: String) {
    guard let open = svg.firstRange(of: "<style>"), let close = svg.firstRange(of: "</style>"),
      open.upperBound <= close.lowerBound
    else { return ("", svg) }
    let style = String(svg[open.upperBound..<close.lowerBound])
    return (
      motion.isEmpty ? style : style.replacing(motion, with: start),
      String(svg[..<open.lowerBound] + svg[close.upperBound...])
    )
  }

  /// Draws a document, which needs no size: its height fits the rows.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - form: whether it plays.
  public init(_ document: SceneDocument, form: Form = .film) {
    var document = document
    (document.isAnimated, document.isBare) = (form != .moment, true)
    let film =
      form == .film
      ? SVGFormat.film(document, ownControls: true) : SVGFormat.frame(document, hasClock: form == .moment)
    let frames = film.frames
    svg = film.svg
    times = form == .end ? VectorFilm.times(of: document) : film.times
    (motion, start) = (film.motion, film.start)
    let offset = SVGFormat.offset(ofRow: film.rows.lowerBound)
    width = Double(frames.size.columns) * VectorPainter.cell.width + 2 * offset.x
    height = Double(film.rows.count) * VectorPainter.cell.height + 2 * offset.x
    guard form != .moment, case .timelines = document.scene.kind, let drawing = frames.drawings.first else { return }
    let moment = document.moment(at: nil)
    let layout = drawing.layout(at: moment, size: frames.size)
    let (offsetX, offsetY, width) = (offset.x, offset.y, width)
    func box(_ columns: Range<Int>, _ rows: Range<Int>) -> Box {
      Box(
        x: Double(columns.lowerBound) * VectorPainter.cell.width + offsetX,
        y: Double(rows.lowerBound) * VectorPainter.cell.height + offsetY,
        width: Double(columns.count) * VectorPainter.cell.width,
        height: Double(rows.count) * VectorPainter.cell.height)
    }
    rows = layout.visibleRows.map { position in
      var band = box(0..<1, layout.band(position))
      (band.x, band.width) = (0, width)
      return Row(position: position, band: band, middle: VectorPainter.middle(row: layout.middle(position)) + offsetY)
    }
    let picture = drawing.picture(of: document.recording, at: moment, size: frames.size)
    for case .label(let label) in picture.elements {
      guard let row = rows.firstIndex(where: { layout.middle($0.position) == label.row }) else { continue }
      var place = VectorPainter.box(of: label)
      (place.x, place.y) = (place.x + offsetX, place.y + offsetY)
      rows[row].label = place
    }
    let scale = layout.scale
    guard !scale.isWindow else { return }
    func x(_ columns: Double) -> Double { columns * VectorPainter.cell.width + offsetX }
    let (start, end) = (x(scale.x(.zero)), x(scale.x(scale.extent)))
    if scale.extent > .zero, end > start {
      axis = Axis(start: start, unitsPerSecond: (end - start) / scale.extent.seconds, extent: scale.extent)
    }
    for case .end(let end) in picture.elements {
      guard let row = rows.firstIndex(where: { layout.band($0.position).contains(end.row) }) else { continue }
      // The ends of inner streams are before that of the row.
      guard x(end.x) > rows[row].end ?? 0 else { continue }
      rows[row].end = x(end.x)
    }
    /// A box that a finger can touch.
    func box(x: Double, row: Int, height: Double) -> Box {
      Box(x: x - 9, y: VectorPainter.middle(row: row) + offsetY - height / 2, width: 18, height: height)
    }
    marks = picture.anchors.marks.map { placed in
      Mark(
        row: placed.row, kind: Mark.Kind(placed.mark.kind), time: placed.mark.place, notes: placed.mark.notes,
        box: box(x: x(placed.x), row: placed.line, height: 24))
    }
    for row in rows {
      let recorded = document.recording.rows[row.position]
      guard let x = row.end, let (kind, time) = Mark.Kind.end(of: recorded) else { continue }
      marks.append(
        Mark(
          row: row.position, kind: kind, time: time, notes: [],
          box: box(x: x, row: layout.middle(row.position), height: 40)))
    }
    marbles = picture.anchors.marbles.filter { $0.stream == nil }.map { marble in
      let radius = VectorPainter.radius(isDot: marble.bounds.columns.count == 1)
      let y = VectorPainter.middle(row: marble.bounds[.center].row) + offsetY
      return Marble(
        row: marble.row, events: marble.keys,
        box: Box(x: x(marble.dock) - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
    }
  }
}

extension PlayablePicture.Mark.Kind {
  fileprivate init(_ kind: RowMark.Kind) {
    self =
      switch kind {
      case .signal: .signal
      case .drop: .drop
      case .again: .again
      case .timeout: .timeout
      }
  }

  /// How and when a row ends; nil when it stays open.
  fileprivate static func end(of row: Recording.Row) -> (kind: Self, time: SceneTime)? {
    switch row.timeline.end {
    case .finish(let time): (.finish, time)
    case .error(let time, _): (.fail, time)
    case .open: row.cancelled.map { (.cancel, $0) }
    }
  }
}
