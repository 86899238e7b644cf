internal import Marbles
internal import Narrations
public import Scenes

/// How outputs over the same inputs differ, for comparisons of operators.
public enum OperatorDifferences {
  /// The sentences about the first output and each of the others, with code between backticks.
  ///
  /// - Parameters:
  ///   - names: the names of the outputs.
  ///   - scene: the scene that has them.
  ///   - recording: its complete recording.
  public static func sentences(of names: [String], in scene: Scene, _ recording: Recording) -> [String] {
    let positions = names.compactMap(scene.position(of:))
    guard let first = positions.first else { return [] }
    let (narration, fates) = (Narration(of: recording, scene), ValueFates(of: recording, in: scene))
    return positions.dropFirst().flatMap { narration.differences(between: first, and: $0, in: fates) }
  }
}
