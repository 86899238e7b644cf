public import Drawing
internal import Formats
public import Player
public import SceneFiles
public import Scenes

extension SceneExport {
  /// What the keys `y`, `s` and `w` export.
  ///
  /// - Parameters:
  ///   - settings: how frames look on the terminal.
  ///   - scene: writes a scene with its edits to the file at a path, or to its own; returns nil when a path is needed.
  public init(_ settings: DisplaySettings, scene: @escaping (EditHistory, String?) throws -> String?) {
    self.init(
      command: {
        $0.scene.isLive ? $0.scene.filterCommandLine : $0.scene.commandLine(keepsColors: $0.changesColors)
      },
      picture: { snapshot, moment, size in
        let scene = snapshot.drawing.scene
        var document = SceneDocument(
          scene, scene.isLive ? snapshot.recording : snapshot.drawing.plan, settings: settings, size: size)
        document.shown = moment
        document.findings = snapshot.drawing.findings
        return try NewFile.write(SceneFormat.svg.write(document), name: scene.name, extension: "svg")
      }, scene: scene)
  }
}

extension NewFile {
  /// Writes a scene as YAML; the scene is then called like the file.
  ///
  /// - Parameters:
  ///   - scene: the scene to write.
  ///   - path: the path of the file, to which `.yaml` is added if it names no scene file.
  /// - Throws: ``CommandFailure`` when the file exists or can't be written.
  public static func write(_ scene: Scene, to path: String) throws -> SceneFile {
    let path = SceneFile.path(path)
    var scene = scene
    scene.name = SceneFile.name(ofFileAt: path)
    return try write(sceneText: scene.yaml, to: path)
  }

  /// Writes the text of a scene file.
  ///
  /// - Parameters:
  ///   - text: the YAML.
  ///   - path: the path of the file, to which `.yaml` is added if it names no scene file.
  /// - Throws: ``CommandFailure`` when the file exists or can't be written.
  public static func write(sceneText text: String, to path: String) throws -> SceneFile {
    let path = SceneFile.path(path)
    let file = try SceneFile(parsing: text, path: path)
    try write(file.text, to: path)
    return file
  }
}
