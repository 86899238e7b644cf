public import Marbles
internal import SceneFiles
internal import Scenes

/// Scene files with extreme contents; each valid scene goes through all uses of a scene.
public struct ExtremeSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "extremes"
  /// A scene has about forty uses, none of which may take two seconds.
  public let limit = Duration.seconds(5)

  /// Creates the subject.
  public init() {}

  /// A scene file.
  public func text(_ random: inout SplitMix64) -> String { ExtremeScene.text(&random) }

  /// A rejection must have a place in the file. A scene must go through a ``SceneRehearsal``.
  public func verdict(on text: String) -> FuzzVerdict {
    do throws(SceneFileError) {
      let scene = try SceneFile(parsing: text, path: "x.yaml").scene
      var random = SplitMix64(seed: UInt64(truncatingIfNeeded: text.utf8.count))
      return SceneRehearsal(scene, text: text).problem(&random).map { .failed($0) } ?? .accepted
    } catch {
      guard error.line >= 1, error.description.hasPrefix("x.yaml:\(error.line):\(error.column): error: ") else {
        return .failed("rejected at \(error.line):\(error.column): \(error)")
      }
      return .rejected
    }
  }
}
