package import ArgumentParser
internal import Foundation
package import SceneFiles

/// Where scenes are found: shared by every command that takes the name of one.
package struct LibraryOptions: ParsableArguments {
  @Option(
    name: .customLong("scenes"),
    help: ArgumentHelp("Look for scenes in this folder first.", valueName: "dir"))
  package var folders: [String] = []

  package init() {}

  /// Where scenes are found by name.
  package var library: SceneLibrary {
    SceneLibrary(
      folders: folders + SceneLibrary.standardFolders(environment: ProcessInfo.processInfo.environment))
  }
}
