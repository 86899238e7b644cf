internal import DequeModule

/// Follows the values of one iteration of an operator from its receiver until it emits or drops them.
///
/// Operators of libraries do not say what they drop, so a watch follows their ``OperatorSemantics``. It sees each value
/// that the operator reads, each request of the consumer, and each value that the operator emits.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it.
final class OperatorWatch: @unchecked Sendable {
  /// How an operator holds values.
  private enum Rule: Sendable {
    /// It decides about each value before it reads the next one; `endsOn` tells whether a value that it does not emit
    /// may end it.
    case immediate(OperatorNote.Reason, endsOn: Bool = false)
    /// It holds the newest value.
    case newest(OperatorNote.Reason)
    /// It holds the first value until it has emitted it.
    case first(OperatorNote.Reason)
    /// It is a buffer.
    case queue(BufferPolicy)

    /// The rule for the receiver of an operator; nil for one whose drops can't be seen.
    init?(_ semantics: OperatorSemantics) {
      switch (semantics.receiver.holding, semantics.drops.first) {
      case (.queue(let policy), _): self = .queue(policy)
      case (.nothing, let reason?): self = .immediate(reason, endsOn: semantics.dropEndsIt)
      case (.nothing, nil) where semantics.dropEndsIt: self = .immediate(.ended, endsOn: true)
      case (.newest, let reason?): self = .newest(reason)
      case (.first, let reason?): self = .first(reason)
      default: return nil
      }
    }
  }

  private let rule: Rule
  private let notes: OperatorNotes
  private var count = 0
  private var held: Deque<Traced> = []
  private var lastEmitted: Traced?
  /// The notes about dropped values, by the number of the value: of several tasks at one instant, the one that emits a
  /// value may run after the one that reads the next.
  private var dropped: [Int: Int] = [:]
  /// Whether the consumer waits for a value.
  private var isAsked = false

  private init(_ rule: Rule, _ notes: OperatorNotes) { (self.rule, self.notes) = (rule, notes) }

  /// A function that makes a watch for each iteration; nil when nobody wants the notes, or the drops can't be seen.
  static func make(for semantics: OperatorSemantics, _ notes: OperatorNotes) -> (@Sendable () -> OperatorWatch)? {
    guard notes.areWanted, let rule = Rule(semantics) else { return nil }
    return { OperatorWatch(rule, notes) }
  }

  /// The operator reads the next value.
  func willRead() {
    guard case .immediate(let reason, _) = rule, let last = held.popFirst() else { return }
    drop(last, reason, for: reason == .duplicate || reason == .matched ? lastEmitted : nil)
  }

  /// The operator has read a value.
  ///
  /// - Returns: the value with a number.
  func read(_ element: Traced) -> Traced {
    count += 1
    var element = element
    element.place = count
    switch rule {
    case .immediate: held = [element]
    case .newest(let reason):
      if let last = held.first { drop(last, reason, for: element) }
      held = [element]
    case .first(let reason):
      if let first = held.first { drop(element, reason, for: first) } else { held = [element] }
    case .queue(let policy): add(element, to: policy)
    }
    return element
  }

  private func add(_ element: Traced, to policy: BufferPolicy) {
    guard !isAsked else { return isAsked = false }
    switch policy {
    case .bufferingOldest(let limit) where held.count >= limit:
      drop(element, .full(policy), for: nil)
    case .bufferingLatest(let limit) where held.count >= limit:
      held.append(element)
      if let oldest = held.popFirst() { drop(oldest, .full(policy), for: element) }
    default: held.append(element)
    }
  }

  /// The consumer asks for the next value.
  func willEmit() {
    guard case .queue = rule else { return }
    if held.popFirst() == nil { isAsked = true }
  }

  /// The operator emits a value.
  func emit(_ element: Traced) {
    if let note = dropped.removeValue(forKey: element.place) { notes.observer?.retract(note) }
    lastEmitted = element
    guard element.place > 0 else { return }
    while let first = held.first, first.place <= element.place { held.removeFirst() }
  }

  /// The operator has ended.
  func end(_ error: (any Error)?) {
    for element in held {
      if case .immediate(let reason, let endsOn) = rule {
        if error != nil {
          notes.use(element, .failed)
        } else if endsOn {
          notes.use(element, .ended)
        } else {
          drop(element, reason, for: nil)
        }
      } else {
        drop(element, .ended, for: nil)
      }
    }
    held = []
  }

  private func drop(_ element: Traced, _ reason: OperatorNote.Reason, for cause: Traced?) {
    guard let note = notes.drop(element, reason, for: cause) else { return }
    // Only the newest values may still turn out to be emitted.
    if dropped.count > 8 { dropped = dropped.filter { $0.key > count - 4 } }
    dropped[element.place] = note
  }
}

extension Call {
  /// The stream of an operator over its receiver, with each value followed from the receiver to the output.
  func watched(
    _ build: @escaping @Sendable (TracedStream) throws -> TracedStream
  ) rethrows -> TracedStream {
    let base = base
    guard let makeWatch = OperatorWatch.make(for: semantics, notes) else { return try build(base) }
    return TracedStream(generating: {
      let watch = makeWatch()
      let input = TracedStream(generating: {
        var iterator = base.makeAsyncIterator()
        return {
          watch.willRead()
          return try await iterator.next().map(watch.read)
        }
      })
      let output: TracedStream
      do { output = try build(input) } catch { output = TracedStream(failing: error) }
      var iterator = output.makeAsyncIterator()
      return {
        watch.willEmit()
        do {
          let element = try await iterator.next()
          if let element { watch.emit(element) } else if !Task.isCancelled { watch.end(nil) }
          return element
        } catch {
          if !Task.isCancelled { watch.end(error) }
          throw error
        }
      }
    })
  }

  /// The stream of an operator that gathers values until `signal` emits, with each signal followed.
  func signalled(
    by signal: TracedStream, _ build: @escaping @Sendable (TracedStream, TracedStream) -> TracedStream
  ) -> TracedStream {
    let (base, notes) = (base, notes)
    guard notes.areWanted else { return build(base, signal) }
    return TracedStream(generating: {
      let gathered = ValuesSinceSignal()
      let input = TracedStream(
        base.map { element in
          gathered.count += 1
          return element
        })
      let signals = TracedStream(
        signal.map { element in
          if gathered.count > 0 { notes.use(element, .triggered) } else { notes.drop(element, .idle) }
          gathered.count = 0
          return element
        })
      var iterator = build(input, signals).makeAsyncIterator()
      return { try await iterator.next() }
    })
  }
}

/// The number of values since the last signal.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, as ``OperatorWatch`` is.
private final class ValuesSinceSignal: @unchecked Sendable {
  var count = 0
}

extension TracedStream {
  /// This stream, created for `element`; notes when it finishes without a value, and calls `onEnd`.
  func followed(
    for element: Traced, _ notes: OperatorNotes, onEnd: @escaping @Sendable () -> Void = {}
  ) -> TracedStream {
    guard notes.areWanted else { return self }
    return TracedStream(generating: {
      var iterator = makeAsyncIterator()
      var isEmpty = true
      return {
        guard let next = try await iterator.next() else {
          if !Task.isCancelled {
            if isEmpty { notes.drop(element, .empty) }
            onEnd()
          }
          return nil
        }
        isEmpty = false
        return next
      }
    })
  }
}

/// The value whose inner stream `flatMapLatest` follows at the moment.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, as ``OperatorWatch`` is.
final class CurrentElement: @unchecked Sendable {
  private var element: Traced?
  private var count = 0

  /// Replaces the value and notes that its stream, if it is still open, is cancelled.
  ///
  /// - Returns: a number for ``end(_:)``.
  func replace(with element: Traced, _ notes: OperatorNotes) -> Int {
    if let last = self.element { notes.drop(last, .cancelled, for: element) }
    self.element = element
    count += 1
    return count
  }

  /// The stream with this number has ended.
  func end(_ number: Int) { if number == count { element = nil } }
}
