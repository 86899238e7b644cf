import ArgumentParser
import CommandSupport
import Formats
import Foundation
import Inputs
import Marbles
import Operators
import SceneFiles
import Scenes

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Write a scene file to start from.")

  @Argument(help: ArgumentHelp("The name of the scene, or the path of its file.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp("Start from a copy of this scene, or from the example of this operator.", valueName: "scene"))
  var from: String?

  @Flag(help: "Start from an input without values, to write the scene on the screen.")
  var empty = false

  @OptionGroup(title: "Where to find scenes") var libraryOptions: SceneLibraryOptions

  func validate() throws {
    if empty, from != nil { throw ValidationError("--empty and --from can't be used together") }
  }

  func run() throws {
    try CommandFailure.reported {
      let path = SceneFile.path(name)
      try NewFile.write(Self.schemaLine + (try text(ofFileAt: path)), to: path)
      StandardStreams.printText("\(path) written; `marbled play \(path)` plays it\n")
    }
  }

  /// A comment that names the installed schema to an editor, as the first line; empty when the program is not installed.
  private static var schemaLine: String {
    guard let program = Bundle.main.executablePath.map({ URL(filePath: $0).resolvingSymlinksInPath() }) else {
      return ""
    }
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let schema = prefix.appending(path: "share/marbled/scene.schema.json").path
    guard FileManager.default.isReadableFile(atPath: schema) else { return "" }
    return "# yaml-language-server: $schema=\(schema)\n"
  }

  private func text(ofFileAt path: String) throws -> String {
    if empty { return Self.empty }
    guard let from else { return Self.template(ofFileAt: path) }
    let library = libraryOptions.library
    do throws(SceneFileError) { if let file = try library.file(named: from) { return file.text } } catch {
      throw SceneRequest.Failure.file(error)
    }
    if let called = Catalogue.standard[from] { return Self.tested(Scene(sample: called)).yaml }
    throw CommandFailure(.notFound, "--from: no scene and no operator is called `\(from)`; see `marbled list`")
  }

  /// The scene with an `expect:` for what each output emits, so that `marbled check` tests it.
  private static func tested(_ scene: Scene) -> Scene {
    guard case .recording(let recording) = BoundedRun(scene).perform() else { return scene }
    return scene.expecting(recording)
  }

  /// A scene of one input, which has no values yet.
  private static let empty = """
    # E in `marbled play`, or `marbled check --update --all`, writes what an output emits below its `apply:`, as its
    # `expect:`; `marbled check` compares them.
    rows:
      a: { marbles: "--------|" }

    """

  /// A scene that shows how scenes are written.
  private static func template(ofFileAt path: String) -> String {
    let title = URL(filePath: path).deletingPathExtension().lastPathComponent
    return """
      # `marbled play` plays this file; `marbled check` compares what its rows emit with `expect:`.
      title: \(JSONText.quoted(title))
      about: Ask only after a pause in typing.
      step: 500ms
      rows:
        # A character is a step of 500 ms. `-` is a step without a value, `|` is the end; quotes are for longer values.
        typing: { marbles: "'s'-'sw'-'swi'-----'swif'-'swift'-----|" }
        # An output is an expression over other rows; `marbled list operators` lists the operators.
        asked:
          apply: "typing.debounce(for: .seconds(1))"
          # `marbled check --update` writes here what the row emits.
          expect: "------'swi'-------'swift'---|"

      """
  }
}
