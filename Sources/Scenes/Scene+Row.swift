public import Expressions
public import Marbles

extension Scene {
  /// A row of a scene.
  public struct Row: Hashable, Sendable {
    /// The source of a row's events.
    public enum Content: Hashable, Sendable {
      /// A given timeline.
      case input(Input)
      /// Live values, which arrive while the scene plays.
      case live(Live)
      /// An expression over other rows.
      case output(Expression)
    }

    /// The name, unique in the scene; expressions refer to the row by it.
    public var name: String
    /// The source of the row's events.
    public var content: Content
    /// The default colour of its events; nil for the palette's in an input, and for the colours of the operators in an
    /// output.
    public var color: MarbleColor?
    /// The text of its marbles, over the value; nil for ``Value/label``. See ``label(of:)``.
    public var label: ValueExpression?
    /// Colours its events by the result of this expression; nil for ``color``. See ``ValueColors``.
    public var colorBy: ValueExpression?
    /// Minimum wall time between redraws of this row; nil for the scene's.
    public var refreshInterval: Duration?
    /// The default animation of its events, where the stream sets none.
    public var animation: Animation?
    /// How the row is drawn.
    public var form: Form
    /// The style of the list when the row is drawn as one.
    public var listStyle: ListStyle
    /// The expected events, for tests of a scene; outputs only.
    ///
    /// With `dialect: asv` it also gives the times of requests and of the consumer's cancellation.
    public var expectation: Expectation?
    /// The diagram of what an output should emit by ``Scene/issue``, where ``expectation`` is what it does; nil for none.
    public var should: String?
    /// How long the consumer of an output takes for each value before it asks for the next; nil to ask at once. More than zero.
    ///
    /// Rows that read this row are not slowed.
    public var consumingTime: SceneTime?
    /// Whether pictures show the stages of an output as rows, see ``StageExpansion``.
    public var showsStages: Bool
    /// What the row teaches, in a few sentences; empty for nothing.
    public var notes: String

    /// How a row is drawn.
    public enum Form: String, Hashable, Sendable, CaseIterable {
      /// On a time line, as its values suggest: marbles, or in a live row also a curve, bars or lines.
      case timeline
      /// A marble for each value.
      case marbles
      /// A curve of the numbers in the values, with their minimum and maximum.
      case curve
      /// The number of values in each interval of a round time, as bars.
      case bars
      /// A mark for each value, and the newest values in full below.
      case lines
      /// The latest value as a list.
      case list
    }

    /// Creates a row; by default a plain time line.
    public init(
      name: String, content: Content, color: MarbleColor? = nil, label: ValueExpression? = nil,
      colorBy: ValueExpression? = nil, refreshInterval: Duration? = nil, animation: Animation? = nil,
      form: Form = .timeline, listStyle: ListStyle = .ofRows,
      expectation: Expectation? = nil, consumingTime: SceneTime? = nil, showsStages: Bool = false,
      notes: String = ""
    ) {
      self.name = name
      self.content = content
      self.color = color
      self.label = label
      self.colorBy = colorBy
      self.refreshInterval = refreshInterval
      self.animation = animation
      self.form = form
      self.listStyle = listStyle
      self.expectation = expectation
      self.consumingTime = consumingTime
      self.showsStages = showsStages
      self.notes = notes
    }

    /// The input; nil for other rows. Only an input can be set.
    public package(set) var input: Input? {
      get { if case .input(let input) = content { input } else { nil } }
      set { if let newValue { content = .input(newValue) } }
    }

    /// The timeline of an input; nil for other rows.
    public var timeline: Timeline? { input?.timeline }

    /// The live settings; nil for rows that are not live.
    public var live: Live? {
      if case .live(let live) = content { live } else { nil }
    }

    /// Whether it is an output that makes its values itself, as from a timer.
    package var readsNoRow: Bool { expression?.references.isEmpty == true }

    /// The expression of an output; nil for other rows.
    public var expression: Expression? {
      if case .output(let expression) = content { expression } else { nil }
    }
  }

  /// A timeline to replay, and how it starts.
  public struct Input: Hashable, Sendable {
    /// How the values of an input reach the rows that read it: when a use starts, and what a late one receives.
    public enum Start: Hashable, Sendable {
      /// Starts with the scene, buffered without a limit: a late use receives all earlier events at once.
      case hot
      /// Starts separately for each use, at its first request.
      case cold
      /// Starts with the scene, not buffered: a use misses events before its first request, as in RxJS. It replays what
      /// arrived in a live row, so closures that fail give `nil`, as there.
      case unbuffered
      /// Sent once through an `AsyncChannel`: each `send` waits until an iterator asks, and each value goes to one iterator.
      case channel
      /// Sent once through an `AsyncStream` with this buffer: each value goes to one iterator.
      case stream(StreamBuffer)

      /// Whether each value is sent once, to one iterator, rather than replayed for each.
      public var isSent: Bool { self == .channel || isStream }

      /// Whether the values go through an `AsyncStream`.
      public var isStream: Bool { if case .stream = self { true } else { false } }
    }

    /// The timeline to replay.
    public var timeline: Timeline
    /// When a use of it starts.
    public var start: Start
    /// The generator of the timeline; nil for a written one.
    public var random: RandomTimeline?

    /// Creates an input, by default a hot one.
    public init(_ timeline: Timeline, start: Start = .hot, random: RandomTimeline? = nil) {
      self.timeline = timeline
      self.start = start
      self.random = random
    }
  }

  /// The settings of a live row.
  public struct Live: Hashable, Sendable {
    /// The default of ``capacity``.
    public static let defaultCapacity = 10_000
    /// The valid range of ``capacity``.
    public static let capacities = 1...1_000_000

    /// The minimum number of newest events to retain; older ones are only counted.
    public var capacity: Int
    /// The source of its lines, written as after `-i NAME=`: `exec:COMMAND`, `tap:NAME`, `tail:FILE`, `@FIFO`,
    /// `redis://HOST/STREAM` without credentials, or `-`; nil when another program sends them.
    public var source: String?
    /// Whether the command of the source is started again when it ends, or the row waits for the program of a tap again.
    public var restarts = false
    /// How its lines become events.
    public var lines = LineSettings()

    /// Creates settings, with the default capacity unless given.
    public init(capacity: Int = Live.defaultCapacity, source: String? = nil) {
      (self.capacity, self.source) = (capacity, source)
    }
  }

  /// The expected events of an output row.
  public struct Expectation: Hashable, Sendable {
    /// The diagram as written.
    public var text: String
    /// The parsed diagram.
    public var diagram: Diagram

    /// Creates an expectation; `text` is the diagram as written.
    public init(text: String, diagram: Diagram) {
      self.text = text
      self.diagram = diagram
    }

    /// Parses the expectation of the row called `row`.
    ///
    /// - Throws: `DiagramError` with the column of the first error.
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
  /// A hot input with a written timeline.
  public static func input(_ timeline: Timeline) -> Self { .input(Scene.Input(timeline)) }
}
