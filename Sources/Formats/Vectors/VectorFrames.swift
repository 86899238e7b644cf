internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// The pictures of a document as elements, at any time: one layout for all of them, and one look for each theme.
struct VectorFrames {
  /// The size of the layout, in cells.
  let size: Size
  /// The themes: one, or those of light and dark surroundings, and perhaps of high contrast.
  let themes: [Theme]
  /// The drawings: one for each theme.
  let drawings: [SceneDrawing]
  private let document: SceneDocument

  /// A picture in each theme; the elements of all correspond.
  struct Frame {
    /// For each element, how it looks in each theme.
    let looks: [[PictureElement]]
    /// The ids of the events of marbles, by the bounds of the marble.
    let ids: [CellBounds: String]

    /// The ids of the events of an element; nil for what is no marble.
    func id(of element: PictureElement?) -> String? {
      if case .marble(let marble)? = element { ids[marble.bounds] } else { nil }
    }
  }

  init(_ document: SceneDocument) {
    self.document = document
    let settings = document.settings
    themes =
      settings.themeName.map { [.named($0)] } ?? [.light, .dark] + (document.hasHighContrast ? [.highContrast] : [])
    var scene = document.scene
    if document.isBare || document.isUntitled { (scene.title, scene.about) = ("", "") }
    var drawing = document.drawing(of: scene, Capabilities())
    // In a film, a wait would stand still between two instants.
    if document.isAnimated { drawing.reducesMotion = true }
    drawing.recordsElements = true
    drawing.hasCaption = !document.isBare || scene.kind != .timelines
    drawings = themes.map { theme in
      var themed = drawing
      themed.theme = theme
      return themed
    }
    if let size = document.size, scene.kind != .timelines {
      self.size = size
    } else {
      size = Self.fitting(drawing, document)
    }
  }

  /// The frame at a time; nil for the end.
  func frame(at time: SceneTime?) -> Frame {
    let moment = document.moment(at: time)
    let pictures = drawings.map { $0.picture(of: document.recording, at: moment, size: size) }
    let ids = Dictionary(
      pictures[0].anchors.marbles.map { marble in
        (marble.bounds, marble.keys.map(document.recording.id).joined(separator: " "))
      }
    ) { first, _ in first }
    let joined = pictures.map { Self.joined($0.elements) }
    return Frame(looks: joined[0].indices.map { index in joined.map { $0[index] } }, ids: ids)
  }

  /// The elements, with the parts of the playhead that touch as one.
  private static func joined(_ elements: [PictureElement]) -> [PictureElement] {
    var joined: [PictureElement] = []
    var playhead: Int?
    for element in elements {
      if case .playhead(let x, let rows, let style) = element {
        if let index = playhead, case .playhead(x, let before, style) = joined[index],
          before.upperBound == rows.lowerBound
        {
          joined[index] = .playhead(x: x, rows: before.lowerBound..<rows.upperBound, style)
          continue
        }
        playhead = joined.count
      }
      joined.append(element)
    }
    return joined
  }

  // MARK: Size

  /// The heights that are tried, in rows of cells.
  private static let heights = [24, 28, 32, 36, 40, 48, 64, 96, 160, 320, 640, 1_500, 4_000, 10_000]
  /// The height up to which all inner streams are shown, rather than their number.
  private static let mostForStreams = 96
  /// How many greater heights are tried for texts that are cut.
  private static let heightsForTexts = 4

  /// The most columns of a picture without a chosen width.
  private static let mostColumns = 110

  /// The given width, or the default one and what expressions need beside it.
  private static func columns(of drawing: SceneDrawing, _ document: SceneDocument, at moment: FrameState) -> Int {
    if let columns = document.size?.columns ?? document.columns { return columns }
    guard case .timelines = drawing.scene.kind else { return SceneDocument.defaultColumns }
    // Lists are beside the rows.
    guard !drawing.scene.rows.contains(where: { $0.form == .list }) else { return mostColumns }
    let layout = drawing.layout(at: moment, size: Size(columns: mostColumns, rows: heights[0]))
    return min(mostColumns, SceneDocument.defaultColumns + layout.columnsForExpressions)
  }

  /// The lowest size in which nothing is hidden, and as few texts are cut as in greater ones.
  private static func fitting(_ drawing: SceneDrawing, _ document: SceneDocument) -> Size {
    let recording = document.recording
    let moment = FrameState(time: recording.duration, state: .finished)
    let columns = columns(of: drawing, document, at: moment)
    // A row needs at least a row of cells. A given height is the least one.
    let given = document.size.map { [$0.rows] } ?? []
    let more = heights.filter { $0 > recording.rows.count || $0 == heights.last }
    let sizes = (given + more.filter { $0 > given.first ?? 0 })
      .map { Size(columns: columns, rows: $0) }
    func isWhole(_ size: Size) -> Bool { drawing.picture(of: recording, at: moment, size: size).isWhole }
    guard case .timelines = drawing.scene.kind else { return sizes.first(where: isWhole) ?? sizes[0] }
    let lanes = drawing.measures.lanes.map(\.count)
    let first = sizes.firstIndex { size in
      let layout = drawing.layout(at: moment, size: size)
      return layout.visibleRows.count == recording.rows.count
        && (size.rows > mostForStreams || layout.lanes.counts == lanes) && isWhole(size)
    }
    guard let first else { return sizes[sizes.count - 1] }
    let tried = sizes[first...].prefix(heightsForTexts).map { ($0, drawing.layout(at: moment, size: $0).missing) }
    let least = tried.map(\.1).min()
    return tried.first { $0.1 == least }?.0 ?? sizes[first]
  }
}

extension SceneDrawing.Picture {
  /// Whether no row, stream or item is hidden.
  fileprivate var isWhole: Bool {
    hidden.above + hidden.below + hidden.streams == 0
      && panels.allSatisfy { $0.hidden.above + $0.hidden.below == 0 }
  }
}
