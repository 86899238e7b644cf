import ArgumentParser
import CommandSupport
import SceneFiles

/// `marbled schema`: the JSON Schema of scene files.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of scene files, for editors.",
    discussion: """
      An editor with a language server for YAML offers the keys of scenes, explains them and marks mistakes. A scene names \
      the schema in its first line:

        marbled schema > scene.schema.json
        # yaml-language-server: $schema=scene.schema.json
      """)

  func run() {
    StandardStreams.ignoreBrokenPipes()
    StandardStreams.printText(SceneSchema.text)
  }
}
