import CommandSupport
import Foundation
import Inputs
import Player
import Scenes
import Synchronization

/// The programs with taps that this process listens to.
enum TapRows {
  /// Listens once a row asks for a tap.
  static let listener = TapListener(
    at: TapListener.defaultPath(environment: ProcessInfo.processInfo.environment))

  private static let prefix = "tap:"
  /// The argument that stands for all taps of a program.
  static let all = prefix

  /// Whether an argument stands for rows: `tap:` for all taps, or `tap:orders` for one.
  static func isTarget(_ text: String) -> Bool { text.hasPrefix(prefix) }

  /// The rows that an argument stands for; waits for the first tap of a program if it stands for all.
  static func rows(for target: String) throws -> [(name: String, live: Scene.Live)] {
    guard target == all else {
      let spec = try InputSpec(parsing: "row=\(target)")
      guard case .tap(let tap, _) = spec.source else { return [] }
      return TapListener.rows(of: [tap]).map { row in
        (row.name, Scene.Live(source: target))
      }
    }
    do { try listener.open() } catch { throw CommandFailure(.inputOutput, error.description) }
    StandardStreams.printError("note: waiting for a program with taps at \(listener.path)")
    return listener.rows()
  }

  /// Keeps a row for each tap that a program reports while a scene runs, until it is taken.
  final class LateRows: Sendable {
    private let rows = Mutex<[Scene.Row]>([])

    /// - Parameter onRow: called on any thread when there is a row to take.
    init(onRow: @escaping @Sendable () -> Void) {
      listener.observeRows { [weak self] name, live in
        self?.rows.withLock { $0.append(Scene.Row(name: name, content: .live(live))) }
        onRow()
      }
    }

    /// The rows since the last call that `scene` does not have.
    func take(for scene: Scene) -> [Scene.Row] {
      rows.withLock { rows in
        defer { rows = [] }
        return rows.filter { row in scene.position(of: row.name) == nil }
      }
    }
  }

  /// Puts a row for each tap that a program reports while the scene `name` is played, and for those that have one.
  static func observe(_ name: String, _ reloads: SceneReloads) {
    listener.observeRows { row, live in
      reloads.put(.row(Scene.Row(name: row, content: .live(live)), scene: name))
    }
  }
}
