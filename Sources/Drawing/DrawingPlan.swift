internal import Layout
internal import Marbles
internal import Narrations
internal import Scenes
internal import Synchronization
internal import Terminal

/// Facts about a scene and its recording that pictures need.
///
/// Facts that require a look at every event are computed lazily, so that a frame of a million events pays only for what
/// it shows. Copies of a drawing share the results.
final class DrawingPlan: Sendable {
  let scene: Scene
  /// Whether the scene plays live input.
  let isLive: Bool
  /// Whether the scene has notes.
  let hasLesson: Bool
  let recording: Recording
  private let glyphs: GlyphSet
  private let isGrowing: Bool
  private let readings: RowReadings

  private let theContent = Lazy<ListContent?>()
  private let theRowContents = Lazy<[ListContent]>()
  private let theMeasures = Lazy<LayoutMetrics>()
  private let theFates = Lazy<EventFates>()
  private let theNarration = Lazy<Narration>()
  private let theHasOutputs = Lazy<Bool>()
  private let theIsEndless = Lazy<Bool>()
  private let theInstants = Lazy<Instants?>()
  private let theWaits = Lazy<OpenWaits>()
  private let theMotion = Lazy<SceneMotion>()
  private let theLosses = Lazy<[[String]]>()
  private let theReadings = Latest<[String: RowForm], RowReadings>()
  private let theEndingLines = Latest<Int, Int>()
  private let theFindings = Mutex(SceneFindings())
  private let theSentences = Mutex<[Instant: [String]]>([:])

  /// A row and a time.
  private struct Instant: Hashable {
    var row: Int
    var time: SceneTime
  }

  /// The maximum number of instants whose sentences are kept.
  private static let keptInstants = 500

  /// - Parameters:
  ///   - isGrowing: whether the recording is a part of a growing one.
  ///   - readings: what is read from the values of each row.
  init(
    _ scene: Scene, _ recording: Recording, _ glyphs: GlyphSet, isGrowing: Bool = false,
    readings: RowReadings = RowReadings()
  ) {
    (self.scene, self.recording, self.glyphs, self.isGrowing) = (scene, recording, glyphs, isGrowing)
    // Both look at every row.
    (isLive, hasLesson) = (scene.isLive, scene.hasLesson)
    self.readings = readings
  }

  /// Computes the facts about every event, unless `isStopped`; they are then ready for the first frame.
  func prepare(until isStopped: () -> Bool) {
    let facts: [(DrawingPlan) -> Void] = [
      { _ = $0.content }, { _ = $0.rowContents }, { _ = $0.measures }, { _ = $0.fates }, { _ = $0.narration },
      { _ = $0.motion }, { _ = $0.losses },
    ]
    let rows = scene.rows.indices.map { row in
      { (plan: DrawingPlan) in
        _ = plan.fates.waits(row: row, at: 0)
        _ = plan.fates.hasDrops(row: row)
        _ = plan.waits.waits(ofRow: row, at: .zero)
        _ = plan.measures.marks(ofRow: row)
      }
    }
    for fact in facts + rows {
      if isStopped() { return }
      fact(self)
    }
  }

  /// The contents of a list scene; nil for other scenes.
  var content: ListContent? { theContent.value { ListContent(of: scene, recording, glyphs) } }

  /// The contents of the rows that are shown as lists.
  var rowContents: [ListContent] { theRowContents.value { ListContent.rows(of: scene, recording, glyphs) } }

  /// The measures that determine the layout.
  var measures: LayoutMetrics {
    theMeasures.value {
      var labels = scene.rows.map { MarbleLabels(of: $0, hasColors: true) }
      for (position, reading) in readings.all.enumerated() where labels.indices.contains(position) {
        labels[position].number = reading.number
      }
      return LayoutMetrics(recording, labels: labels, measure: Glyphs(glyphs).measure, isGrowing: isGrowing)
    }
  }

  /// The fate of every event.
  var fates: EventFates { theFates.value { EventFates(of: recording, in: scene) } }

  /// The sentences about every event, with whole values.
  var narration: Narration { theNarration.value { Narration(of: recording, scene) } }

  /// The sentences beside a picture, in which objects are called by the texts on their marbles.
  var captions: Narration {
    var captions = narration
    captions.usesLabels = true
    return captions
  }

  /// The sentences about a row at an instant, kept for the next frames.
  func sentences(ofRow row: Int, at time: SceneTime) -> [String] {
    let instant = Instant(row: row, time: time)
    if let kept = theSentences.withLock({ $0[instant] }) { return kept }
    let sentences = captions.sentences(ofRow: row, at: time, isPlain: isLive).map(\.text)
    theSentences.withLock { all in
      if all.count >= Self.keptInstants { all = [:] }
      all[instant] = sentences
    }
    return sentences
  }

  /// Whether the scene has output rows.
  var hasOutputs: Bool { theHasOutputs.value { recording.rows.contains { !$0.isInput } } }

  /// The instants at which something happens; nil for too many.
  var instants: Instants? { theInstants.value { Instants(of: recording) } }

  /// Whether the scene never ends by itself.
  var isEndless: Bool { theIsEndless.value { scene.isEndless } }

  /// What waits in output rows.
  var waits: OpenWaits { theWaits.value { OpenWaits(of: recording, in: scene, fates) } }

  /// How each row of a planned scene is drawn, with the forms that the viewer chooses; computed when that is not known.
  func readings(chosen: [String: RowForm], compute: () -> RowReadings) -> RowReadings {
    theReadings.value(of: chosen, compute)
  }

  /// What each row lost, in which operator, and why.
  private var losses: [[String]] {
    theLosses.value { recording.rows.indices.map { recording.rows[$0].isInput ? [] : captions.losses(ofRow: $0) } }
  }

  /// What the doctor has found; set before the first picture, as it determines the layout.
  var findings: SceneFindings {
    get { theFindings.withLock(\.self) }
    set { theFindings.withLock { $0 = newValue } }
  }

  /// What is said at the end: what the scene teaches, what the doctor found, what some rows lost, and what these rows teach.
  func ending(ofRows rows: Range<Int>) -> [String] {
    let lesson = scene.lesson(of: 0..<0)
    let names = Set(scene.rows[rows.clamped(to: scene.rows.indices)].map(\.name))
    let found = findings.entries.filter { names.contains($0.row) }.map { "\(Glyphs(glyphs).finding) \($0.sentence)" }
    return lesson + found + losses[rows.clamped(to: losses.indices)].joined()
      + scene.lesson(of: rows).dropFirst(lesson.count)
  }

  /// The lines of that, for all rows.
  func endingLines(columns: Int) -> Int {
    theEndingLines.value(of: columns) {
      CaptionPainter.lines(
        of: ending(ofRows: scene.rows.indices), columns: columns, ellipsis: Glyphs(glyphs).ellipsis)
    }
  }

  /// The animated events.
  var motion: SceneMotion { theMotion.value { SceneMotion(scene, plan: recording) } }
}
