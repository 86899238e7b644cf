/// What happened in an iteration of a stream, on its way to the listener.
@usableFromInline
struct TapEvent: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    /// The tap is there, and has no iteration yet.
    case idle
    case begin(TapOrigin)
    /// The iteration asks for a value; only for a listener that wants to know.
    case request
    case value(TapValue)
    /// A value with what is known about its way.
    case detailed(TapDetail)
    /// A stream has lost this value, as its buffer was full; only for a listener that wants to know.
    case lost(TapDetail)
    /// A stream had ended before this value; only for a listener that wants to know.
    case refused(TapDetail)
    /// How many values wait now to be taken; only for a listener that wants to know.
    case sending(Int)
    case finish
    case error(String)
    case cancel
  }

  /// The position of the tap in its channel: names would have to be retained.
  @usableFromInline var tap: Int32
  /// The number of the iteration, from 1; 0 for a probe, which has no iterations.
  @usableFromInline var iteration: Int
  /// In nanoseconds since 1970.
  @usableFromInline var time: Int64
  @usableFromInline var kind: Kind

  @inlinable
  init(tap: Int32, iteration: Int, time: Int64, kind: Kind) {
    (self.tap, self.iteration, self.time, self.kind) = (tap, iteration, time, kind)
  }
}

/// A value with what is known about its way. An object, so that events stay small.
@usableFromInline
final class TapDetail: Sendable {
  let value: TapValue
  /// How long the value waited until it was taken, in nanoseconds.
  let waited: Int64?
  /// How many more values the buffer of the stream holds.
  let remaining: Int?

  init(_ value: TapValue, waited: Int64? = nil, remaining: Int? = nil) {
    (self.value, self.waited, self.remaining) = (value, waited, remaining)
  }
}

/// Where an iteration has begun: the place of `.marble` in the source, and the name of the task.
@usableFromInline
final class TapOrigin: Sendable {
  let (file, line): (StaticString, Int)
  let task: String?

  /// The place is in the source; the task is the current one.
  init(_ file: StaticString, _ line: Int) {
    (self.file, self.line) = (file, line)
    if #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
      task = Task<Never, Never>.name
    } else {
      task = nil
    }
  }
}

/// A value on its way to the listener: common types as they are, so that the thread of the channel writes their text.
@usableFromInline
enum TapValue: Sendable {
  case int(Int)
  case double(Double)
  case flag(Bool)
  case text(String)
  case json(String)
  /// Described by the thread of the channel.
  case boxed(TapBox)

  /// The type of a value that must not be shown.
  static func type<Element>(of element: Element) -> TapValue { .text("\(Swift.type(of: element))") }

  /// Any value.
  ///
  /// - Parameters:
  ///   - element: the value.
  ///   - isSendable: whether the thread of the channel may describe it. Otherwise, one that is not of a common type is
  ///     written as JSON at once.
  @inlinable
  init<Element>(_ element: Element, isSendable: Bool = false) {
    // After specialization, one of these branches is left.
    if Element.self == Int.self {
      self = .int(unsafeBitCast(element, to: Int.self))
    } else if Element.self == String.self {
      self = .text(unsafeBitCast(element, to: String.self))
    } else if Element.self == Double.self {
      self = .double(unsafeBitCast(element, to: Double.self))
    } else if Element.self == Bool.self {
      self = .flag(unsafeBitCast(element, to: Bool.self))
    } else if isSendable {
      self = .boxed(BoxedElement(element))
    } else {
      self = .json(JSONWriter.text(of: element))
    }
  }
}

/// A value that the thread of the channel describes.
///
/// @unchecked Sendable: its only subclass is made for values that are Sendable.
@usableFromInline
class TapBox: @unchecked Sendable {
  @usableFromInline
  init() {}

  /// The value as JSON.
  @usableFromInline
  func json() -> String { "null" }
}

/// A value in one object.
///
/// @unchecked Sendable: ``TapValue`` makes it where `isSendable` says that `Element` is; the generic code that reports an
/// element can't be limited to such types. The value is never changed.
@usableFromInline
final class BoxedElement<Element>: TapBox, @unchecked Sendable {
  @usableFromInline let element: Element

  @inlinable
  init(_ element: Element) {
    self.element = element
    super.init()
  }

  @usableFromInline
  override func json() -> String { JSONWriter.text(of: element) }
}
