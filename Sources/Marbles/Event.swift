/// The colour that a marble is drawn in; a theme decides how each looks.
public enum MarbleColor: String, Hashable, Sendable, CaseIterable {
  case red, green, blue, purple, yellow, orange, cyan, pink, gray

  /// The colour of the input at `position` among the inputs of a scene, when it names none.
  public static func forInput(_ position: Int) -> MarbleColor {
    let palette: [MarbleColor] = [.red, .green, .yellow, .cyan, .pink, .orange]
    return palette[position % palette.count]
  }
}

/// One value on a timeline, and where it came from.
public struct Event: Hashable, Sendable, Identifiable {
  /// Unique in its scene and the same at every launch: as written in the scene, else `ROW#INDEX` at creation.
  public var id: String
  /// When it happens.
  public var time: SceneTime
  /// What it carries.
  public var value: Value
  /// How its marble is coloured.
  public var color: MarbleColor
  /// The ids of its nearest ancestors that are events of a row; empty for an input event.
  public var from: [String]
  /// The ids of the input events behind it, in scene order; empty for an input event.
  public var sources: [String]
  /// How it appears; nil when the stream that it comes from says nothing about it.
  public var animation: Animation?

  /// Creates an event; an input event leaves `from` and `sources` empty.
  public init(
    id: String, time: SceneTime, value: Value, color: MarbleColor = .green, from: [String] = [], sources: [String] = [],
    animation: Animation? = nil
  ) {
    self.id = id
    self.time = time
    self.value = value
    self.color = color
    self.from = from
    self.sources = sources
    self.animation = animation
  }

  /// The id of the event at `index` of `row` when the scene gives none.
  public static func defaultID(row: String, index: Int) -> String { "\(row)#\(index)" }
}
