/// What an operator does with values, in one of its forms and with its arguments.
///
/// Each operator states it once, in its own file. Sentences, marks, what rows hold, and which entries of a Redis stream are
/// acknowledged all follow from it. Streams that a closure returns contribute the semantics of their own operators.
///
/// The defaults are those of `filter` without its drops: one stream is read once, as its consumer asks, and each value is
/// passed on unchanged at once, or not at all.
public struct OperatorSemantics: Hashable, Sendable {
  /// How the operator uses its receiver.
  public var receiver: Input
  /// How the operator uses the streams among its arguments.
  public var streams: Input
  /// What it makes of each value.
  public var result: Result
  /// What lets it emit.
  public var trigger: Trigger
  /// What happens at the end of its input to values that it holds.
  public var atEnd: AtEnd
  /// The values that it emits although no value led to them; nil for none.
  public var makes: Made?
  /// How it uses the streams that its closure returns; nil for an operator without such a closure.
  public var inner: Inner?
  /// Why it drops values; empty when it drops none before it ends. The first is the reason that ``OperatorNote`` gives for
  /// values of the receiver.
  public var drops: [OperatorNote.Reason]
  /// Whether it remembers values that it has emitted or dropped, to compare later ones with them.
  public var remembers: Bool
  /// Whether it ends at a value that it does not pass.
  public var dropEndsIt: Bool
  /// Whether it may finish before its receiver, or a function before the last of its streams.
  public var mayFinishEarly: Bool
  /// Whether it fails when its duration passes without a value.
  public var limitsTime: Bool
  /// Whether it only changes how the stream ends.
  public var changesEndOnly: Bool
  /// Whether it reads its receiver once for all its consumers.
  public var isShared: Bool

  /// Describes an operator; see the properties.
  public init(
    receiver: Input = Input(), streams: Input = Input(), result: Result = .unchanged, trigger: Trigger = .demand,
    atEnd: AtEnd = .nothingHeld, makes: Made? = nil, inner: Inner? = nil, drops: [OperatorNote.Reason] = [],
    remembers: Bool = false, dropEndsIt: Bool = false, mayFinishEarly: Bool = false, limitsTime: Bool = false,
    changesEndOnly: Bool = false,
    isShared: Bool = false
  ) {
    self.receiver = receiver
    self.streams = streams
    self.result = result
    self.trigger = trigger
    self.atEnd = atEnd
    self.makes = makes
    self.inner = inner
    self.drops = drops
    self.remembers = remembers
    self.dropEndsIt = dropEndsIt
    self.mayFinishEarly = mayFinishEarly
    self.limitsTime = limitsTime
    self.changesEndOnly = changesEndOnly
    self.isShared = isShared
  }

  /// How an operator uses one of its streams.
  public struct Input: Hashable, Sendable {
    /// What its values are for.
    public var role: Role
    /// When it is read.
    public var reading: Reading
    /// How many values are read before the consumer asks for them.
    public var demand: Demand
    /// Which values the operator keeps between instants.
    public var holding: Holding
    /// How many emitted values a value becomes part of.
    public var uses: Uses

    /// Describes a stream; see the properties.
    public init(
      _ role: Role = .data, reading: Reading = .once, demand: Demand = .consumer, holding: Holding = .nothing,
      uses: Uses = .atMostOne
    ) {
      self.role = role
      self.reading = reading
      self.demand = demand
      self.holding = holding
      self.uses = uses
    }
  }

  /// What the values of a stream are for.
  public enum Role: Hashable, Sendable {
    /// They become part of what is emitted.
    case data
    /// Each lets the operator emit what it holds.
    case signal
    /// The first one opens or ends the output.
    case limit
  }

  /// When a stream is read.
  public enum Reading: Hashable, Sendable {
    /// Once, from the start of the operator.
    case once
    /// Once, after the stream before it has finished.
    case inTurn
    /// Again, from its beginning.
    case again
    /// Once and to its end, although another stream was chosen and its values are dropped.
    case toItsEnd
  }

  /// How many values are read before the consumer asks for them.
  public enum Demand: Hashable, Sendable {
    /// None.
    case consumer
    /// At most this many.
    case ahead(Int)
    /// Any number.
    case unbounded
  }

  /// Which values an operator keeps between instants.
  public enum Holding: Hashable, Sendable {
    /// None.
    case nothing
    /// The newest, until it is emitted or replaced.
    case newest
    /// The first, until it is emitted; later ones are dropped.
    case first
    /// One, until each of the other streams has one, too.
    case next
    /// The newest, which stays after it was emitted.
    case latest
    /// The one before, for the next one.
    case previous
    /// All, until they are emitted.
    case all
    /// Those that the consumer has not asked for yet, by the policy of a buffer.
    case queue(BufferPolicy)
    /// All, as one result.
    case result
  }

  /// How many emitted values a value becomes part of.
  public enum Uses: Hashable, Sendable {
    /// One or none.
    case atMostOne
    /// Two: with the value before, and with the one after.
    case two
    /// One for each window that it is in, or for each partner that it has.
    case several
    /// One for each of its elements.
    case elements
    /// Any number, while it is the newest.
    case whileNewest
    /// All later ones, as a part of a running result. The result is kept, not the value.
    case allLater
  }

  /// What an operator makes of each value.
  public enum Result: Hashable, Sendable {
    /// The value itself.
    case unchanged
    /// Another value, from this one.
    case new
    /// A value from this one and others.
    case joined
    /// A result over all values so far.
    case accumulated
    /// `true` or `false`: the value is only tested.
    case answer
    /// No value.
    case none
  }

  /// What lets an operator emit.
  public enum Trigger: Hashable, Sendable {
    /// The consumer asks, and a value is there.
    case demand
    /// The next value arrives.
    case neighbor
    /// There are enough values, or something lets it emit fewer.
    case count
    /// Each of the other streams has a value.
    case partners
    /// Another stream emits.
    case signal
    /// The operator's own timer fires.
    case timer
    /// Its duration, or its clock, lets the value through.
    case time
    /// The stream has ended.
    case end
  }

  /// What happens at the end of the input to values that an operator holds.
  public enum AtEnd: Hashable, Sendable {
    /// It holds none.
    case nothingHeld
    /// It emits them.
    case emits
    /// It drops them.
    case drops
    /// They are parts of what it has emitted.
    case keeps
  }

  /// Values that an operator emits although no value led to them.
  public enum Made: Hashable, Sendable {
    /// The ticks of a timer.
    case ticks
    /// Constants among its arguments, or the answer for an empty stream.
    case constants
  }

  /// How an operator uses the streams that its closure returns.
  public enum Inner: Hashable, Sendable {
    /// One for each value, one after another.
    case inTurn
    /// One for each value, until the next value.
    case latest
    /// One for each key of values, all at the same time.
    case byKey
    /// One, in place of a failed stream.
    case replacement
  }

  /// Whether each value is emitted, if at all, as soon as the consumer asks after its arrival.
  public var isPrompt: Bool {
    trigger == .demand && inner == nil && [receiver, streams].allSatisfy { [.once, .toItsEnd].contains($0.reading) }
  }

  /// Whether everything that it emits is a value of its streams, passed on as soon as the consumer asks.
  public var passesValues: Bool { isPrompt && result == .unchanged && makes == nil }
}

/// What is known of an argument when an expression is planned, for semantics that depend on it.
public enum ConstantArgument: Hashable, Sendable {
  /// `true` or `false`.
  case flag(Bool)
  /// A whole number.
  case count(Int)
  /// The policy of a buffer.
  case policy(BufferPolicy)
  /// Anything else: no semantics depend on it.
  case other
}
