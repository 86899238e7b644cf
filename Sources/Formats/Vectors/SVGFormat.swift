internal import Drawing
internal import Layout
internal import Marbles
internal import Narrations
internal import Scenes
internal import Terminal

/// Writes pictures as SVG: without scripts and without fonts of their own, with text as text.
package enum SVGFormat {
  /// The comment that says who has drawn a picture.
  private static let mark = "<!-- Drawn by marbled -->"
  /// The mark is behind the first tag.
  private static let markedBytes = 1024

  /// Whether marbled has drawn a picture, by its mark. A picture that only mentions marbled may be drawn by hand.
  package static func isMarked(_ svg: [UInt8]) -> Bool {
    String(decoding: svg.prefix(markedBytes), as: UTF8.self).contains(mark)
  }

  /// The blank margin around a picture, in units.
  private static let margin = 9.0

  /// The picture of a document at its time.
  static func still(_ document: SceneDocument) -> String { frame(document).svg }

  /// The picture of a document at its time, which does not play.
  ///
  /// - Parameter hasClock: whether the time is beside the playhead.
  static func frame(_ document: SceneDocument, hasClock: Bool = true) -> Film {
    let frames = VectorFrames(document)
    var painter = VectorPainter(themes: frames.themes)
    let frame = frames.frame(at: document.time)
    var layers: [PictureElement.Layer: [String]] = [:]
    for looks in frame.looks {
      if !hasClock, case .clock? = looks.first { continue }
      for fragment in painter.fragments(of: looks, ids: { frame.ids[$0] }) {
        layers[fragment.layer, default: []].append(fragment.svg)
      }
    }
    let body = PictureElement.Layer.allCases.map { layer in
      Self.layer(layer, layers[layer, default: []].joined())
    }.joined()
    let rows = Self.rows(of: [frame], document, frames.size)
    let svg = whole(document, frames, &painter, rows: rows, style: "", body)
    return Film(svg: svg, times: [], frames: frames, rows: rows)
  }

  /// A picture that plays.
  struct Film {
    var svg: String
    /// The part of its style sheet that makes it play, and the rules of its beginning that can replace that part.
    var motion = "", start = ""
    /// The instants at which something happens, from the beginning to the end.
    var times: [SceneTime]
    /// The layout of the pictures.
    var frames: VectorFrames
    /// The rows of cells of the pictures.
    var rows: Range<Int>
  }

  /// How far the left edge of the first column, and the upper edge of a row of cells, are from that of a picture.
  static func offset(ofRow row: Int) -> (x: Double, y: Double) {
    (margin, margin - Double(row) * VectorPainter.cell.height)
  }

  /// The picture of a document that plays by itself.
  static func animated(_ document: SceneDocument) -> String { film(document).svg }

  /// The picture of a document that plays.
  ///
  /// - Parameter ownControls: whether something else controls the motion, and asks for less if the user prefers that.
  static func film(_ document: SceneDocument, ownControls: Bool = false) -> Film {
    let frames = VectorFrames(document)
    let film = VectorFilm(document, frames, stopsForReducedMotion: !ownControls)
    var painter = VectorPainter(themes: frames.themes, isAnimated: film.isPlayheadSteady)
    let scenes = film.fragments(&painter)
    let body = PictureElement.Layer.allCases.map { layer in
      var content = scenes.groups.filter { $0.layer == layer }.map(\.svg).joined()
      if layer == .playhead { content += film.playhead(&painter) }
      return Self.layer(layer, content)
    }.joined()
    let rows = Self.rows(of: film.frames, document, frames.size)
    let height = Double(rows.upperBound) * VectorPainter.cell.height
    let svg = whole(
      document, frames, &painter, rows: rows, style: scenes.style,
      film.isPlayheadSteady
        ? "<clipPath id=\"past\"><rect class=\"q\" x=\"-9999\" y=\"-9\" width=\"9999\" height=\"\((height + 18).short)\"/>"
          + "</clipPath>" + body : body)
    return Film(
      svg: svg, motion: scenes.style, start: scenes.start, times: film.times, frames: frames, rows: rows)
  }

  /// A layer as a group, empty for nothing.
  private static func layer(_ layer: PictureElement.Layer, _ content: String) -> String {
    guard !content.isEmpty else { return "" }
    let attributes =
      switch layer {
      case .areas: ""
      case .baselines, .playhead: " fill=\"none\" stroke-width=\"1.5\""
      case .trails, .lines: " fill=\"none\" stroke-width=\"1.5\" stroke-linecap=\"round\""
      case .marbles: " class=\"m\" fill=\"none\" stroke-width=\"1.5\""
      case .texts: " class=\"t\""
      }
    return "<g\(attributes)>\(content)</g>\n"
  }

  private static let font =
    "text{font:15px ui-monospace,\"SF Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre}"
    + ".t text{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}.l text{stroke:none}.m text{text-anchor:middle;stroke:none}"
    + ".b{font-weight:700}.i{font-style:italic}.w{font-size:13px}.n{font-size:11px}"
    + ".k{stroke-width:2;stroke-dasharray:1 4}.e{stroke-width:6;stroke-linecap:butt}"

  /// Kana first, as rain has them; its characters stand apart, so other widths do no harm.
  private static let rainFont =
    "text{font-family:\"Noto Sans Mono CJK JP\",\"Source Han Mono\",Osaka-Mono,\"BIZ UDGothic\",\"MS Gothic\",ui-monospace,monospace}"

  private static func whole(
    _ document: SceneDocument, _ frames: VectorFrames, _ painter: inout VectorPainter, rows: Range<Int>,
    style: String, _ body: String
  ) -> String {
    let width = (Double(frames.size.columns) * VectorPainter.cell.width + 2 * margin).short
    let height = (Double(rows.count) * VectorPainter.cell.height + 2 * margin).short
    let offset = offset(ofRow: rows.lowerBound)
    let paper = painter.paper()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">
      \(mark)
      <title>\(XML.escaped(document.scene.title))</title>
      \(document.isDescribed ? "<desc>\(XML.escaped(description(of: document)))</desc>\n" : "")\
      <style>\(font)\(document.scene.kind.name == .matrix ? rainFont : "")\(painter.classes.rules)\(style)</style>
      <rect width="100%" height="100%" rx="8" class="\(paper)"/>
      <g transform="translate(\(offset.x.short) \(offset.y.short))">
      \(body)</g>
      </svg>

      """
  }

  /// The rows of cells of a picture: those that are used or, with a given size, always the same number. The last one,
  /// which has keys in a terminal, is left out when nothing is there. A bare picture has no blank rows above.
  private static func rows(of frames: [VectorFrames.Frame], _ document: SceneDocument, _ size: Size) -> Range<Int> {
    let elements = frames.lazy.flatMap(\.looks).compactMap(\.first)
    let used = elements.map(\.lastRow).max().map { $0 + 1 } ?? size.rows
    let top = elements.map(\.firstRow).min() ?? 0
    let first = document.isBare ? top : min(0, top)
    return first..<max(first, document.size.map { max(used, $0.rows - 1) } ?? used)
  }

  // MARK: In words

  /// The maximum number of sentences of a description.
  private static let sentences = 60

  /// What happens, in sentences.
  private static func description(of document: SceneDocument) -> String {
    let scene = document.scene
    if let sentence = scene.kind.sentence { return sentence }
    let narration = Narration(of: document.recording, scene, style: .spoken)
    let time = document.shown?.time ?? document.time
    let all = narration.everything.filter { sentence in
      // What a reader is to predict is not told.
      let isPredicted = sentence.isNote || scene.rows[sentence.row].expression != nil
      return [time, isPredicted ? document.revealed : nil].allSatisfy { $0.map { sentence.time <= $0 } ?? true }
    }.map(\.text)
    let shown = SceneIntroduction(to: scene).sentences + all.prefix(sentences)
    let rest = all.count - sentences
    let lesson = time == nil && document.revealed == nil ? scene.lesson(of: scene.rows.indices) : []
    return (shown + (rest > 0 ? ["And \(rest) more."] : []) + lesson).joined(separator: "\n")
  }
}

extension PictureElement {
  /// The first row of cells that it uses.
  var firstRow: Int {
    switch self {
    case .area(let bounds, _): bounds.rows.lowerBound
    case .marble(let marble): marble.bounds.rows.lowerBound
    case .line(let line): line.cells.map(\.row).min() ?? 0
    case .link(let link): min(link.start.row, link.end.row)
    case .playhead(_, let rows, _): rows.lowerBound
    case .label(let label): label.row - 1
    case .text, .clock, .baseline, .trail, .pointer, .end: lastRow
    }
  }

  /// The last row of cells that it uses.
  var lastRow: Int {
    switch self {
    case .text(let text), .clock(let text): text.row
    case .area(let bounds, _): bounds.rows.upperBound - 1
    case .marble(let marble): marble.bounds.rows.upperBound - 1
    case .baseline(let line): line.row
    case .trail(let trail): trail.row
    case .line(let line): line.cells.map(\.row).max() ?? 0
    case .link(let link): max(link.start.row, link.end.row)
    case .playhead(_, let rows, _): rows.upperBound - 1
    case .label(let label): label.row + 1
    case .pointer(_, let row, _): row
    case .end(let end): end.row
    }
  }
}
