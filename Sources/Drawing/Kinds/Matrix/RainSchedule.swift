package import Marbles
package import Scenes

/// When rain is redrawn: all of its columns at one rate, and its glyphs as they come due.
package struct RainSchedule: Hashable, Sendable {
  /// The wall time from one tick of the columns to the next, and in scene time at speed 1.
  package let interval: Duration

  /// Each glyph is due at a time of its own; as on a display, what is due is seen with the next of these.
  private static let display = Duration.milliseconds(40)

  /// Seldom enough that no cell flashes three times a second, whatever falls past it and changes in it.
  private static let calm = Duration.milliseconds(400)

  /// - Returns: nil where it does not rain.
  package init?(of scene: Scene, reducesMotion: Bool) {
    guard let matrix = scene.rain else { return nil }
    let interval = matrix.refreshInterval ?? scene.refreshInterval
    self.interval = reducesMotion ? max(interval, Self.calm) : interval
  }

  /// When columns move.
  package var columns: RefreshSchedule { .animation(minimumInterval: interval) }

  /// When glyphs are looked at.
  package var glyphs: RefreshSchedule { .animation(minimumInterval: min(interval, Self.display)) }

  /// How many ticks it has rained at a scene time.
  package func tick(at time: SceneTime) -> Int64 {
    let ticks = max(0, time.nanoseconds) / max(1, SceneTime(interval).nanoseconds)
    return min(ticks, .max - Rain.ticksBefore) + Rain.ticksBefore
  }
}
