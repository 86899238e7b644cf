import CommandSupport
import Foundation
import Inputs
import Scenes

/// The programs with taps that this process listens to.
enum TapRows {
  /// Listens once a row asks for a tap.
  static let listener = TapListener(
    at: TapListener.defaultPath(environment: ProcessInfo.processInfo.environment))

  private static let prefix = "tap:"

  /// Whether an argument stands for rows: `tap:` for all taps, or `tap:orders` for one.
  static func isTarget(_ text: String) -> Bool { text.hasPrefix(prefix) }

  /// The rows that an argument stands for; waits for the first tap of a program if it stands for all.
  static func rows(for target: String) throws -> [(name: String, live: Scene.Live)] {
    guard target == prefix else {
      let spec = try InputSpec(parsing: "row=\(target)")
      guard case .tap(let name, _) = spec.source else { return [] }
      return TapListener.rows(of: [name]).map { row in
        (row.name, Scene.Live(source: target))
      }
    }
    do { try listener.open() } catch { throw Failure(.inputOutput, error.description) }
    StandardStreams.printError("note: waiting for a program with taps at \(listener.path)")
    return listener.rows()
  }
}
