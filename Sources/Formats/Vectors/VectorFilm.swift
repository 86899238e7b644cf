internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// A picture that plays: the frames at all instants at which something happens, and when each of their parts is shown.
///
/// Between two instants nothing moves but the playhead.
struct VectorFilm {
  /// The times of the frames, from the beginning.
  let times: [SceneTime]
  let frames: [VectorFrames.Frame]
  /// Whether the playhead moves at a steady speed, as it does unless a window follows it.
  let isPlayheadSteady: Bool
  /// The places of the playhead at the beginning and at the end, in columns; nil when there is none.
  private let way: (start: Double, end: Double)?
  /// The rows of cells of the playhead.
  private let playheadRows: Range<Int>
  private let playheads: [[PictureElement]]
  /// The final end of each thin trail.
  private let longestTrails: [Start: Double]
  /// How long one round takes, and how much of it the scene plays, in seconds.
  private let (round, playing): (Double, Double)
  private let speed: Double

  /// How long the end is shown, in seconds.
  private static let pause = 2.5
  /// The maximum number of frames; of more, some are left out.
  private static let most = 600
  /// The frames of rain, and the distance of two.
  private static let rain = (count: 24, interval: SceneTime.milliseconds(150))

  private let stopsForReducedMotion: Bool
  /// The rows of cells whose row of the scene has its own refresh interval, in milliseconds.
  private let refreshes: [(cells: Range<Int>, interval: Int)]

  /// - Parameters:
  ///   - document: the scene and its recording.
  ///   - frames: its pictures.
  ///   - stopsForReducedMotion: whether a viewer who prefers less motion sees only the end.
  init(_ document: SceneDocument, _ frames: VectorFrames, stopsForReducedMotion: Bool = true) {
    self.stopsForReducedMotion = stopsForReducedMotion
    let scene = document.scene
    let times = Self.times(of: document)
    self.times = times
    let last = times.count - 1
    self.frames = times.enumerated().map { frames.frame(at: $0.offset == last && !scene.isEndless ? nil : $0.element) }
    speed = scene.speedFactor.value
    let duration = times.last ?? .zero
    (playing, round) = (
      duration.seconds / speed, duration.seconds / speed + (scene.isEndless ? 0 : Self.pause)
    )
    let heads = self.frames.map { frame in frame.looks.filter { $0.first?.playheadPlace != nil } }
    playheads = heads.first ?? []
    let places = heads.map { $0.first?.first?.playheadPlace }
    if let start = places.first ?? nil, let end = places.last ?? nil {
      way = (start, end)
      isPlayheadSteady = zip(times, places).allSatisfy { time, place in
        let share = duration > .zero ? time.seconds / duration.seconds : 0
        return place.map { abs($0 - start - (end - start) * share) < 0.01 } ?? false
      }
    } else {
      way = nil
      isPlayheadSteady = false
    }
    let rows = heads.joined().compactMap { $0.first?.playheadRows }
    playheadRows =
      (rows.map(\.lowerBound).min() ?? 0)..<(rows.map(\.upperBound).max() ?? 0)
    longestTrails = Self.longestTrails(in: self.frames)
    refreshes = Self.refreshes(of: document, frames)
  }

  private static func refreshes(of document: SceneDocument, _ frames: VectorFrames) -> [(
    cells: Range<Int>, interval: Int
  )] {
    let rows = document.scene.rows
    guard case .timelines = document.scene.kind, let drawing = frames.drawings.first,
      rows.contains(where: { $0.refreshInterval != nil })
    else { return [] }
    let layout = drawing.layout(at: document.moment(at: nil), size: frames.size)
    return layout.visibleRows.compactMap { position in
      rows[position].refreshInterval.map { (layout.band(position), Int($0 / .milliseconds(1))) }
    }
  }

  /// The refresh interval of the row to which all of an element belongs.
  private func refresh(of element: PictureElement?) -> Int? {
    guard !refreshes.isEmpty, let element else { return nil }
    return refreshes.first { $0.cells.contains(element.firstRow) && $0.cells.contains(element.lastRow) }?.interval
  }

  /// The times of the frames of a document.
  static func times(of document: SceneDocument) -> [SceneTime] {
    let (scene, recording) = (document.scene, document.recording)
    let rain = scene.rain == nil ? [] : rainTimes(of: recording, in: scene)
    let all = Set(rain + (scene.kind == .timelines || rain.isEmpty ? instants(of: recording) : [])).sorted()
    let step = max(1, (all.count + most - 1) / most)
    return all.enumerated().filter { $0.offset % step == 0 || $0.offset == all.count - 1 }.map(\.element)
  }

  /// The instants at which a picture changes.
  private static func instants(of recording: Recording) -> Set<SceneTime> {
    var times: Set<SceneTime> = [.zero, recording.duration]
    for row in recording.rows {
      times.formUnion(row.timeline.events.map(\.time))
      times.formUnion(row.notes.map(\.time))
      if let end = row.timeline.end.time ?? row.cancelled { times.insert(end) }
      for stream in row.inner {
        times.insert(stream.begin)
        times.formUnion(stream.events.map(\.time))
        if let end = stream.end.time { times.insert(end) }
      }
    }
    return times.filter { $0 <= recording.duration }
  }

  private static func rainTimes(of recording: Recording, in scene: Scene) -> [SceneTime] {
    let end = scene.isEndless ? rain.interval.nanoseconds * Int64(rain.count) : recording.duration.nanoseconds
    return (0...Int64(rain.count)).map { SceneTime(nanoseconds: end / Int64(rain.count) * $0) }
  }

  // MARK: Fragments

  /// The groups of a film, and the style that shows and hides them.
  struct Groups {
    var groups: [VectorFragment] = []
    /// The rules of the picture while it plays.
    var style = ""
    /// The rules of the picture as it is at the beginning, without motion.
    var start = ""
  }

  /// The parts of all frames; what is shown at the same times is one group.
  func fragments(_ painter: inout VectorPainter) -> Groups {
    var parts = Parts()
    for (index, frame) in frames.enumerated() {
      for looks in frame.looks {
        if isPlayheadSteady, looks.first?.isPlayhead == true { continue }
        let look = Look(looks: stretched(looks), id: frame.id(of: looks.first))
        // Most of a frame is in the frame before, too.
        if let known = parts.known[look] {
          parts.show(known, at: index)
          continue
        }
        let refresh = refresh(of: looks.first)
        let painted = painter.fragments(of: look.looks, ids: { frame.ids[$0] }).map { fragment in
          var fragment = fragment
          fragment.refresh = refresh
          return parts.index(of: fragment)
        }
        parts.known[look] = painted
        parts.show(painted, at: index)
      }
    }
    return grouped(parts)
  }

  /// An element as it looks in each theme, and the ids of its events.
  private struct Look: Hashable {
    var looks: [PictureElement]
    var id: String?

    /// The first theme tells nearly all of them apart.
    func hash(into hasher: inout Hasher) { hasher.combine(looks.first) }
  }

  /// The fragments of a film, in the order in which they are shown first.
  private struct Parts {
    var fragments: [VectorFragment] = []
    /// The frames that show each fragment.
    var frames: [[Int]] = []
    /// The fragments of each element.
    var known: [Look: [Int]] = [:]
    private var positions: [VectorFragment: Int] = [:]

    mutating func index(of fragment: VectorFragment) -> Int {
      if let position = positions[fragment] { return position }
      positions[fragment] = fragments.count
      fragments.append(fragment)
      frames.append([])
      return fragments.count - 1
    }

    mutating func show(_ indices: [Int], at frame: Int) {
      for index in indices where frames[index].last != frame { frames[index].append(frame) }
    }
  }

  /// A line that grows with the playhead in its final length: the clip at the playhead hides the rest.
  private func stretched(_ looks: [PictureElement]) -> [PictureElement] {
    if isPlayheadSteady, case .baseline? = looks.first { return looks.map(\.withoutPlayhead) }
    guard isPlayheadSteady, case .trail(let trail)? = looks.first, trail.look == .thin else { return looks }
    let longest = longestTrails[Start(trail), default: trail.x.upperBound]
    return looks.map { look in
      guard case .trail(var trail) = look else { return look }
      trail.x = trail.x.lowerBound..<longest
      return .trail(trail)
    }
  }

  /// Where a trail begins.
  private struct Start: Hashable {
    var x: Double
    var row: Int

    init(_ trail: PictureElement.Trail) { (x, row) = (trail.x.lowerBound, trail.row) }
  }

  private static func longestTrails(in frames: [VectorFrames.Frame]) -> [Start: Double] {
    var longest: [Start: Double] = [:]
    for looks in frames.lazy.flatMap(\.looks) {
      guard case .trail(let trail)? = looks.first, trail.look == .thin else { continue }
      longest[Start(trail)] = max(longest[Start(trail)] ?? 0, trail.x.upperBound)
    }
    return longest
  }

  /// A group of one layer that is shown at certain frames.
  private struct Group: Hashable {
    var layer: PictureElement.Layer
    var isPast: Bool
    var refresh: Int?
    var frames: [Int]
  }

  private func grouped(_ parts: Parts) -> Groups {
    var contents: [Group: [String]] = [:]
    var groups: [Group] = []
    for (fragment, shown) in zip(parts.fragments, parts.frames) {
      let group = Group(
        layer: fragment.layer, isPast: fragment.isPast, refresh: fragment.refresh, frames: shown)
      if contents[group] == nil { groups.append(group) }
      contents[group, default: []].append(fragment.svg)
    }
    var names: [[Int]: String] = [:]
    var result = Groups()
    var rules: [String] = []
    for group in groups {
      var attributes = group.isPast ? " clip-path=\"url(#past)\"" : ""
      if group.frames.count < frames.count {
        let name = names[group.frames] ?? "s\(names.count)"
        if names[group.frames] == nil {
          names[group.frames] = name
          rules.append(rule(name, group.frames))
        }
        let isHiddenAtLast = group.frames.last != frames.count - 1
        attributes += " class=\"s \(name)\(isHiddenAtLast ? " h" : "")\""
        // For a page that moves the time itself: the rules can't say it.
        if let refresh = group.refresh { attributes += " data-refresh=\"\(refresh)\"" }
      }
      let content = contents[group, default: []].joined()
      result.groups.append(
        VectorFragment(
          layer: group.layer, isPast: group.isPast, svg: attributes.isEmpty ? content : "<g\(attributes)>\(content)</g>"
        ))
    }
    result.style = style(rules)
    result.start = start(names.filter { $0.key.first == 0 }.map(\.value).sorted())
    return result
  }

  // MARK: Style

  private func style(_ rules: [String]) -> String {
    let seconds = round.css
    var style = ".h{visibility:hidden}.s{animation:\(seconds)s step-end infinite}" + rules.joined()
    var still = ".s"
    if isPlayheadSteady, let way {
      let (start, end) = (way.start * VectorPainter.cell.width, way.end * VectorPainter.cell.width)
      style +=
        ".q{transform:translateX(\(end.short)px);animation:q \(seconds)s linear infinite}"
        + "@keyframes q{0%{transform:translateX(\(start.short)px)}"
        + "\(percent(playing)){transform:translateX(\(end.short)px)}}"
      still += ",.q"
    }
    return stopsForReducedMotion ? style + "@media(prefers-reduced-motion:reduce){\(still){animation:none}}" : style
  }

  /// The rules of the beginning, at which some groups are visible.
  private func start(_ visible: [String]) -> String {
    let shown = visible.isEmpty ? "" : visible.map { ".\($0)" }.joined(separator: ",") + "{visibility:visible}"
    guard isPlayheadSteady, let way else { return ".s{visibility:hidden}" + shown }
    return ".s{visibility:hidden}" + shown
      + ".q{transform:translateX(\((way.start * VectorPainter.cell.width).short)px)}"
  }

  /// The keyframes of what is shown at certain frames.
  private func rule(_ name: String, _ shown: [Int]) -> String {
    let set = Set(shown)
    var (stops, isShown): (String, Bool?) = ("", nil)
    for index in times.indices where set.contains(index) != isShown {
      isShown = set.contains(index)
      stops += "\(percent(times[index].seconds / speed)){visibility:\(isShown == true ? "visible" : "hidden")}"
    }
    return ".\(name){animation-name:\(name)}@keyframes \(name){\(stops)}"
  }

  private func percent(_ seconds: Double) -> String { "\((round > 0 ? seconds / round * 100 : 0).css)%" }

  /// The playhead as one line that moves.
  func playhead(_ painter: inout VectorPainter) -> String {
    guard isPlayheadSteady, let line = playheads.first else { return "" }
    let whole = line.map { look -> PictureElement in
      guard case .playhead(_, _, let style) = look else { return look }
      return .playhead(x: 0, rows: playheadRows, style)
    }
    let pointer = (frames.first?.looks ?? []).first { looks in
      if case .pointer? = looks.first { true } else { false }
    }?.map { look -> PictureElement in
      guard case .pointer(_, let row, let style) = look else { return look }
      return .pointer(x: 0, row: row, style)
    }
    let parts = [whole, pointer].compactMap(\.self).flatMap { painter.fragments(of: $0, ids: { _ in nil }) }
    return "<g class=\"q\">\(parts.map(\.svg).joined())</g>"
  }
}

extension PictureElement {
  fileprivate var playheadPlace: Double? { if case .playhead(let x, _, _) = self { x } else { nil } }
  fileprivate var playheadRows: Range<Int>? { if case .playhead(_, let rows, _) = self { rows } else { nil } }

  /// The line of a row for a film, in which a clip tells past and future apart.
  fileprivate var withoutPlayhead: PictureElement {
    guard case .baseline(var line) = self else { return self }
    line.now = line.x.lowerBound
    return .baseline(line)
  }

  /// Whether it moves with the playhead.
  fileprivate var isPlayhead: Bool {
    switch self {
    case .playhead, .pointer, .clock: true
    default: false
    }
  }
}

extension Double {
  /// With at most three decimals, rounded down: what happens at an instant is there at that instant.
  fileprivate var css: String {
    let thousandths = Int((self * 1000).rounded(.down))
    var text = "\(thousandths / 1000)"
    guard thousandths % 1000 != 0 else { return text }
    let rest = String(thousandths % 1000)
    text += "." + String(repeating: "0", count: 3 - rest.count) + rest
    while text.last == "0" { text.removeLast() }
    return text
  }
}
