public import Operators
public import Playback
public import SceneFiles
internal import Scenes

/// A scene file with an `expect:` for each output that had none: what it emits now. All other bytes are unchanged.
public struct ExpectationAddition: Sendable {
  /// A row that has an expectation now.
  public struct Row: Hashable, Sendable {
    /// The name of the row.
    public var name: String
    /// The place of the expectation.
    public var location: ScalarLocation
  }

  /// The path as given.
  public let path: String
  /// The text of the file with the expectations.
  public private(set) var text: String
  /// The rows that have an expectation now, in scene order.
  public private(set) var rows: [Row] = []
  /// Why nothing was added, with the place; nil when nothing was missing, or all was added.
  public private(set) var problem: String?

  /// The additions to the scenes of one file or document, one after the other, so that the last text is complete.
  ///
  /// - Parameters:
  ///   - files: the scenes, as they were read; live scenes, lists and rain stay as they are.
  ///   - text: the text of the file now.
  ///   - cancellation: stops the runs of the scenes.
  public static func additions(
    to files: [SceneFile], in text: String, catalogue: Catalogue = .standard,
    cancellation: Cancellation = Cancellation()
  ) -> [ExpectationAddition] {
    var text = text
    return files.compactMap { file in
      guard file.scene.kind == .timelines, !file.scene.isLive,
        let current = try? file.parsed(in: text, catalogue: catalogue)
      else { return nil }
      let addition = ExpectationAddition(to: current, catalogue, cancellation)
      text = addition.text
      return addition
    }
  }

  private init(to file: SceneFile, _ catalogue: Catalogue, _ cancellation: Cancellation) {
    (path, text) = (file.path, file.text)
    let missing = file.scene.rows.indices.filter {
      file.scene.rows[$0].expression != nil && file.scene.rows[$0].expectation == nil
    }
    guard !missing.isEmpty else { return }
    do {
      var wanted = try Self.expecting(rows: missing, of: file.scene, catalogue, cancellation)
      var updated = try file.updated(to: wanted, catalogue: catalogue)
      // Where a row is in braces, a diagram of several lines would be a text with `\n`.
      let names = missing.map { file.scene.rows[$0].name }
      let escaped = missing.filter {
        updated.expectations[file.scene.rows[$0].name]?.isEscapedDiagram(in: updated) == true
      }
      if !escaped.isEmpty {
        for position in escaped {
          wanted.rows[position].expectation?.text.replace("\n", with: " ")
        }
        updated = try file.updated(to: wanted, catalogue: catalogue)
      }
      text = updated.text
      rows = names.compactMap { name in updated.expectations[name].map { Row(name: name, location: $0) } }
    } catch let error as SceneFileError {
      problem = error.description
    } catch {
      problem = "\(file.place): error: no `expect:` can be added: \(error)"
    }
  }

  /// The scene with what these outputs emit as their expectations; in an exercise, what they emit after its solution.
  private static func expecting(
    rows: [Int], of scene: Scene, _ catalogue: Catalogue, _ cancellation: Cancellation
  ) throws(SceneEditError) -> Scene {
    let solved = try scene.solved()
    let positions = rows.compactMap { solved.position(of: scene.rows[$0].name) }
    let edit = try solved.expectingResults(ofRows: positions, catalogue: catalogue, cancellation: cancellation)
    let expecting = try solved.applying(edit, catalogue: catalogue)
    var scene = scene
    for row in rows {
      guard let position = expecting.position(of: scene.rows[row].name) else { continue }
      scene.rows[row].expectation = expecting.rows[position].expectation
    }
    return scene
  }
}

extension ScalarLocation {
  /// Whether the line breaks of a diagram are written as escapes.
  fileprivate func isEscapedDiagram(in file: SceneFile) -> Bool {
    let bytes = Array(file.text.utf8)
    return value.contains("\n" as Character) && bytes.indices.contains(range.lowerBound)
      && bytes[range.lowerBound] == UInt8(ascii: "\"")
  }
}
