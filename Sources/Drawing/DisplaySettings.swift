public import Scenes
public import Terminal

/// The appearance of pictures, combined from flags, environment and preferences.
public struct DisplaySettings: Hashable, Sendable {
  /// When to use colours.
  public var color: ColorChoice
  /// Whether to draw with ASCII characters only.
  public var isASCII: Bool
  /// The theme; nil follows the terminal's background.
  public var themeName: Theme.Name?
  /// The events with connector lines.
  public var connectors: Connector.Choice
  /// The maximum width of a marble, in columns.
  public var marbleWidth: Int
  /// Whether inputs are shown before they happen.
  public var showsGhosts: Bool
  /// Whether values appear without animation.
  public var reducesMotion: Bool
  /// The environment of the process, which describes the terminal.
  public var environment: [String: String]

  /// Creates a look; the defaults are those of the flags.
  public init(
    color: ColorChoice = .auto, isASCII: Bool = false, themeName: Theme.Name? = nil,
    connectors: Connector.Choice = .selected, marbleWidth: Int = SceneDrawing.defaultMarbleWidth,
    showsGhosts: Bool = true, reducesMotion: Bool = false, environment: [String: String]
  ) {
    self.color = color
    self.isASCII = isASCII
    self.themeName = themeName
    self.connectors = connectors
    self.marbleWidth = marbleWidth
    self.showsGhosts = showsGhosts
    self.reducesMotion = reducesMotion
    self.environment = environment
  }

  /// The theme for a terminal.
  public func theme(for capabilities: Capabilities) -> Theme {
    let suiting: Theme.Name = capabilities.background == .light ? .light : .dark
    return .named(themeName ?? suiting).adapted(to: capabilities.colorDepth)
  }

  /// A drawing with this look for a terminal.
  public func drawing(for scene: Scene, plan: Recording, _ capabilities: Capabilities) -> SceneDrawing {
    var drawing = SceneDrawing(scene: scene, plan: plan, theme: theme(for: capabilities), glyphs: capabilities.glyphs)
    drawing.connectors = connectors
    drawing.marbleWidth = marbleWidth
    drawing.showsGhosts = showsGhosts
    drawing.reducesMotion = reducesMotion
    return drawing
  }

  /// Whether the terminal can't move a cursor: `TERM=dumb`.
  public var isTerminalDumb: Bool { environment["TERM"] == "dumb" }

  /// The capabilities of the terminal by flags and environment.
  public var capabilities: Capabilities {
    Capabilities(color: color, ascii: isASCII, environment: environment, isTTY: true)
  }

  /// The negotiation that completes the capabilities by the terminal's replies.
  public var negotiation: TerminalNegotiation {
    TerminalNegotiation(color: color, ascii: isASCII, environment: environment)
  }
}
