public import Marbles

extension Scene {
  /// Columns of falling glyphs at different speeds; the same for the same seed and size.
  public struct Matrix: Hashable, Sendable {
    /// The colours of the rain, by name.
    public enum Palette: String, Hashable, Sendable, CaseIterable {
      case green, amber, blue, red, purple, white
    }

    /// The set of glyphs.
    public enum GlyphChoice: String, Hashable, Sendable, CaseIterable {
      /// Half-width kana and digits.
      case kana
      /// Letters and digits.
      case latin
      case digits
      /// Zeros and ones.
      case binary
    }

    /// The seed of all columns.
    public var seed: UInt64
    /// The colours of the rain.
    public var palette: Palette
    /// The set of glyphs.
    public var glyphs: GlyphChoice
    /// The share of columns with rain, greater than 0 and at most 1.
    public var density: Double
    /// The speed of the rain, relative to the default of 1.
    public var speed: SpeedFactor

    /// Minimum wall time between redraws of the rain; nil for the scene's.
    public var refreshInterval: Duration?

    /// Creates a rain; without arguments the default one.
    public init(
      seed: UInt64 = 1, palette: Palette = .green, glyphs: GlyphChoice = .kana, density: Double = 0.75,
      speed: SpeedFactor = .normal, refreshInterval: Duration? = nil
    ) {
      self.seed = seed
      self.palette = palette
      self.glyphs = glyphs
      self.density = density
      self.speed = speed
      self.refreshInterval = refreshInterval
    }
  }
}
