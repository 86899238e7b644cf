package import Terminal

/// A row of the table of keys: the legend, the overlay of `?` and the documentation all come from it.
package struct KeyBinding {
  /// What a key does.
  package enum Action: Hashable, CaseIterable {
    case next, pause, step, ends, selectMarble, selectRow, unselect, move, hide, reveal, mouse, speed, normalSpeed, loop
    case restart, scene, choose, copy, picture, help, leave
  }

  /// What the keys do.
  package let action: Action
  /// The keys.
  package let keys: [Key]
  /// The keys as the documentation writes them.
  package let name: String
  /// What the keys do, for the documentation.
  package let meaning: String

  /// All keys, in the order of the documentation.
  package static let all: [KeyBinding] = Action.allCases.map(KeyBinding.init)

  private init(_ action: Action) {
    self.action = action
    (keys, name, meaning) = Self.row(action)
  }

  private static func row(_ action: Action) -> ([Key], String, String) {
    switch action {
    case .next:
      (
        [.character(" "), .enter, .right], "space, Enter, →",
        "at the end of a scene with `--present`: play the next scene"
      )
    case .pause: ([.character(" ")], "space", "pause, resume")
    case .step:
      (
        [.left, .right, .character(","), .character(".")], "← →, `,` `.`",
        "go to the previous or the next event, and pause"
      )
    case .ends: ([.home, .end], "Home, End", "go to the start or the end, and pause")
    case .selectMarble:
      ([.tab, .backTab], "Tab, Shift-Tab", "select the next or the previous marble, starting with the newest")
    case .selectRow:
      ([.up, .down], "↑ ↓", "select a marble in the row above or below; from the first and the last row, scroll")
    case .unselect: ([.escape], "Escape", "clear the selection")
    case .move:
      (
        [.character("<"), .character(">")], "`<` `>`",
        "move the selected input marble one step earlier or later, and run the scene again"
      )
    case .hide:
      (
        [.character("h")], "`h`",
        "hide the outputs behind `?`, so that you can predict them; then reveal them, one instant at a time"
      )
    case .reveal: ([.character("H")], "`H`", "show all hidden outputs again")
    case .mouse:
      (
        [.character("m")], "`m`",
        "turn mouse support off or on; without it, the terminal selects text with the mouse"
      )
    case .speed:
      (
        [.character("+"), .character("="), .character("-")], "`+` `-`",
        "play faster or slower: 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100"
      )
    case .normalSpeed: ([.backspace], "backspace", "play at speed 1")
    case .loop: ([.character("l")], "`l`", "turn looping on or off")
    case .restart:
      (
        [.character("r")], "`r`",
        "restart; in a live scene: after its end, replay the recorded events; before its end, no effect"
      )
    case .scene: ([.pageUp, .pageDown], "PgUp, PgDn", "play the previous or the next scene")
    case .choose: ([.character("p")], "`p`", "choose another scene, or an operator, from a list")
    case .copy:
      (
        [.character("y")], "`y`",
        "copy a command line that plays the scene with all changes; it is also printed at the end"
      )
    case .picture: ([.character("s")], "`s`", "save the picture as an SVG file in the current folder")
    case .help: ([.character("?")], "`?`", "list the keys that work now")
    case .leave: ([.character("q")], "`q`", "quit; the picture stays in the scrollback")
    }
  }
}

extension KeyBinding {
  /// Whether the keys have an effect.
  package func works(in context: KeyContext) -> Bool {
    let may = context.permissions
    switch action {
    case .next: return context.awaitsNext && may.contains(.changeScene)
    case .pause: return context.state != .finished && !context.isStill && may.contains(.pause)
    case .step, .ends: return context.canSeek
    case .selectMarble: return context.hasMarbles && may.contains(.select)
    case .selectRow: return (context.hasMarbles || context.scrolled != nil) && may.contains(.select)
    case .unselect: return context.hasSelection && may.contains(.select)
    case .move: return context.selectsInput && !context.isLive && may.contains(.edit)
    case .hide: return context.hasOutputs && may.contains(.look)
    case .reveal: return context.hidesOutputs && may.contains(.look)
    case .mouse, .help: return may.contains(.look)
    case .speed: return !context.isStill && !context.isLive && may.contains(.tempo)
    case .normalSpeed: return !context.isStill && !context.isNormalSpeed && !context.isLive && may.contains(.tempo)
    case .loop: return !context.isStill && !context.isLive && may.contains(.loop)
    case .restart:
      return !context.isStill && (!context.isLive || context.state == .finished) && may.contains(.tempo)
    case .scene: return context.isOneOfSeveral && may.contains(.changeScene)
    case .choose: return may.contains(.choose)
    case .copy, .picture: return may.contains(.export)
    case .leave: return may.contains(.leave)
    }
  }

  /// A few words about the effect.
  func word(in context: KeyContext) -> String {
    switch action {
    case .next: "next scene"
    case .pause: context.state == .paused ? "play" : "pause"
    case .step: "step"
    case .ends: "ends"
    case .selectMarble: "marble"
    case .selectRow: context.scrolled ?? "row"
    case .unselect: "unselect"
    case .move: "move"
    case .hide: context.canReveal ? "reveal" : context.hidesOutputs ? "show" : "hide"
    case .reveal: "show all"
    case .mouse: "mouse"
    case .speed: "speed"
    case .normalSpeed: "speed 1"
    case .loop: context.isLooping ? "once" : "loop"
    case .restart: context.isLive ? "play again" : "restart"
    case .scene: "scene"
    case .choose: "scenes"
    case .copy: "copy"
    case .picture: "save"
    case .help: "keys"
    case .leave: "quit"
    }
  }

  /// What the keys do now, for the overlay.
  func sentence(in context: KeyContext) -> String {
    switch action {
    case .next: "play the next scene"
    case .pause: context.state == .paused ? "play" : "pause"
    case .step: "previous, next event"
    case .ends: "start, end"
    case .selectMarble: "select the next, the previous marble"
    case .selectRow:
      context.hasMarbles
        ? "select in the row above, below" + (context.scrolled == nil ? "" : ", scroll") : "scroll"
    case .unselect: "clear the selection"
    case .move: "move the selected marble one step"
    case .hide:
      context.canReveal
        ? "reveal the next instant" : context.hidesOutputs ? "show the outputs" : "hide the outputs, to predict them"
    case .reveal: "show all outputs"
    case .mouse: "mouse: on, or off to select text"
    case .speed: "faster, slower"
    case .normalSpeed: "speed 1"
    case .loop: context.isLooping ? "stop at the end" : "restart at the end"
    case .restart: context.isLive ? "play what was recorded again" : "restart"
    case .scene: "previous, next scene"
    case .choose: "choose a scene"
    case .copy: "copy a command line with all changes"
    case .picture: "save the picture as SVG"
    case .help: "these keys"
    case .leave: "quit"
    }
  }

  /// The keys as the legend and the overlay write them.
  func label(_ glyphs: Glyphs) -> String {
    switch action {
    case .next, .pause: "space"
    case .step: glyphs.sideways
    case .ends: "Home End"
    case .selectMarble: "tab"
    case .selectRow: glyphs.above + glyphs.below
    case .unselect: "esc"
    case .move: "< >"
    case .hide: "h"
    case .reveal: "H"
    case .mouse: "m"
    case .speed: "+ -"
    case .normalSpeed: "backspace"
    case .loop: "l"
    case .restart: "r"
    case .scene: "PgUp PgDn"
    case .choose: "p"
    case .copy: "y"
    case .picture: "s"
    case .help: "?"
    case .leave: "q"
    }
  }
}
