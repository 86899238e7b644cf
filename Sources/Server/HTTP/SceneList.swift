internal import Foundation
internal import HubCore
internal import Marbles
internal import Operators
internal import Platform
internal import SceneFiles
internal import Scenes
internal import Synchronization
internal import Wire

/// The scenes of the library for `GET /v1/scenes`: files are read again when they change, on a separate thread.
final class SceneList: Sendable {
  /// Identifies the version of a file: as long as it is equal, the file need not be read again.
  private struct Signature: Hashable {
    var path: String
    var modified: Date?
    var size: Int?
  }

  private struct State {
    var signatures: [Signature]?
    var items: [SceneListing.Item] = []
    var readings = 0
  }
  private let state = Mutex(State())
  private let queue = WorkQueue("marbled.scenes")

  /// How many times the files of the library have been read.
  var readings: Int { state.withLock { $0.readings } }

  /// All scenes of a library, sorted by name.
  func items(of library: SceneLibrary) async -> [SceneListing.Item] {
    await queue.perform { [self] in
      let signatures = Self.signatures(of: library)
      if let known = state.withLock({ $0.signatures == signatures ? $0.items : nil }) { return known }
      // A file that is not a valid scene is not listed.
      let items = library.names.compactMap { name in
        (try? library.file(named: name)).flatMap { $0 }.map { SceneListing.Item($0.scene, origin: "library") }
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
        + names.filter(SceneFile.hasEnding).sorted().map { name in
          let path = "\(folder)/\(name)"
          let attributes = try? FileManager.default.attributesOfItem(atPath: path)
          return Signature(
            path: path, modified: attributes?[.modificationDate] as? Date, size: attributes?[.size] as? Int)
        }
    }
  }

  /// The answer of `GET /v1/scenes`: uploaded scenes, those of the playlist, and all others of the library.
  static func listing(known: [SceneListing.Item], found: [SceneListing.Item]) -> SceneListing {
    var names: Set<String> = []
    return SceneListing((known + found).filter { names.insert($0.name).inserted })
  }
}

extension SceneListing.Item {
  init(_ scene: Scene, origin: String) {
    self.init(name: scene.name, title: scene.title, about: scene.about, origin: origin)
  }
}

extension SceneLibrary {
  private static let lookups = WorkQueue("marbled.lookup")

  /// Looks `name` up, as a scene or as an operator's sample, on a separate thread.
  func lookUp(_ name: String) async -> SceneLookup {
    await Self.lookups.perform {
      // A plain name only: a request must not open arbitrary files.
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
