internal import Marbles
internal import Narrations
public import Operators
public import Scenes

/// The output of `marbled explain` for a concept.
public enum ConceptPage {
  /// The page of a concept: what it is, what follows from it, and what its scene does, computed.
  ///
  /// - Parameter scene: the scene that shows it.
  /// - Throws: what stops the run of the scene.
  public static func explain(_ concept: Concept, scene: Scene) throws(SceneError) -> String {
    let recording = try BoundedRun(scene).perform().get()
    let sheet = MarbleSheet.print(recording, of: scene)
    let rows = SceneIntroduction(to: scene).rows
    let lesson = concept.lesson.map { "; `marbled learn \($0)` teaches it" } ?? ""
    return """
      \(concept.name)

      \(([concept.summary] + concept.paragraphs).map(PageText.wrapped).joined(separator: "\n\n"))

      \(PageText.wrapped(scene.about))

      \(sheet.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

      \(rows.map(PageText.wrapped).joined(separator: "\n"))

      \(PageText.marks(MarkLegend(of: recording, in: scene), of: concept.scene))
      `marbled play \(concept.scene)` plays it\(lesson).
      See also: \(concept.operators.map { "`marbled explain \($0)`" }.joined(separator: ", ")).

      """
  }
}
