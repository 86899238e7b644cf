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
    .ofUser(with: folders)
  }
}

extension SceneLibrary {
  /// The library of the user of this process: the given folders, then those of the preferences, then the standard ones.
  package static func ofUser(with folders: [String] = []) -> SceneLibrary {
    let environment = ProcessInfo.processInfo.environment
    let preferred = Preferences.ofUser.sceneFolders.map { folder in
      folder.hasPrefix("~/") ? (environment["HOME"] ?? "~") + folder.dropFirst() : folder
    }
    return SceneLibrary(folders: folders + preferred + standardFolders(environment: environment))
  }
}
