internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// What determines a frame while nothing moves but the playhead: from one column to the next, all frames are the same.
struct SteadyPicture: Equatable {
  /// What is shown of the time.
  private struct Time: Hashable {
    /// The number of instants that are over, by row.
    var past: [Int]
    /// The columns of the playhead and of what is known, by row.
    var columns: [Int]
    /// The columns by which rows are scrolled.
    var scrolled: [Int]
    /// The clocks of the picture.
    var clocks: [String]
  }

  /// What a viewer can change of a drawing.
  private struct Settings: Hashable {
    var theme: Theme
    var connectors: Connector.Choice
    var showsGhosts: Bool
    var marbleWidth: Int
    var reducesMotion: Bool
    var hasCaption: Bool
  }

  private let time: Time
  private let moment: FrameState
  private let size: Size
  private let scale: TimeScale
  private let settings: Settings
  private let plans: [DrawingPlan]
  /// The events so far of each row.
  private let events: [Int]

  static func == (left: SteadyPicture, right: SteadyPicture) -> Bool {
    left.time == right.time && left.moment == right.moment && left.size == right.size && left.scale == right.scale
      && left.settings == right.settings && left.events == right.events
      && left.plans.map(ObjectIdentifier.init) == right.plans.map(ObjectIdentifier.init)
  }

  /// Nil where more than the playhead may move.
  init?(of recording: Recording, by drawing: SceneDrawing, at moment: FrameState, size: Size) {
    let scene = drawing.scene
    guard moment.state == .playing, moment.hovered == nil, scene.kind == .timelines, scene.backdrop == nil,
      !drawing.isLive, !drawing.recordsElements, drawing.planned.rowContents.isEmpty, drawing.readings.forms.isEmpty,
      let instants = drawing.planned.instants
    else { return nil }
    // All rows: only the layout knows which are visible, and it takes longer.
    let rows = Array(scene.rows.indices)
    let times = rows.map { moment.time(ofRow: $0) } + [moment.time]
    let calm = drawing.showsMotion ? EmissionMotion(moment)?.length ?? .zero : .zero
    guard times.allSatisfy({ instants.isCalm(at: $0, for: calm) }),
      !drawing.showsMotion || rows.allSatisfy({ drawing.planned.motion.row($0, at: moment) == nil })
    else { return nil }
    let known = rows.map { drawing.knownTime(ofRow: $0, at: moment) }
    let layout = drawing.layout(at: moment, size: size)
    let scales = times.map(layout.scale.following)
    time = Time(
      past: (times + known).map(instants.count),
      columns: zip(times, scales).map { min($1.center($0), $1.end) } + zip(known, scales).map { $1.center($0) },
      scrolled: scales.map(\.scrolled),
      clocks: [layout.scale.extent, max(drawing.plan.duration, moment.time)].map {
        ClockText(upTo: $0).tenths(moment.time)
      })
    scale = layout.scale
    var still = moment
    (still.time, still.rowTimes) = (.zero, [])
    (self.moment, self.size) = (still, size)
    settings = Settings(
      theme: drawing.theme, connectors: drawing.connectors, showsGhosts: drawing.showsGhosts,
      marbleWidth: drawing.marbleWidth, reducesMotion: drawing.reducesMotion, hasCaption: drawing.hasCaption)
    plans = [drawing.planned, drawing.layoutPlan]
    events = recording.rows.map { row in row.timeline.events.partitioningIndex { $0.time > moment.time } }
  }
}

/// The instants at which something happens in a planned recording.
struct Instants: Sendable {
  /// In order, without duplicates.
  private let times: [SceneTime]

  /// The maximum number of events: there is always something new in a larger recording.
  private static let most = 10_000

  /// Nil for a large recording.
  init?(of recording: Recording) {
    var times: Set<SceneTime> = []
    for row in recording.rows {
      guard row.timeline.events.count + row.notes.count + row.inner.count <= Self.most - times.count else { return nil }
      times.formUnion(row.timeline.events.map(\.time) + row.notes.map(\.time))
      times.formUnion([row.timeline.end.time, row.cancelled].compactMap(\.self))
      for stream in row.inner {
        guard stream.events.count <= Self.most - times.count else { return nil }
        times.formUnion(stream.events.map(\.time) + [stream.begin, stream.end.time].compactMap(\.self))
      }
      for span in row.demand ?? [] { times.formUnion([span.lowerBound, span.upperBound]) }
      for send in row.sends {
        times.formUnion([send.called, send.returned, send.taken?.time, send.dropped?.time].compactMap(\.self))
      }
    }
    self.times = times.sorted()
  }

  /// The number of instants through a time.
  func count(through time: SceneTime) -> Int { times.partitioningIndex { $0 > time } }

  /// Whether the last instant is at least this long ago.
  func isCalm(at time: SceneTime, for length: SceneTime) -> Bool {
    let count = count(through: time)
    return count == 0 || time - times[count - 1] >= length
  }
}
