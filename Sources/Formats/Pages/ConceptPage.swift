internal import Marbles
public import Operators
public import Scenes

/// The output of `marbled explain` for a concept.
public enum ConceptPage {
  /// The page of a concept: what it is, what follows from it, and what its scene does, computed.
  ///
  /// - Parameter scene: the scene that shows it.
  /// - Throws: what stops the run of the scene.
  public static func explain(_ concept: Concept, scene: Scene) throws(SceneError) -> String {
    let sheet = MarbleSheet.print(try BoundedRun(scene).perform().get(), of: scene)
    let lesson = concept.lesson.map { "; `marbled learn \($0)` teaches it" } ?? ""
    return """
      \(concept.name)

      \(([concept.summary] + concept.paragraphs).map(wrapped).joined(separator: "\n\n"))

      \(wrapped(scene.about))

      \(sheet.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

      `marbled play \(concept.scene)` plays it\(lesson).
      See also: \(concept.operators.map { "`marbled explain \($0)`" }.joined(separator: ", ")).

      """
  }

  /// A paragraph in lines of at most 80 characters.
  private static func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let longer = lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
      if longer.count <= 80 { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
    }
    return lines.joined(separator: "\n")
  }
}
