public import Marbles

/// What a client asks the daemon to do: one JSON object, any of its keys.
public struct ControlRequest: Hashable, Sendable {
  /// Which speed.
  public enum Speed: Hashable, Sendable {
    /// So many scene seconds a wall second, until it is taken back.
    case factor(SpeedFactor)
    /// What each scene says.
    case scene
  }

  /// Which scene.
  public enum Choice: Hashable, Sendable {
    /// The next of the playlist.
    case next
    /// The one before of the playlist.
    case previous
    /// By its name.
    case named(String)
  }

  /// How fast.
  public var speed: Speed?
  /// Whether the playhead is to stand still.
  public var isPaused: Bool?
  /// What is to be played.
  public var scene: Choice?
  /// Where in the scene to go, in scene time.
  public var seek: SceneTime?
  /// How many instants to go on.
  public var step: Int?
  /// An empty one takes the banner away.
  public var message: String?
  /// Whether configuration and scenes are to be read again.
  public var reloads = false
  /// Whether the daemon is to end.
  public var quits = false

  /// Asks for nothing.
  public init() {}

  /// Why a request is refused; nothing of it was done.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is: the API has a status for each.
    public enum Reason: Hashable, Sendable {
      /// It makes no sense, or asks for something that can't be played.
      case unprocessable
      /// It would make sense of another scene or at another time.
      case conflict
      /// It is larger than what is kept.
      case tooLarge
      /// The daemon is ending, or too busy to try.
      case unavailable
    }

    /// What is wrong, for a person.
    public var description: String
    /// What kind of refusal it is.
    public var reason: Reason

    /// Creates a refusal.
    public init(_ description: String, _ reason: Reason = .unprocessable) {
      (self.description, self.reason) = (description, reason)
    }
  }

  private static let keys = ["speedFactor", "paused", "scene", "seek", "step", "message", "reload", "quit"]

  /// Reads a request.
  ///
  /// - Throws: ``Invalid`` for what is no object, is empty, or says something that can't be.
  public init(_ value: Value) throws(Invalid) {
    guard case .object(let members) = value else {
      throw Invalid("\(Self.kind(value)); expected an object such as {\"speedFactor\":2}")
    }
    guard !members.isEmpty else {
      throw Invalid("an empty object; expected one or more of \(Self.keys.joined(separator: ", "))")
    }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { try read(key, value) }
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
        throw Self.expected("a number of seconds from 0 on, up to 100 years", for: key, value)
      }
      seek = .seconds(seconds)
    case ("step", .int(let count)) where (1...1000).contains(count): step = count
    case ("step", _): throw Self.expected("a whole number from 1 to 1000", for: key, value)
    case ("message", .string(let text)) where text.count <= 1000: message = text
    case ("message", .null): message = ""
    case ("message", _): throw Self.expected("a text of at most 1000 characters", for: key, value)
    case ("reload", .bool(true)): reloads = true
    case ("quit", .bool(true)): quits = true
    case ("reload", _), ("quit", _): throw Self.expected("true", for: key, value)
    default:
      let hint = Suggestion.clause(for: key, among: Self.keys)
      throw Invalid(
        "there is no key `\(DisplayText.shortened(key, to: 40))`"
          + (hint.isEmpty ? "; there are \(Self.keys.joined(separator: ", "))" : hint))
    }
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

  /// As it is sent.
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
    if reloads { object.add("reload", true) }
    if quits { object.add("quit", true) }
    return object.text
  }
}
