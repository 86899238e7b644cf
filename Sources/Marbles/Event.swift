/// The colour that a marble is drawn in; a theme decides how each looks.
public enum MarbleColor: String, Hashable, Sendable, CaseIterable {
  case red, green, blue, purple, yellow, orange, cyan, pink, gray

  /// The default colour of the input at `position` among the inputs of a scene.
  public static func forInput(_ position: Int) -> MarbleColor {
    let palette: [MarbleColor] = [.red, .green, .yellow, .cyan, .pink, .orange]
    return palette[position % palette.count]
  }
}

/// One value on a timeline, and its origin.
///
/// An event does not store its own identity; its position in the scene, an ``EventKey``, identifies it.
public struct Event: Hashable, Sendable {
  /// When the event happens.
  public var time: SceneTime
  /// The value that the event carries.
  public var value: Value
  /// The colour of the marble.
  public var color: MarbleColor
  /// The nearest ancestors that are events of a row; empty for an input event.
  public var from: Lineage
  /// The input events that the value was made from; empty for an input event.
  public var sources: Lineage
  /// ``sourceTime`` in nanoseconds; `Int64.min` for nil.
  private var sourceNanoseconds = Int64.min
  private var rarities: Rarities?

  /// What few events have. It is apart, as a recording of live rows keeps a million events.
  private final class Rarities: Hashable, Sendable {
    let name: String?
    let animation: Animation?

    /// Nil when there is nothing to keep.
    init?(_ name: String?, _ animation: Animation?) {
      guard name != nil || animation != nil else { return nil }
      (self.name, self.animation) = (name, animation)
    }

    static func == (left: Rarities, right: Rarities) -> Bool {
      left === right || (left.name, left.animation) == (right.name, right.animation)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(animation)
    }
  }

  /// The id that the scene gives the event; nil if its position names it, as in `ROW#INDEX`.
  public var name: String? {
    get { rarities?.name }
    set { rarities = Rarities(newValue, animation) }
  }

  /// How the event appears; nil when its stream does not set an animation.
  public var animation: Animation? {
    get { rarities?.animation }
    set { rarities = Rarities(name, newValue) }
  }

  /// When it happened, as its source says: the time since 1970; nil when the source does not say.
  public var sourceTime: SceneTime? {
    get { sourceNanoseconds == .min ? nil : SceneTime(nanoseconds: sourceNanoseconds) }
    set { sourceNanoseconds = newValue?.nanoseconds ?? .min }
  }

  /// Creates an event. Input events leave `from` and `sources` empty.
  public init(
    name: String? = nil, time: SceneTime, value: Value, color: MarbleColor = .green, from: Lineage = .none,
    sources: Lineage = .none, animation: Animation? = nil
  ) {
    self.time = time
    self.value = value
    self.color = color
    self.from = from
    self.sources = sources
    rarities = Rarities(name, animation)
  }

  /// The id of the event at `index` of the row `row` when the scene gives no id.
  public static func defaultID(row: String, index: Int) -> String { "\(row)#\(index)" }
}

extension [Event] {
  /// The events in time order, named by their position in the text. If sorting moves events, each event without an id
  /// gets the id of its original position. An id that equals the default id of the new position is removed.
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
