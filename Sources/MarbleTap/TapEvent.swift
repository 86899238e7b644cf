/// What happened in an iteration of a stream, on its way to the listener.
@usableFromInline
struct TapEvent: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    /// The tap is there, and has no iteration yet.
    case idle
    case begin
    case value(TapValue)
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

/// A value on its way to the listener: common types as they are, so that the thread of the channel writes their text.
@usableFromInline
enum TapValue: Sendable {
  case int(Int)
  case double(Double)
  case flag(Bool)
  case text(String)
  case json(String)

  /// Any value. One that is not of a common type is written as JSON at once, as it need not be `Sendable`.
  @inlinable
  init<Element>(_ element: Element) {
    // After specialization, one of these branches is left.
    if Element.self == Int.self {
      self = .int(unsafeBitCast(element, to: Int.self))
    } else if Element.self == String.self {
      self = .text(unsafeBitCast(element, to: String.self))
    } else if Element.self == Double.self {
      self = .double(unsafeBitCast(element, to: Double.self))
    } else if Element.self == Bool.self {
      self = .flag(unsafeBitCast(element, to: Bool.self))
    } else {
      self = .json(JSONWriter.text(of: element))
    }
  }
}
