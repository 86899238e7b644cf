import Foundation
import PackagePlugin

/// Makes the files of Config/scenes and Config/lessons part of the program, so that they are found wherever it is run and
/// installed.
@main
struct EmbedScenes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = try ["scenes", "lessons"]
      .flatMap {
        try FileManager.default.contentsOfDirectory(
          at: context.package.directoryURL.appending(path: "Config/\($0)"), includingPropertiesForKeys: nil)
      }
      .filter { $0.pathExtension == "yaml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "ShippedScenes.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) scenes", executable: try context.tool(named: "SceneEmbedder").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
