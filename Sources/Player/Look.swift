public import Drawing
public import Scenes
public import Terminal

/// How pictures look, whoever said so.
public struct Look: Hashable, Sendable {
  /// When to use colours, and how many.
  public var color: ColorChoice
  /// Whether to draw with ASCII characters only.
  public var isASCII: Bool
  /// The colours; nil follows the terminal's background.
  public var themeName: Theme.Name?
  /// Whose lines are drawn, to what became of them.
  public var connectors: Connector.Choice
  /// Whether input is shown before it happens.
  public var showsGhosts: Bool
  /// Whether everything is shown at once where it happens.
  public var reducesMotion: Bool
  /// The environment of the process, which says what the terminal is.
  public var environment: [String: String]

  /// Creates a look.
  public init(
    color: ColorChoice = .auto, isASCII: Bool = false, themeName: Theme.Name? = nil,
    connectors: Connector.Choice = .selected, showsGhosts: Bool = true, reducesMotion: Bool = false,
    environment: [String: String]
  ) {
    self.color = color
    self.isASCII = isASCII
    self.themeName = themeName
    self.connectors = connectors
    self.showsGhosts = showsGhosts
    self.reducesMotion = reducesMotion
    self.environment = environment
  }

  /// The colours for a terminal.
  public func theme(for capabilities: Capabilities) -> Theme {
    let suiting: Theme.Name = capabilities.background == .light ? .light : .dark
    return .named(themeName ?? suiting).adapted(to: capabilities.colorDepth)
  }

  /// A stage that looks so on a terminal.
  public func stage(for scene: Scene, plan: Recording, _ capabilities: Capabilities) -> Stage {
    var stage = Stage(scene: scene, plan: plan, theme: theme(for: capabilities), glyphs: capabilities.glyphs)
    stage.connectors = connectors
    stage.showsGhosts = showsGhosts
    stage.reducesMotion = reducesMotion
    return stage
  }

  /// Whether the terminal says of itself that it can't move a cursor: `TERM=dumb`.
  public var isTerminalDumb: Bool { environment["TERM"] == "dumb" }

  /// What the terminal can do, by flags and environment.
  public var capabilities: Capabilities {
    Capabilities(color: color, ascii: isASCII, environment: environment, isTTY: true)
  }

  /// The same, and what it answers to questions.
  public var negotiation: Negotiation { Negotiation(color: color, ascii: isASCII, environment: environment) }
}
