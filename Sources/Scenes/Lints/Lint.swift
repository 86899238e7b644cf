/// A mistake that runs of scenes show, and that `check --lint` reports.
///
/// This is the only list of them. What finds each one in a recording is in the module Narrations.
public enum Lint: String, Hashable, Sendable, CaseIterable, Comparable {
  /// A debounce emits nothing, because its values never pause.
  case neverQuiet = "never-quiet"
  /// A throttle keeps its newest value although its interval is over.
  case lastValueKept = "last-value-kept"
  /// An operator finishes as if all was well after its source failed.
  case errorSwallowed = "error-swallowed"
  /// Values of one stream queue, because an operator waits for another stream.
  case growingQueue = "growing-queue"
  /// A buffer without a limit grows.
  case growingBuffer = "growing-buffer"
  /// Two loops read one stream that gives each value to one of them.
  case unicastTwice = "unicast-twice"
  /// One consumer of a shared stream makes the others wait.
  case slowConsumer = "slow-consumer"
  /// Values wait for the streams of older values.
  case queuedInner = "queued-inner"
  /// A failed stream is started again at once, and fails at once.
  case retryWithoutDelay = "retry-without-delay"
  /// A timeout ends a stream that is only slower than the timeout.
  case timeoutBelowPeriod = "timeout-below-period"
  /// The result depends on the order of what is due at one instant.
  case orderOfTies = "order-of-ties"
  /// Values are computed and then dropped unseen.
  case unusedValues = "unused-values"

  /// The name on the command line, in files and in reports.
  public var name: String { rawValue }

  /// By name, for reports.
  public static func < (left: Lint, right: Lint) -> Bool { left.name < right.name }

  /// The names of all lints.
  public static var names: [String] { allCases.map(\.name) }

  /// What to do about it, as a sentence without a capital letter and a full stop.
  public var advice: String {
    switch self {
    case .neverQuiet: "use a shorter time, or `throttle`, which emits while values keep coming"
    case .lastValueKept: "use `sample(by:)` with a timer, which emits the newest value when the interval is over"
    case .errorSwallowed:
      "put `.buffer(policy: .unbounded)` after it, so that a request is always open when its source fails"
    case .growingQueue:
      "slow the faster stream down, as with `throttle`, or use `combineLatest`, which needs the newest values only"
    case .growingBuffer:
      "limit it, as with `.bounded(2)`, which makes the source wait, or `.bufferingLatest(2)`, which drops values; an "
        + "AsyncStream can have `bufferingPolicy: .bufferingNewest(2)`"
    case .unicastTwice: "read the stream in one row with `share()`, and let the others read that row"
    case .slowConsumer:
      "let a row that reads this one be slow instead; in a program, `share(bufferingPolicy: .unbounded)` does not wait "
        + "for its slowest consumer"
    case .queuedInner:
      "use `flatMapLatest`, which cancels the old stream when a new value arrives, or make the streams shorter"
    case .retryWithoutDelay: "give it a pause, as with `retry(3, delay: .seconds(1))`"
    case .timeoutBelowPeriod: "use a time that is longer than the usual pause between two values"
    case .orderOfTies: "move the times apart, or use an operator that does not depend on which value is first"
    case .unusedValues: "put the operator that drops the values first, so that only the others are computed"
    }
  }

  /// The name of a shipped scene that makes this mistake on purpose.
  public var example: String {
    switch self {
    case .neverQuiet: "wrong-times"
    case .lastValueKept: "throttle-latest"
    case .errorSwallowed: "debounce-error"
    case .growingQueue: "values-that-wait"
    case .growingBuffer: "buffer-policies"
    case .unicastTwice: "stream-split"
    case .slowConsumer: "values-that-wait"
    case .queuedInner: "values-that-wait"
    case .retryWithoutDelay: "wrong-times"
    case .timeoutBelowPeriod: "wrong-times"
    case .orderOfTies: "debounce-tie"
    case .unusedValues: "wrong-times"
    }
  }
}
