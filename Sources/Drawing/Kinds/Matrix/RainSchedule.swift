package import Marbles
package import Scenes

/// When rain is redrawn: all columns at one rate, and glyphs when they are due.
package struct RainSchedule: Hashable, Sendable {
  /// The wall time between two ticks of the columns; at speed 1, also the scene time.
  package let interval: Duration

  /// Each glyph has its phase; like on a display, a change becomes visible at the next multiple of this interval.
  private static let display = Duration.milliseconds(40)

  /// So slow that no cell flashes three times per second.
  private static let calm = Duration.milliseconds(400)

  /// - Returns: nil for a scene without rain.
  package init?(of scene: Scene, reducesMotion: Bool) {
    guard let matrix = scene.rain else { return nil }
    let interval = matrix.refreshInterval ?? scene.refreshInterval
    self.interval = reducesMotion ? max(interval, Self.calm) : interval
  }

  /// The schedule of the columns.
  package var columns: RefreshSchedule { .animation(minimumInterval: interval) }

  /// The schedule of the glyphs.
  package var glyphs: RefreshSchedule { .animation(minimumInterval: min(interval, Self.display)) }

  /// The number of ticks of rain at a scene time.
  package func tick(at time: SceneTime) -> Int64 {
    let ticks = max(0, time.nanoseconds) / max(1, SceneTime(interval).nanoseconds)
    return min(ticks, .max - Rain.ticksBefore) + Rain.ticksBefore
  }
}
