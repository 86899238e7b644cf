internal import AsyncAlgorithms
internal import DequeModule
internal import Marbles
internal import Playback

extension Operator {
  /// `innerJoin`: pairs of values of two streams that have the same key and come near each other.
  static let innerJoin = method(
    "innerJoin", .combining, .marbled,
    "Pairs each value with each of another stream that has the same key and comes within the given time of it.",
    use: "Use it to bring together what belongs together, such as requests and their answers. `zip` pairs by position,"
      + " and `combineLatest` by time alone.",
    inSwift: "Swift has no such operator: two loops keep the newest values in a dictionary by key.",
    sample: Sample(
      "a.innerJoin(b, on: { $0 % 3 }, within: .seconds(3))", a: "1-2-----3|", b: "---4-5--7|"),
    forms: [
      Form(
        "innerJoin(_ other: AsyncSequence, on: (Element) throws -> Value, within: Duration)",
        [Parameter(nil, .stream), Parameter("on", .closure(1)), Parameter("within", .duration)],
        semantics: OperatorSemantics(
          receiver: .init(demand: .ahead(1), holding: .all, uses: .several),
          streams: .init(demand: .ahead(1), holding: .all, uses: .several), result: .joined, trigger: .partners,
          atEnd: .drops, drops: [.unmatched], remembers: true)
      ) { call in
        try call.innerJoin(with: call.stream(0), on: call.closure(1), within: call.duration(2))
      }
    ])
}

extension Call {
  /// The pairs of elements with equal keys, of which the later came at most `duration` after the earlier.
  fileprivate func innerJoin(
    with other: TracedStream, on key: @escaping @Sendable (Value...) throws -> Value, within duration: Duration
  ) throws -> TracedStream {
    let both = merge(base.signals(as: 0), other.signals(as: 1))
    let (notes, observer, executor, clock) = (notes, onHolding, executor, scene)
    return TracedStream(generating: {
      var signals = both.makeAsyncIterator()
      var sides = [JoinedSide(observer), JoinedSide(observer)]
      var pairs = Deque<Traced>()
      return {
        while pairs.isEmpty {
          guard !executor.isCancelled, let signal = await signals.next() else { return nil }
          for side in sides.indices {
            for late in sides[side].forget(before: clock.now, within: duration) { notes.drop(late, .unmatched) }
          }
          switch signal {
          case .value(let element, stream: let side):
            let key = try key(element.value)
            // What has no key belongs to nothing: two missing members are not equal.
            if key == .null {
              notes.drop(element, .unmatched)
              continue
            }
            let partners = sides[1 - side].partners(of: key)
            for partner in partners {
              let (left, right) = side == 0 ? (element, partner) : (partner, element)
              pairs.append(Traced.tuple(left, right, color: .purple).appearing(as: element))
            }
            if !sides[1 - side].isOver {
              sides[side].keep(element, key, at: clock.now, isMatched: !partners.isEmpty)
            } else if partners.isEmpty {
              notes.drop(element, .unmatched)
            }
          case .finish(let side):
            sides[side].isOver = true
            // Nothing comes that could match what the other side keeps.
            for late in sides[1 - side].forgetAll() { notes.drop(late, .unmatched) }
            if sides[1 - side].isOver { return nil }
          case .failure(let error, stream: _): throw error
          }
        }
        return pairs.popFirst()
      }
    })
  }
}

/// What one side of a join keeps: its elements in the order of their arrival, and by their keys.
private struct JoinedSide {
  private struct Kept {
    let element: Traced
    let key: Value
    let time: SceneTime
    var isMatched: Bool
  }

  /// Whether the stream has finished.
  var isOver = false
  private let held: HeldValues
  private var kept = Deque<Kept>()
  /// How many elements were forgotten: the number of the first in ``kept``.
  private var first = 0
  /// The numbers of the kept elements with a key, oldest first.
  private var byKey: [Value: Deque<Int>] = [:]

  init(_ observer: @escaping HeldBytesObserver) { held = HeldValues(observer) }

  /// The kept elements with a key, oldest first; they have a partner now.
  mutating func partners(of key: Value) -> [Traced] {
    byKey[key, default: []].map { number in
      kept[number - first].isMatched = true
      return kept[number - first].element
    }
  }

  mutating func keep(_ element: Traced, _ key: Value, at time: SceneTime, isMatched: Bool) {
    byKey[key, default: []].append(first + kept.count)
    kept.append(Kept(element: element, key: key, time: time, isMatched: isMatched))
    held.hold(element)
  }

  /// Forgets what came longer than `duration` ago.
  ///
  /// - Returns: those that had no partner.
  mutating func forget(before now: SceneTime, within duration: Duration) -> [Traced] {
    var late: [Traced] = []
    while let oldest = kept.first, now - oldest.time > SceneTime(duration) { forgetOldest(&late) }
    return late
  }

  /// Forgets everything.
  ///
  /// - Returns: those that had no partner.
  mutating func forgetAll() -> [Traced] {
    var late: [Traced] = []
    while !kept.isEmpty { forgetOldest(&late) }
    return late
  }

  private mutating func forgetOldest(_ late: inout [Traced]) {
    let oldest = kept.removeFirst()
    first += 1
    held.release(1)
    // The oldest with this key is the first of them.
    byKey[oldest.key]?.removeFirst()
    if byKey[oldest.key]?.isEmpty == true { byKey[oldest.key] = nil }
    if !oldest.isMatched { late.append(oldest.element) }
  }
}
