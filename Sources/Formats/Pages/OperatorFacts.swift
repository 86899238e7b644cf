internal import Marbles
public import Operators

/// What an operator does with values, form by form, as titled clauses: for `marbled explain` and the documentation.
///
/// All of it follows from the ``OperatorSemantics`` that each form states.
public struct OperatorFacts: Hashable, Sendable {
  /// A clause without a period.
  public struct Fact: Hashable, Sendable {
    /// What the clause is about: `reads`, `holds`, `emits`, `drops`, `ends`.
    public var title: String
    /// The clause.
    public var text: String
  }

  /// The forms for which the facts hold, as they are written.
  public private(set) var signatures: [String]
  /// The facts, in the order in which a value passes.
  public let all: [Fact]

  /// The facts of an operator: one element if they are the same for all forms.
  public static func facts(of called: Operator) -> [OperatorFacts] {
    called.forms.reduce(into: []) { found, form in
      let facts = all(of: form, isMethod: called.isMethod)
      let signature = (called.isMethod ? "." : "") + form.signature
      if let index = found.firstIndex(where: { $0.all == facts }) {
        found[index].signatures.append(signature)
      } else {
        found.append(OperatorFacts(signatures: [signature], all: facts))
      }
    }
  }

  private static func all(of form: Operator.Form, isMethod: Bool) -> [Fact] {
    let semantics = form.semantics(form.parameters.map { _ in nil })
    let hasStreams = form.parameters.contains { parameter in
      if case .streams = parameter.kind { true } else { parameter.kind == .stream }
    }
    var facts: [Fact] = []
    func add(_ title: String, _ text: String?) { if let text { facts.append(Fact(title: title, text: text)) } }
    if isMethod { add("reads", semantics.receiver.reads(hasStreams ? "its receiver" : nil)) }
    if hasStreams { add("reads", semantics.streams.reads(isMethod ? "the other stream" : "its streams")) }
    if isMethod { add("holds", semantics.receiver.holds(hasStreams ? " of its receiver" : "")) }
    if hasStreams { add("holds", semantics.streams.holds(isMethod ? " of the other stream" : " of each stream")) }
    if semantics.remembers { add("holds", "what later values are compared with") }
    add("emits", semantics.emits)
    let hasClosure = form.parameters.contains { if case .closure = $0.kind { true } else { false } }
    for reason in semantics.drops {
      add("drops", reason == .filtered ? semantics.filtered(byClosure: hasClosure) : reason.droppedValues)
    }
    if semantics.atEnd == .emits { add("at the end", "emits what it holds") }
    if semantics.atEnd == .drops { add("at the end", "drops what it holds") }
    if semantics.limitsTime { add("fails", "when its time passes without a value") }
    add("ends", form.isEndless ? "never, whatever its inputs do" : semantics.ending)
    if semantics.isShared { add("shares", "one iteration of its stream between all its consumers") }
    return facts
  }
}

extension OperatorSemantics.Input {
  /// - Parameter subject: what is read; nil if that is clear.
  fileprivate func reads(_ subject: String?) -> String {
    let what = subject.map { "\($0): " } ?? ""
    let when =
      switch demand {
      case .consumer: "a value each time its consumer asks"
      case .ahead(1): "one value before its consumer asks"
      case .ahead(let count): "up to \(count) values before its consumer asks"
      case .unbounded: "each value as it comes, also before its consumer asks"
      }
    let how =
      switch reading {
      case .once: ""
      case .inTurn: ", one stream after the other"
      case .again: ", and again from the beginning"
      case .toItsEnd: ", from each stream until it ends"
      }
    let role =
      switch role {
      case .data: ""
      case .signal: "; each is a signal"
      case .limit: "; the first one decides, and the others do nothing"
      }
    return what + when + how + role
  }

  /// - Parameter owner: of which stream.
  fileprivate func holds(_ owner: String) -> String? {
    switch holding {
    case .nothing: nil
    case .newest: "the newest value\(owner), until it is emitted or replaced"
    case .first: "the first value\(owner), until it is emitted"
    case .next: "one value\(owner), until each of the others has one, too"
    case .latest: "the newest value\(owner), also after it was emitted"
    case .previous: "the value before\(owner)"
    case .all: "all values\(owner), until they are emitted"
    case .queue(.unbounded): "the values\(owner) that its consumer has not asked for"
    case .queue(.bounded(let count)): "up to \(count) values\(owner); then the source waits"
    case .queue(let policy): "up to \(policy.count) values\(owner)"
    case .result: "the result of all values\(owner) so far"
    }
  }
}

extension BufferPolicy {
  fileprivate var count: Int {
    switch self {
    case .bounded(let count), .bufferingLatest(let count), .bufferingOldest(let count): count
    case .unbounded: .max
    }
  }
}

extension OperatorSemantics {
  /// What is emitted, and when; nil for an operator that only changes how its stream ends.
  fileprivate var emits: String? {
    if changesEndOnly { return "the values themselves, and another end" }
    let what =
      switch result {
      case .unchanged: "the values themselves"
      case .new: "a new value for each"
      case .joined: "values made of several"
      case .accumulated: "the result of all values so far"
      case .answer: "`true` or `false`"
      case .none: makes == .ticks ? "the times of its clock" : "nothing"
      }
    if result == .none, makes == nil { return what }
    switch inner {
    case nil: break
    case .inTurn: return "the values of the streams that its closure makes, one stream after another"
    case .latest: return "the values of the newest stream that its closure makes"
    case .byKey: return "the values of the streams that its closure makes: one for each key, all at the same time"
    case .replacement: return "the values themselves; if its stream fails, those of the stream that its closure makes"
    }
    let when =
      switch trigger {
      case .demand: "as soon as its consumer asks"
      case .neighbor: "when the next value arrives"
      case .count: "when there are enough of them"
      case .partners: "when each stream has a value"
      case .signal: "when the other stream emits"
      case .timer: "when its timer fires"
      case .time where receiver.demand == .consumer: "when a value comes after its time has passed"
      case .time: "when the time has passed"
      case .end: "when the stream ends, or the result is known"
      }
    let own = makes == .constants && result != .answer ? "and values of its own" : nil
    return [what, when, own].compactMap(\.self).joined(separator: ", ")
  }

  /// Which values it filters out.
  fileprivate func filtered(byClosure hasClosure: Bool) -> String {
    switch (hasClosure, result) {
    case (true, .new): "a value for which the closure gives nil"
    case (true, _): "a value for which the closure is false"
    case (false, .none): "each value"
    case (false, _): "nil"
    }
  }

  /// What ends it early; nil when it ends with its streams.
  fileprivate var ending: String? {
    if dropEndsIt { return "at the first value that it does not pass" }
    return mayFinishEarly && !limitsTime ? "perhaps before its streams do" : nil
  }
}

extension OperatorNote.Reason {
  /// Which values are dropped.
  fileprivate var droppedValues: String {
    switch self {
    case .replacedRestarting: "a value that a newer one replaces; the time begins again"
    case .replaced: "a value that a newer one replaces"
    case .skipped: "a value that follows another in the same interval"
    case .full(.bufferingLatest): "the oldest value when the buffer is full"
    case .full: "the new value when the buffer is full"
    case .filtered: "a value that it filters out"
    case .duplicate: "a value that equals the one before it"
    case .matched: "a value for which the closure is true, which also gets the last value that was emitted"
    case .repeated: "a value that equals an earlier one"
    case .repeatedKey: "a value whose key an earlier one had"
    case .early: "a value before the first that it passes"
    case .unopened: "a value before the first of the other stream"
    case .cancelled: "the rest of a stream that a newer value cancels"
    case .empty: "a value whose stream finishes without one"
    case .lost: "the values of each stream that was not first"
    case .between: "a value between two windows"
    case .unfilled: "the values of a window that is not full at the end"
    case .unmatched: "a value without a partner: none had its key and came in time"
    case .surplus: "a value with a new key, when there are as many keys as there may be"
    case .unread: "a value with a key whose stream nothing reads any more"
    case .idle: "a signal that changes nothing"
    case .ended: "a value that it holds when it ends"
    }
  }
}

extension Parameter {
  /// What may be written for the argument, as a clause.
  var meaning: String {
    let what: String =
      switch kind {
      case .stream: "a row, or an expression over rows"
      case .streams(let count): "\(count.lowerBound) to \(count.upperBound) rows, or expressions over rows"
      case .closure(1): "a closure over a value, as in `{ $0 > 1 }`"
      case .closure(2) where label == "by": "a closure over 2 values, as in `{ $0 < $1 }`"
      case .closure(let count): "a closure over \(count) values, as in `{ $0 + $1 }`"
      case .inner: "a closure that makes a stream of a value, as in `{ _ in b }`"
      case .grouping: "a closure that makes a stream for each key, as in `{ key, group in group }`"
      case .duration: "a duration, as in `.seconds(1.5)`, `.milliseconds(20)` or `.steps(2)`"
      case .value: "a value, as in `0`, `\"text\"` or `[1, 2]`"
      case .count(let least): "a whole number, \(least) or greater"
      case .flag: "`true` or `false`"
      case .policy: "`.bounded(2)`, `.unbounded`, `.bufferingLatest(2)` or `.bufferingOldest(2)`"
      case .repeating: "`.repeating(every: .seconds(1))`"
      case .clock: "a clock, as in `clock.scaled(by: 2)`; the scene's own clock without it"
      case .choice(let noun, let names): "\(noun): " + names.map { "`.\($0)`" }.joined(separator: ", ")
      case .nothing: "`nil`"
      }
    return what + (isOptional && !isClock ? "; may be left out" : "")
  }
}

extension Operator {
  /// The arguments of all forms, each with what may be written for it, in the order of the forms.
  public var argumentMeanings: [(label: String, meaning: String)] {
    var known: Set<String> = []
    return forms.flatMap(\.parameters).compactMap { parameter in
      let label = parameter.label.map { "\($0):" } ?? "_"
      guard known.insert(label + parameter.meaning).inserted else { return nil }
      return (label, parameter.meaning)
    }
  }
}
