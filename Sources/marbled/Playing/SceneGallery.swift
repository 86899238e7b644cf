import CommandSupport
import Drawing
import Operators
import Player
import SceneFiles
import Scenes

/// The scenes and operators that a viewer may choose while another scene plays.
struct SceneGallery {
  /// The folders of scenes, and the shipped ones.
  let library: SceneLibrary
  /// Makes the drawing of a scene and its recording.
  let drawing: @Sendable (Scene, Recording) -> SceneDrawing

  /// The choices and how to load them.
  var scenes: ChoosableScenes {
    ChoosableScenes(
      choices: { choices },
      scene: { [library] choice, cancellation in
        var library = library
        library.cancellation = cancellation
        let request = SceneRequest(targets: [choice.name], library: library)
        guard let scene = try request.scenes().first else { throw SceneRequest.Failure.notFound(choice.name) }
        return scene
      }, drawing: drawing)
  }

  /// The user's scenes, the shipped ones group by group, and the operators, whose samples are scenes.
  private var choices: [SceneChoice] {
    let names = library.names
    let grouped = Set(SceneGroup.allCases.flatMap(\.names))
    let groups =
      [("Your scenes", names.filter { !grouped.contains($0) })] + SceneGroup.allCases.map { ($0.rawValue, $0.names) }
    let scenes = groups.flatMap { group, names in names.compactMap { choice($0, group) } }
    let operators = Catalogue.standard.operators.filter { !names.contains($0.name) }.map {
      SceneChoice(
        name: $0.name, title: $0.name, about: $0.summary, group: "Operators", operators: [$0.name])
    }
    return scenes + operators
  }

  /// A scene that can be played without a source for live rows; nil for others, and for files with errors, which
  /// `list scenes` reports.
  private func choice(_ name: String, _ group: String) -> SceneChoice? {
    guard let scene = try? library.file(named: name)?.scene, !scene.isLive else { return nil }
    var choice = SceneChoice(scene, group: group)
    choice.name = name
    return choice
  }
}
