public import Marbles

/// A control request to the daemon: one JSON object with any of its keys.
public struct ControlRequest: Hashable, Sendable {
  /// The speed to play at.
  public enum Speed: Hashable, Sendable {
    /// Scene seconds per wall-clock second, until it is reset.
    case factor(SpeedFactor)
    /// Each scene's default.
    case scene
  }

  /// The scene to play.
  public enum Choice: Hashable, Sendable {
    /// The next entry of the playlist.
    case next
    /// The previous entry of the playlist.
    case previous
    /// The scene with this name.
    case named(String)
  }

  /// A change of the scene that plays.
  public enum Edit: Hashable, Sendable {
    /// Commands to carry out one after the other, all of them or none.
    case commands([String])
    /// Take the last edit back.
    case undo
    /// Make the edit again that was taken back last.
    case redo
  }

  /// The maximum number of commands in an edit.
  public static let maximumCommands = 100
  /// The maximum number of characters of all commands in an edit.
  public static let maximumCommandCharacters = 100_000
  /// The maximum number of characters in the name of an editor.
  public static let maximumEditorCharacters = 100

  /// The numbers of instants that a request can advance.
  package static let steps = 1...1000
  package static let stepsExpectation = "a whole number from \(steps.lowerBound) to \(steps.upperBound)"

  /// The speed to set.
  public var speed: Speed?
  /// Whether to pause or to resume.
  public var isPaused: Bool?
  /// The scene to play.
  public var scene: Choice?
  /// The scene time to seek to.
  public var seek: SceneTime?
  /// The number of instants to advance.
  public var step: Int?
  /// The text of the banner; an empty one removes it.
  public var message: String?
  /// The change to make to the scene that plays.
  public var edit: Edit?
  /// The name of the scene that the edit was made for; nil edits whatever plays.
  public var editedScene: String?
  /// The name of the editor, for the status and for other editors; nil for an anonymous one.
  public var editor: String?
  /// Whether to reload configuration and scenes.
  public var reloads = false
  /// Whether to shut the daemon down.
  public var quits = false

  /// Creates an empty request, which the daemon refuses.
  public init() {}

  /// Why a request is refused; a refused request has no effect.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of refusal; each has an HTTP status.
    public enum Reason: Hashable, Sendable {
      /// The request is invalid, or its scene can't be played.
      case unprocessable
      /// The request is not applicable to the current scene or state.
      case conflict
      /// The scene is too large.
      case tooLarge
      /// The daemon is too busy; the same request may succeed later.
      case busy
      /// The daemon is shutting down.
      case unavailable
    }

    /// What is wrong, for a person.
    public var description: String
    /// The kind of refusal.
    public var reason: Reason

    /// Creates a refusal; by default the request is invalid.
    public init(_ description: String, _ reason: Reason = .unprocessable) {
      (self.description, self.reason) = (description, reason)
    }
  }

  /// The keys of a request.
  package static let keys = [
    "speedFactor", "paused", "scene", "seek", "step", "message", "edit", "undo", "redo", "in", "editor", "reload",
    "quit",
  ]

  /// Parses a request.
  ///
  /// - Throws: ``Invalid`` for a value that is not an object, is empty, or has an invalid member.
  public init(_ value: Value) throws(Invalid) {
    guard case .object(let members) = value else {
      throw Invalid("\(Self.kind(value)); expected an object such as {\"speedFactor\":2}")
    }
    guard !members.isEmpty else {
      throw Invalid("an empty object; expected one or more of \(Self.keys.joined(separator: ", "))")
    }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { try read(key, value) }
    if edit == nil, editor != nil {
      throw Invalid("`editor` names who edits; expected `edit`, `undo` or `redo` with it")
    }
    if edit == nil, editedScene != nil {
      throw Invalid("`in` names the scene of an edit; expected `edit`, `undo` or `redo` with it")
    }
    if edit != nil, scene != nil || seek != nil || step != nil {
      throw Invalid("an edit can't be combined with `scene`, `seek` or `step`; expected two requests")
    }
  }

  private mutating func read(_ key: String, _ value: Value) throws(Invalid) {
    switch (key, value) {
    case ("speedFactor", .string("scene")): speed = .scene
    case ("speedFactor", _):
      guard let factor = value.number.flatMap({ SpeedFactor($0) }) else {
        throw Self.expected("\(SpeedFactor.expectation), or \"scene\"", for: key, value)
      }
      speed = .factor(factor)
    case ("paused", .bool(let flag)): isPaused = flag
    case ("paused", _): throw Self.expected("true or false", for: key, value)
    case ("scene", .string("next")): scene = .next
    case ("scene", .string("previous")): scene = .previous
    case ("scene", .string(let name)) where !name.isEmpty: scene = .named(name)
    case ("scene", _): throw Self.expected("the name of a scene, \"next\" or \"previous\"", for: key, value)
    case ("seek", _):
      guard let seconds = value.number, (0...SceneTime.longestReadable.seconds).contains(seconds) else {
        throw Self.expected("a number of seconds from 0 to 100 years", for: key, value)
      }
      seek = .seconds(seconds)
    case ("step", .int(let count)) where Self.steps.contains(count): step = count
    case ("step", _): throw Self.expected(Self.stepsExpectation, for: key, value)
    case ("message", .string(let text)) where text.count <= 1000: message = text
    case ("message", .null): message = ""
    case ("message", _): throw Self.expected("a text of at most 1000 characters", for: key, value)
    case ("edit", .string(let command)): try setEdit(.commands([command]), key)
    case ("edit", .array(let commands)):
      let texts = commands.compactMap(\.text)
      guard texts.count == commands.count else {
        throw Self.expected("a command or a list of commands", for: key, value)
      }
      try setEdit(.commands(texts), key)
    case ("edit", _): throw Self.expected("a command or a list of commands", for: key, value)
    case ("undo", .bool(true)): try setEdit(.undo, key)
    case ("redo", .bool(true)): try setEdit(.redo, key)
    case ("in", .string(let name)) where !name.isEmpty: editedScene = name
    case ("in", _): throw Self.expected("the name of the scene to edit", for: key, value)
    case ("editor", .string(let name)) where (1...Self.maximumEditorCharacters).contains(name.count): editor = name
    case ("editor", _):
      throw Self.expected("a name of 1 to \(Self.maximumEditorCharacters) characters", for: key, value)
    case ("reload", .bool(true)): reloads = true
    case ("quit", .bool(true)): quits = true
    case ("undo", _), ("redo", _), ("reload", _), ("quit", _): throw Self.expected("true", for: key, value)
    default:
      let hint = Suggestion.clause(for: key, among: Self.keys)
      throw Invalid(
        "unknown key `\(DisplayText.shortened(key, to: 40))`"
          + (hint.isEmpty ? "; expected one of \(Self.keys.joined(separator: ", "))" : hint))
    }
  }

  private mutating func setEdit(_ new: Edit, _ key: String) throws(Invalid) {
    guard edit == nil else {
      throw Invalid("`\(key)` can't be combined with another edit; expected one of `edit`, `undo` and `redo`")
    }
    if case .commands(let commands) = new {
      guard (1...Self.maximumCommands).contains(commands.count) else {
        throw Invalid("`edit` has \(commands.count) commands; expected 1 to \(Self.maximumCommands)")
      }
      let length = commands.reduce(0) { $0 + $1.count }
      guard length <= Self.maximumCommandCharacters else {
        throw Invalid("`edit` has \(length) characters; expected at most \(Self.maximumCommandCharacters)")
      }
    }
    edit = new
  }

  private static func expected(_ what: String, for key: String, _ value: Value) -> Invalid {
    Invalid("`\(key)` is \(kind(value)); expected \(what)")
  }

  private static func kind(_ value: Value) -> String {
    switch value {
    case .object: "an object"
    case .array, .tuple: "a list"
    default: "`\(DisplayText.shortened(value.json, to: 40))`"
    }
  }

  /// The JSON that a client sends.
  public var json: String {
    var object = JSONObject()
    switch speed {
    case .factor(let factor)?: object.add("speedFactor", factor)
    case .scene?: object.add("speedFactor", "scene")
    case nil: break
    }
    if let isPaused { object.add("paused", isPaused) }
    switch scene {
    case .next?: object.add("scene", "next")
    case .previous?: object.add("scene", "previous")
    case .named(let name)?: object.add("scene", name)
    case nil: break
    }
    if let seek { object.add("seek", seek) }
    if let step { object.add("step", step) }
    if let message { object.add("message", message) }
    switch edit {
    case .commands(let commands)?:
      if commands.count == 1 { object.add("edit", commands[0]) } else { object.add("edit", commands) }
    case .undo?: object.add("undo", true)
    case .redo?: object.add("redo", true)
    case nil: break
    }
    if let editedScene { object.add("in", editedScene) }
    if let editor { object.add("editor", editor) }
    if reloads { object.add("reload", true) }
    if quits { object.add("quit", true) }
    return object.text
  }
}
