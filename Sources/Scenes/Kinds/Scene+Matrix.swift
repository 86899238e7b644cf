public import Marbles

extension Scene {
  /// Columns of glyphs that fall, each at a speed of its own; the same for the same seed and size.
  public struct Matrix: Hashable, Sendable {
    /// The colours of the rain.
    public enum Palette: String, Hashable, Sendable, CaseIterable {
      case green, amber, blue, red, purple, white
    }

    /// What falls.
    public enum GlyphChoice: String, Hashable, Sendable, CaseIterable {
      /// Half-width kana and digits.
      case kana
      /// Letters and digits.
      case latin
      case digits
      /// Zeros and ones.
      case binary
    }

    /// What every column follows from.
    public var seed: UInt64
    /// The colours of the rain.
    public var palette: Palette
    /// What falls.
    public var glyphs: GlyphChoice
    /// The share of the columns in which something falls, above 0 and at most 1.
    public var density: Double
    /// How fast it falls; 1 is what is pleasant, above 0.
    public var speed: SpeedFactor

    /// The smallest wall time between two moments at which it falls; nil for the scene's.
    public var refreshInterval: Duration?

    /// Creates a rain.
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
