internal import Synchronization

/// Reports values that no asynchronous sequence carries: of a callback, a delegate or an actor.
///
/// ```swift
/// let clicks = MarbleProbe("clicks")
/// button.onClick = { clicks.value($0.count) }
/// ```
///
/// A probe may be used from any thread. It has no iterations: its values belong to the program as a whole.
public struct MarbleProbe: Sendable {
  private let tap: Tap

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - name: the name of the tap, and of the row that shows it; at most 200 bytes. Probes and sequences may share a name.
  ///   - destination: where to report to.
  public init(_ name: String, to destination: MarbleDestination = .environment) { tap = destination.tap(name) }

  /// Reports a value. Without a listener, it costs one atomic load.
  ///
  /// - Parameter value: the value to show; see `AsyncSequence.marble(_:to:)`. It is evaluated only for a listener.
  public func value<Value>(_ value: @autoclosure () -> Value) {
    guard tap.channel.isListening, let ring = tap.channel.ring else { return }
    tap.send(iteration: 0, through: ring) { tap.value(of: value()) }
  }

  /// Reports a value, as the other function does. It is described on the thread that sends it.
  public func value<Value: Sendable>(_ value: @autoclosure () -> Value) {
    guard tap.channel.isListening, let ring = tap.channel.ring else { return }
    tap.send(iteration: 0, through: ring) { tap.value(of: value(), isSendable: true) }
  }

  /// Sends a value, and reports how long that waits: with a channel, until the value is taken.
  ///
  /// ```swift
  /// let paid = MarbleProbe("paid")
  /// await paid.send(receipt) { await channel.send($0) }
  /// ```
  ///
  /// The value is shown when it was sent. Meanwhile, marbled shows that it waits. It is not shown when `body` throws.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - isolation: the actor on which `body` is called: that of the caller.
  ///   - body: sends the value.
  /// - Throws: what `body` throws.
  public func send<Value: Sendable, Failure: Error>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation,
    through body: (Value) async throws(Failure) -> Void
  ) async throws(Failure) {
    guard tap.channel.isListening else { return try await body(value) }
    let start = TapChannel.now
    tap.send(wanted: .sending(tap.sending.add(1, ordering: .relaxed).newValue), .send)
    defer { tap.send(wanted: .sending(tap.sending.subtract(1, ordering: .relaxed).newValue), .send) }
    try await body(value)
    guard let ring = tap.channel.ring else { return }
    tap.send(iteration: 0, through: ring) {
      .detailed(TapDetail(tap.value(of: value, isSendable: true), waited: TapChannel.now - start))
    }
  }

  /// Reports that no more values will come.
  public func finish() { tap.send(.finish, iteration: 0) }

  /// Reports that an error has ended the values.
  ///
  /// - Parameter error: the error; its description is shown.
  public func fail(_ error: any Error) { tap.send(.error(tap.text(of: error)), iteration: 0) }
}
