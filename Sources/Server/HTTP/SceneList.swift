internal import Foundation
internal import HubCore
internal import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

/// The scenes of the library for `GET /v1/scenes`: files are read when they have changed, and on a thread of their own.
final class SceneList: Sendable {
  /// What is listed of a scene.
  struct Item: Sendable {
    var name: String
    var title: String
    var about: String
  }

  /// What a file is known by: as long as it is the same, so is what was read from it.
  private struct Signature: Hashable {
    var path: String
    var modified: Date?
    var size: Int?
  }

  private struct State {
    var signatures: [Signature]?
    var items: [Item] = []
    /// How often files were read.
    var readings = 0
  }
  private let state = Mutex(State())
  private let queue = WorkQueue("marbled.scenes")

  /// How often the files of the library were read so far.
  var readings: Int { state.withLock { $0.readings } }

  /// All scenes of a library, by name.
  func items(of library: SceneLibrary) async -> [Item] {
    await queue.perform { [self] in
      let signatures = Self.signatures(of: library)
      if let known = state.withLock({ $0.signatures == signatures ? $0.items : nil }) { return known }
      // A file that is no scene can't be played, and is not listed.
      let items = library.names.compactMap { name in
        (try? library.file(named: name)).flatMap { $0 }.map {
          Item(name: $0.scene.name, title: $0.scene.title, about: $0.scene.about)
        }
      }
      state.withLock { state in
        (state.signatures, state.items) = (signatures, items)
        state.readings += 1
      }
      return items
    }
  }

  private static func signatures(of library: SceneLibrary) -> [Signature] {
    library.folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return [Signature(path: folder)]
        + names.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
          let path = "\(folder)/\(name)"
          let attributes = try? FileManager.default.attributesOfItem(atPath: path)
          return Signature(
            path: path, modified: attributes?[.modificationDate] as? Date, size: attributes?[.size] as? Int)
        }
    }
  }

  /// What `GET /v1/scenes` answers: those that were sent, those of the playlist, and all others that are found.
  static func listing(known: [(scene: Scene, origin: String)], found: [Item]) -> SceneListing {
    var names: Set<String> = []
    let listed =
      known.map { (Item(name: $0.scene.name, title: $0.scene.title, about: $0.scene.about), $0.origin) }
      + found.map { ($0, "library") }
    return SceneListing(
      listed.filter { names.insert($0.0.name).inserted }.map { item, origin in
        SceneListing.Item(name: item.name, title: item.title, about: item.about, origin: origin)
      })
  }
}

extension SceneLibrary {
  private static let lookups = WorkQueue("marbled.lookup")

  /// What is called `name`: a scene, or an operator's sample; read on a thread of its own.
  func lookUp(_ name: String) async -> SceneLookup {
    await Self.lookups.perform {
      // A word and nothing else: what comes from elsewhere opens no files.
      if SocketFolder.isInstance(name) {
        do throws(SceneRequest.Failure) {
          if let scene = try SceneRequest(targets: [name], library: self).scenes().first { return .scene(scene) }
        } catch {
          if case .notFound = error {} else { return .malformed(error.description) }
        }
      }
      return .nothing(names: names + Catalogue.standard.operators.map(\.name))
    }
  }
}
