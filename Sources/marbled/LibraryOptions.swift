import ArgumentParser
import Foundation
import SceneFiles
import Scenes

/// Where scenes are found: shared by every command that takes the name of one.
struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp("Look for scenes in this folder first.", valueName: "dir"))
  var folders: [String] = []

  /// Where scenes are found by name.
  var library: SceneLibrary {
    SceneLibrary(
      folders: folders + SceneLibrary.standardFolders(environment: ProcessInfo.processInfo.environment))
  }
}
