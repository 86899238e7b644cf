import ArgumentParser
import Foundation
import Scenes

/// The options for the lookup of scenes, shared by every command that takes the name of a scene.
struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp("Look up scenes in this folder first.", valueName: "dir"))
  var folders: [String] = []

  /// The library that finds scenes by name.
  var library: SceneLibrary {
    SceneLibrary(
      folders: folders + SceneLibrary.standardFolders(environment: ProcessInfo.processInfo.environment))
  }
}
