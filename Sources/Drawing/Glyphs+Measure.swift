internal import Layout
internal import Terminal

extension Glyphs {
  /// How wide texts are with these characters.
  var measure: TextMeasure {
    switch set {
    case .full: Self.measures.full
    case .linuxConsole: Self.measures.linuxConsole
    case .ascii: Self.measures.ascii
    }
  }

  private static let measures = (
    full: measure(of: .full), linuxConsole: measure(of: .linuxConsole), ascii: measure(of: .ascii)
  )

  private static func measure(of glyphs: Glyphs) -> TextMeasure {
    TextMeasure(
      signs: TextMeasure.Signs(
        ellipsis: glyphs.ellipsis, yes: glyphs.yes, no: glyphs.no, null: glyphs.null, list: glyphs.list,
        listDot: glyphs.listDot),
      width: DisplayWidth.of, escaped: DisplayWidth.escaped,
      shortened: { DisplayWidth.shortened($0, width: $1, ellipsis: glyphs.ellipsis) },
      // Big letters are made of half blocks.
      big: { glyphs.set == .ascii ? nil : BigLetters.exactLines($0) }, icon: { ListIcon.shown($0, glyphs) })
  }
}
