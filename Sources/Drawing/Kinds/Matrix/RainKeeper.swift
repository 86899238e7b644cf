internal import Marbles
internal import Scenes
internal import Synchronization
internal import Terminal

/// Caches the rain of the last frame: the next frame of the same size has the same columns and most of the same glyphs.
///
/// The cache does not affect the picture.
final class RainKeeper: Sendable {
  private struct Key: Equatable {
    let matrix: Scene.Matrix
    let size: Size
    let glyphs: GlyphSet
    let theme: Theme
    let isBackdrop: Bool
  }

  private let kept = Mutex<(key: Key, picture: RainPicture)?>(nil)

  /// Draws rain on the whole of a canvas.
  ///
  /// - Parameters:
  ///   - tick: determines the positions of the columns.
  ///   - time: determines the glyphs.
  ///   - isBackdrop: whether the rain falls behind text.
  func draw(
    _ matrix: Scene.Matrix, tick: Int64, glyphsAt time: SceneTime, glyphs: GlyphSet, theme: Theme,
    isBackdrop: Bool, on canvas: inout Canvas
  ) {
    let key = Key(matrix: matrix, size: canvas.size, glyphs: glyphs, theme: theme, isBackdrop: isBackdrop)
    kept.withLock { kept in
      var picture =
        if let kept, kept.key == key { kept.picture } else {
          RainPicture(matrix, size: key.size, glyphs: glyphs, theme: theme, isBackdrop: isBackdrop)
        }
      // Releases the cached reference, so that the picture changes in place.
      kept = nil
      picture.draw(tick: tick, glyphsAt: time, on: &canvas)
      kept = (key, picture)
    }
  }
}
