/// The 256 glyphs of the font that the Linux console has when nothing else is loaded: those of code page 437.
enum ConsoleFont {
  /// The glyphs of the code page by their positions, row by row.
  private static let glyphs = [
    "\u{0}☺☻♥♦♣♠•◘○◙♂♀♪♫☼", "►◄↕‼¶§▬↨↑↓→←∟↔▲▼",
    " !\"#$%&'()*+,-./", "0123456789:;<=>?", "@ABCDEFGHIJKLMNO", "PQRSTUVWXYZ[\\]^_", "`abcdefghijklmno",
    "pqrstuvwxyz{|}~⌂",
    "ÇüéâäàåçêëèïîìÄÅ", "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ", "áíóúñÑªº¿⌐¬½¼¡«»", "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐", "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀", "αßΓπΣσµτΦΘΩδ∞φε∩", "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
  ]

  /// Characters of Latin-1 that the kernel shows with the glyph of another one.
  private static let substitutes: [Character: Character] = ["×": "x", "¦": "|", "¤": "☼", "ø": "φ"]

  /// The position of the glyph of each character.
  static let positions: [Character: Int] = {
    var positions = Dictionary(
      uniqueKeysWithValues: glyphs.joined().enumerated().map { ($1, $0) })
    for (character, similar) in substitutes { positions[character] = positions[similar] }
    return positions
  }()

  /// The number of glyphs.
  static var count: Int { glyphs.joined().count }
}
