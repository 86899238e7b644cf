internal import Drawing
public import Marbles
internal import Scenes
internal import Terminal

/// A vector picture that plays, and the places of its rows and marbles: what a page needs to move time and to let a
/// hand move marbles. Lengths are in units of the picture.
public struct PlayablePicture: Sendable {
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

  /// How times become horizontal positions.
  public struct Axis: Hashable, Sendable {
    /// The position of time 0.
    public var start: Double
    /// Units in a second of the scene.
    public var unitsPerSecond: Double
  }

  /// The picture.
  public var svg: String
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
  /// The axis; nil where places do not follow from times alone, as in a list, or in a window that follows the playhead.
  public var axis: Axis?

  /// Draws a document, which needs no size: its height fits the rows.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - plays: whether the picture plays; otherwise it shows the time of the document, and has no places.
  public init(_ document: SceneDocument, plays: Bool = true) {
    var document = document
    (document.isAnimated, document.isBare) = (plays, true)
    let film = plays ? SVGFormat.film(document, ownControls: true) : SVGFormat.frame(document)
    let frames = film.frames
    (svg, times) = (film.svg, film.times)
    let offset = SVGFormat.offset(ofRow: film.rows.lowerBound)
    width = Double(frames.size.columns) * VectorPainter.cell.width + 2 * offset.x
    height = Double(film.rows.count) * VectorPainter.cell.height + 2 * offset.x
    guard plays, case .timelines = document.scene.kind, let drawing = frames.drawings.first else { return }
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
    let scale = layout.scale
    guard !scale.isWindow else { return }
    let start = VectorPainter.middle(scale.center(.zero)) + offsetX
    let end = VectorPainter.middle(scale.center(scale.extent)) + offsetX
    if scale.extent > .zero, end > start {
      axis = Axis(start: start, unitsPerSecond: (end - start) / scale.extent.seconds)
    }
    let picture = drawing.picture(of: document.recording, at: moment, size: frames.size)
    marbles = picture.anchors.marbles.filter { $0.stream == nil }.map { marble in
      let shape = VectorPainter.shape(of: marble.bounds)
      return Marble(
        row: marble.row, events: marble.keys,
        box: Box(x: shape.x + offsetX, y: shape.y + offsetY, width: shape.width, height: shape.height))
    }
  }
}
