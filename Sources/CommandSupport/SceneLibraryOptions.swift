package import ArgumentParser
internal import Foundation
package import SceneFiles

/// The options for the lookup of scenes, shared by every command that takes the name of a scene.
package struct SceneLibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp("Look up scenes in this folder first.", valueName: "dir"))
  package var folders: [String] = []

  package init() {}

  /// The library that finds scenes by name.
  package var library: SceneLibrary {
    SceneLibrary(
      folders: folders + SceneLibrary.standardFolders(environment: ProcessInfo.processInfo.environment))
  }
}
