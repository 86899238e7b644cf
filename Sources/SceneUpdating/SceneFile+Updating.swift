public import Operators
public import SceneFiles
public import Scenes

extension SceneFile {
  /// The file with another scene: only the text that differs is replaced; other bytes, comments and layout stay.
  ///
  /// The result is parsed to verify it, with the defaults of this file. In a Markdown document the name of the scene,
  /// and its title if the scene has no `title:`, follow from the document, so they may differ from those of `scene`.
  ///
  /// - Parameters:
  ///   - scene: the scene to write; usually ``scene`` with some changes.
  ///   - catalogue: the available operators.
  /// - Throws: ``SceneFileError`` when the scene can't be written to this file.
  public func updated(to scene: Scene, catalogue: Catalogue = .standard) throws(SceneFileError) -> SceneFile {
    if scene == self.scene { return self }
    do throws(SceneError) { try scene.check(against: catalogue) } catch {
      throw updatingError("the edited scene is not valid: \(error)")
    }
    return try SceneUpdate(of: self, to: scene, catalogue: catalogue).result()
  }

  /// An error about the file as a whole.
  func updatingError(_ message: String, help: String? = nil) -> SceneFileError {
    let line = block?.line ?? 1
    let source = SourceText(text, path: path)
    return SceneFileError(
      path: path, line: line, column: 1, message: message,
      source: line <= source.lineCount ? source.line(line) : "", help: help)
  }
}
