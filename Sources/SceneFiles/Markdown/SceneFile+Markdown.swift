public import Expressions
public import Operators
package import Scenes

extension SceneFile {
  /// Parses a scene of a document; lines, columns and offsets are those in the document.
  ///
  /// The name of the scene is its `title:`, or else the path of the document and the number of the scene, as in
  /// `README.md#2`.
  ///
  /// - Parameters:
  ///   - block: the code block of the scene.
  ///   - document: its document.
  ///   - catalogue: the available operators.
  ///   - constants: limits the work for the constants of all expressions, and stops it.
  /// - Throws: ``SceneFileError`` for the first problem.
  public init(
    _ block: MarkdownScene, of document: MarkdownDocument, catalogue: Catalogue = .standard,
    constants: RunMeter = .constants()
  ) throws(SceneFileError) {
    try self.init(block, of: document, catalogue: catalogue, constants: constants, inputs: [:])
  }

  /// - Parameter inputs: events in place of those of input rows, also of live ones, by the names of the rows.
  package init(
    _ block: MarkdownScene, of document: MarkdownDocument, catalogue: Catalogue = .standard,
    constants: RunMeter = .constants(), inputs: [String: Scene.Input]
  ) throws(SceneFileError) {
    let yaml = document.yaml(of: block)
    guard yaml.split(whereSeparator: \.isNewline).contains(where: Self.hasContent) else {
      throw SceneFileError(
        path: document.path, line: block.line, column: 1,
        message: "the code block is empty; expected a scene, beginning with `rows:`", source: "")
    }
    try self.init(
      parsing: yaml, path: document.path, catalogue: catalogue, constants: constants, inputs: inputs)
    text = document.text
    self.block = block
    let isTitled = scene.title != scene.name
    scene.name = isTitled ? scene.title : "\(document.path)#\(block.number)"
    // A picture must not change when another scene is put above its scene, so it does not show the number.
    if !isTitled { scene.title = Self.title(of: scene) }
  }

  /// The expressions of a scene without a title, as in the title of `play 'zip(a, b)'`, or else the names of its rows.
  private static func title(of scene: Scene) -> String {
    let expressions = scene.rows.compactMap { $0.expression?.source }
    let parts = expressions.isEmpty ? scene.rows.map(\.name) : expressions
    return parts.isEmpty ? scene.kind.name.rawValue : parts.joined(separator: "  ")
  }

  /// Whether a line has more than blanks and a comment.
  private static func hasContent(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return !text.isEmpty && text.first != "#"
  }

  /// The scene, or the scene with the same number, in another text of the file.
  ///
  /// - Throws: ``SceneFileError`` when it is not valid there.
  package func parsed(
    in text: String, catalogue: Catalogue, constants: RunMeter = .constants()
  ) throws(SceneFileError) -> SceneFile {
    guard let block else {
      return try SceneFile(
        parsing: text, path: path, catalogue: catalogue, defaults: defaults, constants: constants, inputs: inputs)
    }
    let document = try MarkdownDocument(parsing: text, path: path)
    guard document.scenes.count >= block.number else {
      throw SceneFileError(path: path, line: block.line, column: 1, message: "the scene is gone", source: "")
    }
    return try SceneFile(
      document.scenes[block.number - 1], of: document, catalogue: catalogue, constants: constants, inputs: inputs)
  }

  /// The place of the scene, for messages: the path, and the line of its code block in a document.
  public var place: String { block.map { "\(path):\($0.line)" } ?? path }
}
