import Foundation
import Platform
import Player
import Scenes

/// Reloads scenes when their files change.
enum SceneWatch {
  /// Watches files until the program ends.
  ///
  /// - Parameters:
  ///   - paths: the paths of the files.
  ///   - reloads: takes the changed scenes.
  ///   - load: loads the scenes again, with all flags.
  static func start(_ paths: [String], _ reloads: SceneReloads, load: @escaping @Sendable () throws -> [Scene]) {
    let thread = Thread {
      var known = paths.map(SceneKeeper.text)
      let watch = FolderWatch(Set(paths.map { URL(filePath: $0).deletingLastPathComponent().path }).sorted())
      while true {
        watch.wait()
        let now = paths.map(SceneKeeper.text)
        guard now != known else { continue }
        known = now
        do {
          for scene in try load() { reloads.put(.changed(scene)) }
        } catch {
          reloads.put(.problem("\(error)"))
        }
      }
    }
    thread.start()
  }
}
