internal import Drawing
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
  /// The columns of the playhead at the beginning and at the end; nil when there is none.
  private let way: (start: Int, end: Int)?
  /// The rows of cells of the playhead.
  private let playheadRows: Range<Int>
  private let playheads: [[PictureElement]]
  /// The final end of each thin trail.
  private let longestTrails: [Start: Int]
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

  /// - Parameters:
  ///   - document: the scene and its recording.
  ///   - frames: its pictures.
  ///   - stopsForReducedMotion: whether a viewer who prefers less motion sees only the end.
  init(_ document: SceneDocument, _ frames: VectorFrames, stopsForReducedMotion: Bool = true) {
    self.stopsForReducedMotion = stopsForReducedMotion
    let (scene, recording) = (document.scene, document.recording)
    let rain = scene.rain == nil ? [] : Self.rainTimes(of: recording, in: scene)
    let all = Set(rain + (scene.kind == .timelines || rain.isEmpty ? Self.instants(of: recording) : [])).sorted()
    let step = max(1, (all.count + Self.most - 1) / Self.most)
    let times = all.enumerated().filter { $0.offset % step == 0 || $0.offset == all.count - 1 }.map(\.element)
    self.times = times
    let last = times.count - 1
    self.frames = times.enumerated().map { frames.frame(at: $0.offset == last && !scene.isEndless ? nil : $0.element) }
    speed = scene.speedFactor.value
    let duration = times.last ?? .zero
    (playing, round) = (
      duration.seconds / speed, duration.seconds / speed + (scene.isEndless ? 0 : Self.pause)
    )
    let heads = self.frames.map { frame in frame.looks.filter { $0.first?.playheadColumn != nil } }
    playheads = heads.first ?? []
    let columns = heads.map { $0.first?.first?.playheadColumn }
    if let start = columns.first ?? nil, let end = columns.last ?? nil {
      way = (start, end)
      isPlayheadSteady = zip(times, columns).allSatisfy { time, column in
        let share = duration > .zero ? time.seconds / duration.seconds : 0
        return column.map { abs(Double($0) - Double(start) - Double(end - start) * share) <= 1.5 } ?? false
      }
    } else {
      way = nil
      isPlayheadSteady = false
    }
    let rows = heads.joined().compactMap { $0.first?.playheadRows }
    playheadRows =
      (rows.map(\.lowerBound).min() ?? 0)..<(rows.map(\.upperBound).max() ?? 0)
    longestTrails = Self.longestTrails(in: self.frames)
  }

  /// The instants at which a picture changes.
  private static func instants(of recording: Recording) -> Set<SceneTime> {
    var times: Set<SceneTime> = [.zero, recording.duration]
    for row in recording.rows {
      times.formUnion(row.timeline.events.map(\.time))
      times.formUnion(row.notes.map(\.time))
      if let end = row.timeline.end.time { times.insert(end) }
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
    var style = ""
  }

  /// The parts of all frames; what is shown at the same times is one group.
  func fragments(_ painter: inout VectorPainter) -> Groups {
    var shown: [VectorFragment: [Int]] = [:]
    var order: [VectorFragment] = []
    for (index, frame) in frames.enumerated() {
      for looks in frame.looks {
        if isPlayheadSteady, looks.first?.isPlayhead == true { continue }
        for fragment in painter.fragments(of: stretched(looks), ids: { frame.ids[$0] }) {
          if shown[fragment] == nil { order.append(fragment) }
          if shown[fragment]?.last != index { shown[fragment, default: []].append(index) }
        }
      }
    }
    return grouped(order, shown)
  }

  /// A line that grows with the playhead in its final length: the clip at the playhead hides the rest.
  private func stretched(_ looks: [PictureElement]) -> [PictureElement] {
    guard isPlayheadSteady, case .trail(let trail)? = looks.first, trail.look == .thin else { return looks }
    let longest = longestTrails[Start(trail), default: trail.columns.upperBound]
    return looks.map { look in
      guard case .trail(var trail) = look else { return look }
      trail.columns = trail.columns.lowerBound..<longest
      return .trail(trail)
    }
  }

  /// Where a trail begins.
  private struct Start: Hashable {
    var column: Int
    var row: Int

    init(_ trail: PictureElement.Trail) { (column, row) = (trail.columns.lowerBound, trail.row) }
  }

  private static func longestTrails(in frames: [VectorFrames.Frame]) -> [Start: Int] {
    var longest: [Start: Int] = [:]
    for looks in frames.lazy.flatMap(\.looks) {
      guard case .trail(let trail)? = looks.first, trail.look == .thin else { continue }
      longest[Start(trail)] = max(longest[Start(trail)] ?? 0, trail.columns.upperBound)
    }
    return longest
  }

  /// A group of one layer that is shown at certain frames.
  private struct Group: Hashable {
    var layer: PictureElement.Layer
    var isPast: Bool
    var frames: [Int]
  }

  private func grouped(_ order: [VectorFragment], _ shown: [VectorFragment: [Int]]) -> Groups {
    var contents: [Group: [String]] = [:]
    var groups: [Group] = []
    for fragment in order {
      let group = Group(layer: fragment.layer, isPast: fragment.isPast, frames: shown[fragment] ?? [])
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
      }
      let content = contents[group, default: []].joined()
      result.groups.append(
        VectorFragment(
          layer: group.layer, isPast: group.isPast, svg: attributes.isEmpty ? content : "<g\(attributes)>\(content)</g>"
        ))
    }
    result.style = style(rules)
    return result
  }

  // MARK: Style

  private func style(_ rules: [String]) -> String {
    let seconds = round.css
    var style = ".h{visibility:hidden}.s{animation:\(seconds)s step-end infinite}" + rules.joined()
    var still = ".s"
    if isPlayheadSteady, let way {
      let (start, end) = (Double(way.start) * VectorPainter.cell.width, Double(way.end) * VectorPainter.cell.width)
      style +=
        ".q{transform:translateX(\(end.short)px);animation:q \(seconds)s linear infinite}"
        + "@keyframes q{0%{transform:translateX(\(start.short)px)}"
        + "\(percent(playing)){transform:translateX(\(end.short)px)}}"
      still += ",.q"
    }
    return stopsForReducedMotion ? style + "@media(prefers-reduced-motion:reduce){\(still){animation:none}}" : style
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
      return .playhead(column: 0, rows: playheadRows, style)
    }
    let pointer = (frames.first?.looks ?? []).first { looks in
      if case .pointer? = looks.first { true } else { false }
    }?.map { look -> PictureElement in
      guard case .pointer(_, let row, let style) = look else { return look }
      return .pointer(column: 0, row: row, style)
    }
    let parts = [whole, pointer].compactMap(\.self).flatMap { painter.fragments(of: $0, ids: { _ in nil }) }
    return "<g class=\"q\">\(parts.map(\.svg).joined())</g>"
  }
}

extension PictureElement {
  fileprivate var playheadColumn: Int? { if case .playhead(let column, _, _) = self { column } else { nil } }
  fileprivate var playheadRows: Range<Int>? { if case .playhead(_, let rows, _) = self { rows } else { nil } }

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
