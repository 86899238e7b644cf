internal import Marbles
internal import Scenes
internal import Synchronization
internal import Terminal

/// Keeps the rain of the last frame: the next one, of the same size, has the same columns, and most of its glyphs.
///
/// What is drawn does not depend on what was kept.
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
  ///   - tick: where the columns are.
  ///   - time: what the glyphs are.
  ///   - isBackdrop: whether it falls behind something that is to be read.
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
      // So that the picture is the only one, and changes in place.
      kept = nil
      picture.draw(tick: tick, glyphsAt: time, on: &canvas)
      kept = (key, picture)
    }
  }
}
