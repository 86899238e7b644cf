package import Terminal

/// A row of the table of keys: the legend, the list of `?` and the documentation all come from it.
package struct KeyBinding {
  /// What a key does.
  package enum Action: Hashable, CaseIterable {
    case next, pause, step, ends, selectMarble, selectRow, unselect
    case edit, operators, move, insert, delete, recolor, addOutput, addInput, removeRow, moveRow, expect, undo, redo,
      write, command
    case stages, form, lesson, findings, hide, predict, end, compare, reveal, mouse, speed, normalSpeed, loop, restart,
      scene,
      choose, copy, picture, remote, help, leave
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
      (
        [.tab, .backTab], "Tab, Shift-Tab",
        "select the next or the previous marble, starting with the newest; after ↑ or ↓, one of that row"
      )
    case .selectRow:
      ([.up, .down], "↑ ↓", "select a marble in the row above or below; from the first and the last row, scroll")
    case .unselect: ([.escape], "Escape", "clear the selection")
    case .edit:
      (
        [.character("e"), .character("i"), .enter], "`e`, `i`, Enter",
        "edit the expression of an output, or the diagram of an input; Enter edits the value of a selected input marble"
      )
    case .operators:
      ([.character("o")], "`o`", "try operators on the row, from a list; Enter adds the output that is shown")
    case .move:
      (
        [.character("<"), .character(">")], "`<` `>`",
        "move the selected input marble one step earlier or later, and run the scene again"
      )
    case .insert:
      (
        [.character("n")], "`n`",
        "insert a marble into an input or a hidden output, one step after the selected one or at the playhead"
      )
    case .delete: ([.character("x"), .delete], "`x`, Delete", "delete the selected input marble")
    case .recolor: ([.character("c")], "`c`", "give the selected input marble, or the row, the next colour")
    case .addOutput: ([.character("A")], "`A`", "add an output below the row, from an expression")
    case .addInput: ([.character("I")], "`I`", "add an input below the row, from a diagram")
    case .removeRow: ([.character("X")], "`X`", "remove the row, if no other row uses it")
    case .moveRow: ([.character("K"), .character("J")], "`K` `J`", "move the row up or down")
    case .expect:
      (
        [.character("E")], "`E`",
        "let the output, or all outputs, expect what they emit now: it is their `expect:` in the file"
      )
    case .undo: ([.character("u")], "`u`", "undo the last edit")
    case .redo: ([.character("U")], "Ctrl-R, `U`", "redo the last undone edit")
    case .write:
      ([.character("w")], "`w`", "write the scene to its file, with comments and layout kept; or ask for a name")
    case .command: ([.character(":")], "`:`", "type a command, such as `scene step 500ms` or `fail a 5s`")
    case .stages:
      (
        [.character("]"), .character("[")], "`]` `[`",
        "show or hide the stages of the row, or of all rows: what each operator of an expression gives"
      )
    case .lesson: ([.character("L")], "`L`", "read what the scene teaches: the notes of the scene and of its rows")
    case .findings:
      (
        [.character("!")], "`!`",
        "read what the doctor has found, with what to do: where a row has the sign `‼`, or `&` without Unicode"
      )
    case .form:
      ([.character("f")], "`f`", "show the row in the next form that its values allow: marbles, a curve, bars, lines")
    case .hide:
      (
        [.character("h")], "`h`",
        "hide the outputs behind `?`, so that you can predict them; then reveal them, one instant at a time"
      )
    case .predict:
      (
        [.character("d")], "`d`",
        "while outputs are hidden: write what you expect of a row as a diagram, and compare it with what comes"
      )
    case .end:
      (
        [.character("|")], "`|`",
        "while outputs are hidden: draw the end at the selected marble or at the playhead; again, one step later"
      )
    case .compare: ([.character("c")], "`c`", "while outputs are hidden: compare what you have drawn with what comes")
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
    case .scene:
      (
        [.pageUp, .pageDown, .character("N")], "PgUp, PgDn, `N`",
        "play the previous or the next scene; `N` is the next one, too"
      )
    case .choose: ([.character("p")], "`p`", "choose another scene, or an operator, from a list")
    case .copy:
      (
        [.character("y")], "`y`",
        "copy a command line that plays the scene with all changes; it is also printed at the end"
      )
    case .picture: ([.character("s")], "`s`", "save the picture as an SVG file in the current folder")
    case .remote:
      (
        [.character("t")], "`t`",
        "at a kiosk with `control`: show a code with which a phone can steer; while it is shown, end all remote control"
      )
    case .help: ([.character("?")], "`?`", "list the keys that work now")
    case .leave: ([.character("q")], "`q`", "quit; the picture stays in the scrollback")
    }
  }
}

extension KeyBinding {
  /// Whether a key edits the scene.
  package static func edits(_ key: Key) -> Bool {
    let edits: Set<Action> = [
      .edit, .operators, .move, .insert, .delete, .recolor, .addOutput, .addInput, .removeRow, .moveRow, .expect,
      .undo, .redo, .write, .command,
    ]
    return all.contains { edits.contains($0.action) && $0.keys.contains(key) }
  }

  /// Whether the keys have an effect.
  package func works(in context: KeyContext) -> Bool {
    let may = context.permissions
    switch action {
    case .next: return context.awaitsNext && may.contains(.changeScene)
    case .pause: return context.state != .finished && !context.isStill && may.contains(.pause)
    case .step, .ends: return context.canSeek
    case .selectMarble:
      return context.hasMarbles && context.showsMarbles && (!context.isPredicting || context.hasDrawn)
        && may.contains(.select)
    case .selectRow: return (context.hasMarbles || context.scrolled != nil) && may.contains(.select)
    case .unselect: return context.hasSelection && may.contains(.select)
    case .edit: return context.canEdit
    case .operators, .addOutput, .write, .command: return context.editsScene
    case .addInput: return context.editsScene && !context.isLive
    case .insert:
      return context.canEdit && (!context.isOnOutput || context.hidesOutputs) && !context.isLive
    case .move: return context.selectsInput && !context.isLive && may.contains(.edit)
    case .delete: return context.canEdit && context.selectsInput && !context.isLive
    case .recolor: return context.editsScene && (context.selectsInput || context.hasRow)
    case .removeRow, .moveRow: return context.editsScene && context.hasRow
    case .expect: return context.editsScene && context.hasOutputs && !context.isLive
    case .undo: return context.canEdit && context.edits.canUndo
    case .redo: return context.canEdit && context.edits.canRedo
    case .stages: return context.hasOutputs && !context.isPredicting && !context.isLive && may.contains(.look)
    case .lesson: return context.hasLesson && may.contains(.help)
    case .findings: return context.hasFindings && may.contains(.help)
    case .form: return context.hasMarbles && (context.hasRow || context.hasOneRow) && may.contains(.look)
    case .hide: return context.hasOutputs && may.contains(.look)
    case .predict: return context.hidesOutputs && context.hasMarbles && !context.isLive && may.contains(.look)
    case .end: return context.canEdit && context.isPredicting
    case .compare: return context.canEdit && context.hasDrawn
    case .reveal: return context.hidesOutputs && may.contains(.look)
    case .mouse: return may.contains(.look)
    case .remote: return may.contains(.remote)
    case .help: return may.contains(.help)
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
    case .edit: "edit"
    case .operators: "operators"
    case .move: "move"
    case .insert: context.isPredicting ? "draw" : "insert"
    case .delete: "delete"
    case .recolor: "colour"
    case .addOutput: "add output"
    case .addInput: "add input"
    case .removeRow: "remove row"
    case .moveRow: "move row"
    case .expect: "expect"
    case .undo: "undo"
    case .redo: "redo"
    case .write: "write"
    case .command: "command"
    case .stages: "stages"
    case .form: "form"
    case .lesson: "lesson"
    case .findings: "findings"
    case .hide: context.canReveal ? "reveal" : context.hidesOutputs ? "show" : "hide"
    case .predict: context.isPredicting ? "type" : "predict"
    case .end: "end"
    case .compare: "compare"
    case .reveal: "show all"
    case .mouse: "mouse"
    case .speed: "speed"
    case .normalSpeed: "speed 1"
    case .loop: context.isLooping ? "once" : "loop"
    case .restart: context.isLive ? "play again" : "restart"
    case .scene: "scene"
    case .choose: "scenes"
    case .copy: "copy"
    case .picture: "picture"
    case .remote: "phone"
    case .help: "keys"
    case .leave: "quit"
    }
  }

  /// What the keys do now, for the list of keys.
  func sentence(in context: KeyContext) -> String {
    switch action {
    case .next: "play the next scene"
    case .pause: context.state == .paused ? "play" : "pause"
    case .step: "previous, next event"
    case .ends: "start, end"
    case .selectMarble: "next, previous marble"
    case .selectRow:
      !context.hasMarbles
        ? "scroll" : context.scrolled == nil ? "select in row above, below" : "row above, below; scroll"
    case .unselect: "clear the selection"
    case .edit: context.selectsInput ? "edit the value, the row" : "edit the row"
    case .operators: "try operators on the row"
    case .move: "move the marble one step"
    case .insert: context.isPredicting ? "draw a marble" : "insert a marble"
    case .delete: "delete the marble"
    case .recolor: context.selectsInput ? "next colour of the marble" : "next colour of the row"
    case .addOutput: "add an output row"
    case .addInput: "add an input row"
    case .removeRow: "remove the row"
    case .moveRow: "move the row up, down"
    case .expect: "expect what comes now"
    case .undo: "undo the last edit"
    case .redo: "redo"
    case .write: "write the scene to a file"
    case .command: "type a command"
    case .stages: "show, hide the stages"
    case .form: "next form of the row"
    case .lesson: "what the scene teaches"
    case .findings: "what the doctor has found"
    case .hide:
      context.canReveal
        ? "reveal the next instant" : context.hidesOutputs ? "show the outputs" : "predict: hide the outputs"
    case .predict: "predict the row, compare"
    case .end: "draw the end"
    case .compare: "compare with what comes"
    case .reveal: "show all outputs"
    case .mouse: "mouse on, or select text"
    case .speed: "faster, slower"
    case .normalSpeed: "speed 1"
    case .loop: context.isLooping ? "stop at the end" : "restart at the end"
    case .restart: context.isLive ? "play the recording again" : "restart"
    case .scene: "previous, next scene"
    case .choose: "choose a scene"
    case .copy: "copy a command line"
    case .picture: "save the picture as SVG"
    case .remote: "show, end a phone code"
    case .help: "these keys"
    case .leave: "quit"
    }
  }

  /// The keys as the legend and the list of keys write them.
  func label(_ glyphs: Glyphs, in context: KeyContext) -> String {
    switch action {
    case .next, .pause: "space"
    case .step: glyphs.sideways
    case .ends: "Home End"
    case .selectMarble: "tab"
    case .selectRow: glyphs.above + glyphs.below
    case .unselect: "esc"
    case .edit: context.selectsInput ? "Enter i" : "e"
    case .operators: "o"
    case .move: "< >"
    case .insert: "n"
    case .delete: "x"
    case .recolor: "c"
    case .addOutput: "A"
    case .addInput: "I"
    case .removeRow: "X"
    case .moveRow: "K J"
    case .expect: "E"
    case .undo: "u"
    case .redo: "Ctrl-R"
    case .write: "w"
    case .command: ":"
    case .stages: "] ["
    case .form: "f"
    case .lesson: "L"
    case .findings: "!"
    case .hide: "h"
    case .predict: "d"
    case .end: "|"
    case .compare: "c"
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
    case .remote: "t"
    case .help: "?"
    case .leave: "q"
    }
  }
}
