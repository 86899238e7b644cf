internal import Scenes
internal import Terminal

/// The characters of rain: those of near columns, two cells wide if the font has such characters, and those of other
/// columns.
struct RainAlphabet: Hashable, Sendable {
  /// Two cells wide, or one if ``nearWidth`` is 1.
  let near: [Unicode.Scalar]
  /// One cell wide; the same number as `near`.
  let small: [Unicode.Scalar]
  /// The width of a near character, in cells.
  let nearWidth: Int

  /// The number of characters.
  var count: Int { small.count }

  init(_ choice: Scene.Matrix.GlyphChoice, glyphs: GlyphSet) {
    let digits = "0123456789", latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let text =
      switch (choice, glyphs) {
      case (.kana, .full): Self.kana
      // The characters of the console font look strange enough.
      case (.kana, .linuxConsole): latin + digits + "αΓπΣσµτΦΘΩδ∞φε∩≡±≥≤÷≈√"
      case (.kana, .ascii): latin + digits + "=+*<>:#%&$"
      case (.latin, _): latin + digits
      case (.digits, _): digits
      case (.binary, _): "01"
      }
    small = Array(text.unicodeScalars)
    nearWidth = glyphs == .full ? 2 : 1
    near = glyphs == .full ? small.map(Self.wide) : small
  }

  private static let kana = "ｦｱｳｴｵｶｷｹｺｻｼｽｾｿﾀﾂﾃﾅﾆﾇﾈﾊﾋﾎﾏﾐﾑﾒﾓﾔﾕﾗﾘﾜ0123456789:=*+-<>|"
  /// In the order of their half-width forms.
  private static let wideKana = Array("ヲアウエオカキケコサシスセソタツテナニヌネハヒホマミムメモヤユラリワ".unicodeScalars)

  /// The form of a character that is two cells wide.
  private static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let place = kana.unicodeScalars.prefix(wideKana.count).firstIndex(of: scalar) {
      return wideKana[kana.unicodeScalars.distance(from: kana.unicodeScalars.startIndex, to: place)]
    }
    // U+FF01 to U+FF5E are ASCII from `!` on.
    return Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
  }
}
