internal import Marbles
internal import Narrations
internal import Scenes
internal import Terminal

/// Facts about a scene and its recording that pictures need.
///
/// Facts that require a look at every event are computed lazily, so that a frame of a million events pays only for what
/// it shows. Copies of a drawing share the results.
final class DrawingPlan: Sendable {
  let scene: Scene
  let recording: Recording
  private let glyphs: GlyphSet
  private let isGrowing: Bool

  private let theContent = Lazy<ListContent?>()
  private let theRowContents = Lazy<[ListContent]>()
  private let theMeasures = Lazy<LayoutMetrics>()
  private let theFates = Lazy<EventFates>()
  private let theNarration = Lazy<Narration>()
  private let theMotion = Lazy<SceneMotion>()

  /// - Parameter isGrowing: whether the recording is a part of a growing one.
  init(_ scene: Scene, _ recording: Recording, _ glyphs: GlyphSet, isGrowing: Bool = false) {
    (self.scene, self.recording, self.glyphs, self.isGrowing) = (scene, recording, glyphs, isGrowing)
  }

  /// The contents of a list scene; nil for other scenes.
  var content: ListContent? { theContent.value { ListContent(of: scene, recording, glyphs) } }

  /// The contents of the rows that are shown as lists.
  var rowContents: [ListContent] { theRowContents.value { ListContent.rows(of: scene, recording, glyphs) } }

  /// The measures that determine the layout.
  var measures: LayoutMetrics {
    theMeasures.value {
      let faces = scene.rows.map { MarbleFaces(of: $0, hasColors: true) }
      return LayoutMetrics(recording, faces: faces, glyphs: glyphs, isGrowing: isGrowing)
    }
  }

  /// The fate of every event.
  var fates: EventFates { theFates.value { EventFates(of: recording, in: scene) } }

  /// The sentences about every event.
  var narration: Narration { theNarration.value { Narration(of: recording, scene) } }

  /// The animated events.
  var motion: SceneMotion { theMotion.value { SceneMotion(scene, plan: recording) } }
}
