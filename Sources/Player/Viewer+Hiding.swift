internal import Drawing
internal import Marbles
internal import Scenes
internal import Terminal

/// Outputs that are hidden, and what the scene teaches.
extension Viewer {
  /// The time through which nothing is revealed.
  static let nothing = SceneTime.nanoseconds(-1)

  /// Hides the outputs, then reveals them, one instant at a time; shows them again when nothing is left to reveal.
  mutating func hideOrReveal(_ snapshot: PlaybackSnapshot) {
    guard snapshot.drawing.scene.rows.contains(where: { $0.expression != nil }) else { return }
    guard revealed != nil else {
      revealed = Self.nothing
      return
    }
    revealed = snapshot.drawing.nextHidden(in: snapshot.recording, at: moment(of: snapshot))
  }

  /// Shows all outputs. Those of a task come at their times.
  mutating func showOutputs(_ snapshot: PlaybackSnapshot) -> [Request] {
    let isTask = revealed == Self.nothing && asksForPrediction(snapshot)
    revealed = nil
    return isTask ? [.steer(.restart)] : []
  }

  /// Whether the scene asks for a prediction of its outputs.
  func asksForPrediction(_ snapshot: PlaybackSnapshot) -> Bool {
    snapshot.drawing.scene.exercise?.isPrediction == true && !snapshot.drawing.scene.isLive
  }

  /// Opens what the scene teaches.
  mutating func showLesson() { (pageOfKeys, pageOfLesson, pageOfFindings) = (nil, 0, nil) }

  /// Opens what the doctor has found, turns its page, or closes it after the last one.
  mutating func turnFindings(after page: Int?, of snapshot: PlaybackSnapshot, size: Size) {
    let next = page.map { $0 + 1 } ?? 0
    let pages = snapshot.drawing.pagesOfFindings(at: moment(of: snapshot), size: size)
    pageOfFindings = pages > next ? next : nil
    if pageOfFindings != nil { pageOfKeys = nil }
  }

  /// What the panel of the scene tells now.
  func lesson(of snapshot: PlaybackSnapshot) -> SceneLesson {
    let isTask = asksForPrediction(snapshot) && !hasCompared(snapshot)
    return isTask ? .task : teaches && snapshot.isOneOfSeveral ? .notesOfLesson : .notes
  }
}
