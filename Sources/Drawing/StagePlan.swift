internal import Marbles
internal import Narrations
internal import Scenes
internal import Terminal

/// What pictures of a scene need to know of its whole recording: all that follows from the two and the glyphs.
///
/// What looks at every event is found out when it is asked for first, so that a frame of a million events waits for
/// nothing that it does not show. Copies of a stage share what any of them has found out.
final class StagePlan: Sendable {
  let scene: Scene
  let recording: Recording
  private let glyphs: GlyphSet
  private let isGrowing: Bool

  private let theContent = Once<ListContent?>()
  private let theRowContents = Once<[ListContent]>()
  private let theMeasures = Once<PlanMeasures>()
  private let theFates = Once<EventFates>()
  private let theNarration = Once<Narration>()
  private let theMotion = Once<SceneMotion>()

  /// - Parameter isGrowing: whether the recording is a part of one that grows.
  init(_ scene: Scene, _ recording: Recording, _ glyphs: GlyphSet, isGrowing: Bool = false) {
    (self.scene, self.recording, self.glyphs, self.isGrowing) = (scene, recording, glyphs, isGrowing)
  }

  /// What is ever in the list that the scene is; nil when it is none.
  var content: ListContent? { theContent.value { ListContent(of: scene, recording, glyphs) } }

  /// What is ever in the lists that rows of timelines are shown as.
  var rowContents: [ListContent] { theRowContents.value { ListContent.rows(of: scene, recording, glyphs) } }

  /// What the layout is made for.
  var measures: PlanMeasures { theMeasures.value { PlanMeasures(recording, isGrowing: isGrowing) } }

  /// What became of every event.
  var fates: EventFates { theFates.value { EventFates(of: recording, in: scene) } }

  /// What is said of every event.
  var narration: Narration { theNarration.value { Narration(of: recording, scene) } }

  /// What moves.
  var motion: SceneMotion { theMotion.value { SceneMotion(scene, plan: recording) } }
}
