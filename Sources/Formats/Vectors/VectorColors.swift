internal import Drawing
internal import Terminal

/// The colours of a vector picture in one theme.
struct VectorColors {
  let theme: Theme
  /// The background of the picture.
  let paper: TerminalColor
  /// The colour of text that has no other colour.
  let ink: TerminalColor

  init(_ theme: Theme) {
    self.theme = theme
    (paper, ink) =
      if theme.isLight {
        (TerminalColor(0xFFFFFF), TerminalColor(0x1F2328))
      } else {
        theme == .highContrast
          ? (TerminalColor(0x000000), TerminalColor(0xFFFFFF)) : (TerminalColor(0x0D1117), TerminalColor(0xE6EDF3))
      }
  }

  /// The colour of text and of lines.
  func foreground(_ style: Style) -> TerminalColor {
    let color = (style.reverse ? style.background ?? paper : style.foreground ?? ink)
    // The colour of the future is as pale as can be seen.
    return style.dim && color != theme.faint ? color.mixed(with: paper, share: 0.4) : color
  }

  /// The colour behind text.
  func background(_ style: Style) -> TerminalColor {
    style.reverse ? style.foreground ?? ink : style.background ?? paper
  }
}

extension TerminalColor {
  /// The colour in CSS, such as `#ff6b6b`.
  var css: String {
    func digits(_ value: UInt8) -> String {
      let text = String(value, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return "#" + digits(red) + digits(green) + digits(blue)
  }
}

/// The classes of a style sheet for the colours of a picture in one theme, or in one for light, one for dark and perhaps one for
/// high contrast surroundings.
struct ColorClasses {
  /// The themes, in the order of ``conditions``.
  let themes: [VectorColors]
  private var names: [Key: String] = [:]
  private var order: [Key] = []

  /// What a colour is used for.
  enum Use: String, Hashable {
    case fill, stroke
  }

  private struct Key: Hashable {
    var use: Use
    var colors: [TerminalColor]
  }

  init(_ themes: [Theme]) { self.themes = themes.map(VectorColors.init) }

  /// The class for a colour, which `color` finds in each theme, given its position.
  mutating func name(_ use: Use, _ color: (VectorColors, _ theme: Int) -> TerminalColor) -> String {
    let key = Key(use: use, colors: themes.indices.map { color(themes[$0], $0) })
    if let name = names[key] { return name }
    let name = "c\(order.count)"
    names[key] = name
    order.append(key)
    return name
  }

  /// The class of the background.
  mutating func paper() -> String { name(.fill) { colors, _ in colors.paper } }

  /// When each theme is shown, if there are several: the last one whose condition holds.
  private static let conditions = [nil, "prefers-color-scheme:dark", "prefers-contrast:more"]

  /// The rules of all themes.
  var rules: String {
    func rules(_ theme: Int) -> String {
      order.map { ".\(names[$0] ?? ""){\($0.use.rawValue):\($0.colors[theme].css)}" }.joined()
    }
    return zip(themes.indices, Self.conditions).map { theme, condition in
      let all = "text,.e{stroke:\(themes[theme].paper.css)}" + rules(theme)
      return condition.map { "@media(\($0)){\(all)}" } ?? all
    }.joined()
  }
}
