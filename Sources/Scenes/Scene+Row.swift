public import Expressions
public import Marbles

extension Scene {
  /// One line of a scene.
  public struct Row: Hashable, Sendable {
    /// Where a row's events come from.
    public enum Content: Hashable, Sendable {
      /// They are given.
      case input(Input)
      /// They come from outside, as the scene plays.
      case live(Live)
      /// Operators make them of other rows.
      case output(Expression)
    }

    /// Unique in its scene; expressions refer to the row by it.
    public var name: String
    /// Where its events come from.
    public var content: Content
    /// The colour of its events that have none of their own; nil for an input's place in the palette, and for what an
    /// output's operators say.
    public var color: MarbleColor?
    /// The smallest wall time between two redraws of this row; nil for the scene's.
    public var refreshInterval: Duration?
    /// How its events appear when the stream itself says nothing about it.
    public var animation: Animation?
    /// How it is drawn.
    public var form: Form
    /// How its list is drawn, when it is shown as one.
    public var listStyle: ListStyle
    /// What it is to emit, when the scene is a test of it; outputs only.
    ///
    /// With `dialect: asv` it also says when the row is asked for an element, and when its consumer is cancelled.
    public var expectation: Expectation?

    /// How a row is drawn.
    public enum Form: String, Hashable, Sendable, CaseIterable {
      /// Marbles on a line.
      case timeline
      /// Its latest value as a list.
      case list
    }

    /// Creates a row.
    public init(
      name: String, content: Content, color: MarbleColor? = nil, refreshInterval: Duration? = nil,
      animation: Animation? = nil, form: Form = .timeline, listStyle: ListStyle = .ofRows,
      expectation: Expectation? = nil
    ) {
      self.name = name
      self.content = content
      self.color = color
      self.refreshInterval = refreshInterval
      self.animation = animation
      self.form = form
      self.listStyle = listStyle
      self.expectation = expectation
    }

    /// What it replays, when it is an input.
    public var input: Input? {
      if case .input(let input) = content { input } else { nil }
    }

    /// Its timeline, when it is an input that has one.
    public var timeline: Timeline? { input?.timeline }

    /// How it takes what comes from outside, when it is live.
    public var live: Live? {
      if case .live(let live) = content { live } else { nil }
    }

    /// Its expression, when it is an output.
    public var expression: Expression? {
      if case .output(let expression) = content { expression } else { nil }
    }
  }

  /// A timeline to replay, and what a use of it in an expression gets.
  public struct Input: Hashable, Sendable {
    /// When a use of an input begins, and what it gets that begins late.
    public enum Start: Hashable, Sendable {
      /// Begun with the scene, buffered without bound: what has passed comes at once.
      case hot
      /// Begun anew by each use, when it first asks.
      case cold
      /// Begun with the scene, not buffered: what comes before a use first asks is lost to it, as in RxJS.
      case unbuffered
    }

    /// What is replayed.
    public var timeline: Timeline
    /// When a use of it begins.
    public var start: Start
    /// What the timeline was made by; nil when it was written.
    public var random: RandomTimeline?

    /// Creates an input.
    public init(_ timeline: Timeline, start: Start = .hot, random: RandomTimeline? = nil) {
      self.timeline = timeline
      self.start = start
      self.random = random
    }
  }

  /// How a row takes what comes from outside.
  public struct Live: Hashable, Sendable {
    /// How many of its events a row of a live scene holds, at least, when nothing else is said.
    public static let defaultCapacity = 10_000
    /// The capacities that there can be.
    public static let capacities = 1...1_000_000

    /// How many of its newest events the row holds, at least; older ones are counted.
    public var capacity: Int

    /// Creates it.
    public init(capacity: Int = Live.defaultCapacity) { self.capacity = capacity }
  }

  /// What an output row is to emit.
  public struct Expectation: Hashable, Sendable {
    /// The diagram as it is written.
    public var text: String
    /// What it says.
    public var diagram: Diagram

    /// Creates an expectation.
    public init(text: String, diagram: Diagram) {
      self.text = text
      self.diagram = diagram
    }

    /// Reads what the row called `row` is to emit.
    ///
    /// - Throws: `DiagramError` with the column of the first thing that can't be read.
    public init(
      parsing text: String, row: String, step: SceneTime = .seconds(1), dialect: Dialect = .marbled
    ) throws(DiagramError) {
      self.init(
        text: text,
        diagram: try Diagram.parse(text, row: row, step: step, dialect: dialect, isExpectation: true))
    }
  }
}

extension Scene.Row.Content {
  /// A hot input that was written.
  public static func input(_ timeline: Timeline) -> Self { .input(Scene.Input(timeline)) }
}
