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
///
/// Which event it is says its place, an ``EventKey``; no event holds its own.
public struct Event: Hashable, Sendable {
  /// The id that the scene gives it; nil for one that is called by its place, as in `ROW#INDEX`.
  public var name: String?
  /// When it happens.
  public var time: SceneTime
  /// What it carries.
  public var value: Value
  /// How its marble is coloured.
  public var color: MarbleColor
  /// Its nearest ancestors that are events of a row; nothing for an input event.
  public var from: Lineage
  /// The input events behind it; nothing for an input event.
  public var sources: Lineage
  /// How it appears; nil when the stream that it comes from says nothing about it.
  public var animation: Animation?

  /// Creates an event; an input event leaves `from` and `sources` empty.
  public init(
    name: String? = nil, time: SceneTime, value: Value, color: MarbleColor = .green, from: Lineage = .none,
    sources: Lineage = .none, animation: Animation? = nil
  ) {
    self.name = name
    self.time = time
    self.value = value
    self.color = color
    self.from = from
    self.sources = sources
    self.animation = animation
  }

  /// The id of the event at `index` of the row called `row` when the scene gives none.
  public static func defaultID(row: String, index: Int) -> String { "\(row)#\(index)" }
}

extension [Event] {
  /// The events in time order. Those of which the text says no name are called by their places in the text, which are not
  /// those that they get when they are not written in time order; a name that says no more than the place is none.
  package func calledByPlace(inRow row: String) -> [Event] {
    let isInOrder = zip(self, dropFirst()).allSatisfy { $0.time <= $1.time }
    var ordered = self
    if !isInOrder {
      for index in indices { ordered[index].name = ordered[index].name ?? Event.defaultID(row: row, index: index) }
      ordered = ordered.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
    }
    for index in ordered.indices where ordered[index].name == Event.defaultID(row: row, index: index) {
      ordered[index].name = nil
    }
    return ordered
  }
}
