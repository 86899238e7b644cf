internal import Layout
internal import Marbles
internal import Scenes

/// What pictures of a scene keep for the next one: parts that take longer to compute than to compare.
///
/// Everything here is only a cache: it is asked for with all that determines it.
struct FrameMemory {
  /// A picture in which nothing moves but the playhead.
  let picture = Latest<SteadyPicture, SceneDrawing.Picture>()
  /// The lines of the sentences below the rows.
  let caption = Latest<CaptionPainter.Contents, [CaptionPainter.Line]>()
  /// What predictions got right.
  let verdicts = Latest<[PredictedRow], [String]>()
  /// What the viewer draws in hidden outputs.
  let sheet = Latest<PredictionSheet, DrawingPlan>()
  /// The keys in the last line.
  let keys = Latest<KeyLegend, [KeyLegend.Entry]>()
  /// The ways of the lines between values.
  let routes = Latest<ConnectorRoutes, [[ConnectorRoute.Step]]>()
  /// The cells of those lines.
  let lines = Latest<ConnectorLines, ConnectorLines.Drawn>()
}

/// The scene in which predictions are drawn, and the plan that they predict.
struct PredictionSheet: Equatable {
  let scene: Scene
  let plan: ObjectIdentifier
}
