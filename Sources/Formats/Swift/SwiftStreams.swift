internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// Translates the plan of an expression into Swift with the operators of AsyncAlgorithms.
struct SwiftStreams {
  /// A row as Swift code: its name, and the type of its values.
  let rows: [String: SwiftCode]
  /// The time of one step.
  let step: SceneTime
  /// Whether the code may wait for a single result: not if the stream is one of several, which start together.
  var awaits = true
  /// Whether Swift wants a `try`: the standard library declares `prefix(while:)` as throwing.
  var tries = false
  /// The name of the clock in the code.
  var clockName = "clock"
  /// Whether durations are numbers of steps.
  var countsSteps = false
  /// The modules that the code imports besides AsyncAlgorithms and MarblesTesting.
  var imports: Set<String> = []

  init(rows: [String: SwiftCode], step: SceneTime) {
    (self.rows, self.step) = (rows, step)
  }

  mutating func stream(_ plan: Plan, in scope: SwiftScope = SwiftScope()) throws(Untranslatable) -> SwiftCode {
    switch plan {
    case .row(let name, _):
      guard let row = rows[name] else { throw Untranslatable("`\(name)` is no row") }
      return row
    case .diagram: throw Untranslatable("an inner diagram has no counterpart in Swift")
    case .group: throw Untranslatable("the stream of a key has no counterpart in Swift")
    case .values(let syntax): return try sequence(syntax, in: scope)
    case .rows: throw Untranslatable("an array has streams of several types in Swift")
    case .call(let planned):
      let (name, arguments) = (planned.name, planned.arguments)
      guard let called = Catalogue.standard[name], called.origin != .marbled || name == "receive" else {
        throw Untranslatable("`\(name)` is an operator of marbled")
      }
      guard let receiver = planned.receiver else { return try function(name, arguments, in: scope) }
      if case .rows(let plans) = receiver, arguments.isEmpty { return try joined(plans, in: scope) }
      let base = try stream(receiver, in: scope)
      return try method(name, called.forms[planned.form].parameters, of: base, arguments, in: scope)
    }
  }

  /// Streams of an array, one after another; the array has one type, and that only inputs share.
  private mutating func joined(_ plans: [Plan], in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    var streams: [SwiftCode] = []
    for plan in plans {
      guard case .row = plan else { throw Untranslatable("an array has streams of several types in Swift") }
      let stream = try sibling(plan, in: scope)
      guard stream.isInput else { throw Untranslatable("an array has streams of several types in Swift") }
      streams.append(stream)
    }
    let array = streams.map(\.text).joined(separator: ", ")
    return SwiftCode(text: "[\(array)].async.joined()", type: streams.first?.type ?? .value)
  }

  private mutating func sequence(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    if case .infix(let symbol, let lower, let upper) = syntax.kind, ["...", "..<"].contains(symbol) {
      let (lower, upper) = (try SwiftClosures.value(lower, in: scope), try SwiftClosures.value(upper, in: scope))
      guard lower.type == .int, upper.type == .int else { throw Untranslatable("a range has bounds of another type") }
      return SwiftCode(text: "(\(lower.operand)\(symbol)\(upper.operand)).async", type: .int)
    }
    let array = try SwiftClosures.value(syntax, in: scope)
    guard case .array(let element) = array.type else {
      throw Untranslatable("`.async` follows something else than an array")
    }
    return SwiftCode(text: "\(array.operand).async", type: element)
  }

  /// A stream among others.
  private mutating func sibling(_ plan: Plan, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    let outer = awaits
    awaits = false
    defer { awaits = outer }
    return try stream(plan, in: scope)
  }

  // MARK: Functions

  private mutating func function(
    _ name: String, _ arguments: [PlannedArgument?], in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    if name == "AsyncTimerSequence", let interval = arguments.first ?? nil {
      let clock = try clock(arguments.last.flatMap { $0?.clock })
      return SwiftCode(text: "AsyncTimerSequence(interval: \(try duration(interval)), clock: \(clock))", type: .instant)
    }
    guard case .streams(let plans)? = arguments.first ?? nil else {
      throw Untranslatable("`\(name)` has other arguments")
    }
    var streams: [SwiftCode] = []
    for plan in plans { streams.append(try sibling(plan, in: scope)) }
    let types = streams.map(\.type)
    switch name {
    case "merge", "chain":
      guard Set(types).count == 1 else { throw Untranslatable("the streams of `\(name)` have several types") }
      // marbled nests calls with more than three streams, too.
      var text = call(name, streams.prefix(3))
      for stream in streams.dropFirst(3) { text = "\(name)(\(text), \(stream.text))" }
      return SwiftCode(text: text, type: types[0])
    case "zip", "combineLatest":
      guard streams.count <= 3 else { throw Untranslatable("`\(name)` takes at most three streams") }
      return SwiftCode(text: call(name, streams[...]), type: .tuple(types))
    default: throw Untranslatable("`\(name)` has no counterpart in Swift")
    }
  }

  private func call(_ name: String, _ streams: ArraySlice<SwiftCode>) -> String {
    "\(name)(\(streams.map(\.text).joined(separator: ", ")))"
  }

  // MARK: Methods

  private mutating func method(
    _ name: String, _ parameters: [Parameter], of base: SwiftCode, _ arguments: [PlannedArgument?], in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    let element = base.type
    let labels = parameters.map(\.label)
    func code(_ text: String, _ type: SwiftType) -> SwiftCode { SwiftCode(text: "\(base.text).\(text)", type: type) }
    func closure(_ index: Int, _ types: [SwiftType]) throws(Untranslatable) -> SwiftCode {
      guard case .closure(let syntax)? = arguments[index] else { throw Untranslatable("`\(name)` has no closure") }
      return try SwiftClosures.closure(syntax, types, in: scope)
    }
    func test(_ index: Int, _ types: [SwiftType]) throws(Untranslatable) -> String {
      let code = try closure(index, types)
      guard code.type == .bool else { throw Untranslatable("the closure of `\(name)` is no test") }
      return code.text
    }
    func value(_ index: Int) throws(Untranslatable) -> SwiftCode {
      guard case .value(let syntax)? = arguments[index] else { throw Untranslatable("`\(name)` has no value") }
      return try SwiftClosures.value(syntax, in: scope)
    }
    func count(_ index: Int) -> Int? { if case .count(let count)? = arguments[index] { count } else { nil } }
    /// A single result, as a stream.
    func result(_ text: String, _ type: SwiftType, isOptional: Bool = false) throws(Untranslatable) -> SwiftCode {
      guard awaits else { throw Untranslatable("`\(name)` is a function in Swift, and no stream that can be combined") }
      return SwiftCode(text: "[try await \(base.text).\(text)].async\(isOptional ? ".compacted()" : "")", type: type)
    }
    switch (name, labels.first ?? nil) {
    case ("map", _):
      let closure = try closure(0, [element])
      return code("map \(closure.text)", closure.type)
    case ("compactMap", _):
      let closure = try closure(0, [element])
      guard case .optional(let wrapped) = closure.type else { return code("map \(closure.text)", closure.type) }
      return code("compactMap \(closure.text)", wrapped)
    case ("filter", _): return code("filter \(try test(0, [element]))", element)
    case ("drop", "while"), ("prefix", "while"):
      if name == "prefix" { tries = true }
      return code("\(name)(while: \(try test(0, [element])))", element)
    case ("drop", "until"), ("prefix", "until"): throw Untranslatable("`\(name)(until:)` is an operator of marbled")
    case ("dropFirst", _): return code("dropFirst(\(count(0).map(String.init) ?? ""))", element)
    case ("prefix", _): return code("prefix(\(count(0) ?? 0))", element)
    case ("adjacentPairs", _): return code("adjacentPairs()", .tuple([element, element]))
    case ("compacted", _):
      guard case .optional(let wrapped) = element else {
        throw Untranslatable("the values of `compacted` are not optional")
      }
      return code("compacted()", wrapped)
    case ("removeDuplicates", nil) where arguments.isEmpty:
      guard element.isEquatable else { throw Untranslatable("the values of `removeDuplicates` are not Equatable") }
      return code("removeDuplicates()", element)
    case ("removeDuplicates", _): return code("removeDuplicates(by: \(try test(0, [element, element])))", element)
    case ("buffer", _), ("share", _):
      guard case .policy(let policy)? = arguments[0] else { return code("\(name)()", element) }
      let given = "\(labels[0] ?? "policy"): \(self.policy(policy))"
      return code("\(name)(\(given))", element)
    case ("debounce", _):
      return code("debounce(for: \(try duration(arguments[0])), clock: \(try clock(arguments[1]?.clock)))", element)
    case ("throttle", _):
      guard labels.contains("latest") else { throw Untranslatable("`throttle(reducing:)` has no counterpart in Swift") }
      // AsyncAlgorithms has not made its name final.
      let latest = if case .flag(let flag)? = arguments[1] { ", latest: \(flag)" } else { "" }
      let clock = try clock(arguments[2]?.clock)
      return code("_throttle(for: \(try duration(arguments[0])), clock: \(clock)\(latest))", element)
    case ("chunks", _):
      let size = "ofCount: \(count(0) ?? 1)"
      guard arguments.count > 1 else { return code("chunks(\(size))", .array(element)) }
      return code("chunks(\(size), or: \(try signal(arguments[1], in: scope)))", .array(element))
    case ("chunked", "on"):
      let closure = try closure(0, [element])
      guard closure.type.isEquatable else { throw Untranslatable("the keys of `chunked` are not Equatable") }
      return code("chunked(on: \(closure.text))", .tuple([closure.type, .array(element)]))
    case ("chunked", _):
      if case .closure? = arguments[0] {
        return code("chunked(by: \(try test(0, [element, element])))", .array(element))
      }
      return code("chunked(by: \(try signal(arguments[0], in: scope)))", .array(element))
    case ("interspersed", _):
      let (every, value) = (count(0), try value(1))
      guard value.type == element else { throw Untranslatable("`interspersed` has a value of another type") }
      return code("interspersed(\(every.map { "every: \($0), " } ?? "")with: \(value.text))", element)
    case ("reductions", _), ("reduce", _):
      if arguments.count == 1 {
        let closure = try closure(0, [element, element])
        guard closure.type == element else { throw Untranslatable("the closure of `\(name)` returns another type") }
        return code("\(name)\(trailing(closure))", element)
      }
      var initial = try value(0)
      if initial.isLiteral, initial.type == .int, element == .double { initial.type = .double }
      let closure = try closure(1, [initial.type, element])
      guard closure.type == initial.type else { throw Untranslatable("the closure of `\(name)` returns another type") }
      let given = "\(name)(\(initial.text), \(closure.text))"
      return name == "reduce" ? try result(given, initial.type) : code(given, initial.type)
    case ("allSatisfy", _): return try result("allSatisfy \(try test(0, [element]))", .bool)
    case ("contains", "where"): return try result("contains(where: \(try test(0, [element])))", .bool)
    case ("contains", _):
      let value = try value(0)
      guard value.type == element || element == .value && value.isLiteral, element.isEquatable else {
        throw Untranslatable("`contains` searches for a value of another type")
      }
      return try result("contains(\(value.text))", .bool)
    case ("first", _): return try result("first(where: \(try test(0, [element])))", element, isOptional: true)
    case ("min", "by"), ("max", "by"):
      return try result("\(name)(by: \(try test(0, [element, element])))", element, isOptional: true)
    case ("min", _), ("max", _):
      guard element.isComparable else { throw Untranslatable("the values of `\(name)` are not Comparable") }
      return try result("\(name)()", element, isOptional: true)
    case ("mapError", _):
      let message = try closure(0, [.error])
      guard message.type == .string else { throw Untranslatable("the closure of `mapError` returns no text") }
      imports.insert("Playback")
      let body = message.text.dropFirst(2).dropLast(2)
      guard !body.contains(" in ") else { throw Untranslatable("the closure of `mapError` names its parameter") }
      return code("mapError { TimelineFailure(message: \(body)) as any Error }", element)
    case ("flatMap", _), ("flatMapLatest", _):
      guard case .inner(let parameters, let plan)? = arguments[0] else {
        throw Untranslatable("`\(name)` has no closure")
      }
      var inner = scope
      if let parameters {
        guard parameters.count == 1 else { throw Untranslatable("a closure takes a tuple apart") }
        try SwiftNames.check(parameters)
        inner.names[parameters[0]] = element
      }
      inner.anonymous = parameters == nil ? [element] : []
      let outer = tries
      let stream = try sibling(plan, in: inner)
      // `$0` is another one there.
      if countsSteps, [clockName, "$0.inputs["].contains(where: stream.text.contains) {
        throw Untranslatable("the closure of `\(name)` reads an input or a clock")
      }
      guard tries == outer else {
        throw Untranslatable("`prefix(while:)` can throw, but the closure of `\(name)` can't")
      }
      let head = parameters.map { "\($0[0]) in " } ?? (plan.usesAnonymousParameter ? "" : "_ in ")
      return code("\(name) { \(head)\(stream.text) }", stream.type)
    case ("receive", _):
      guard let planned = arguments.lazy.compactMap({ $0?.clock }).first else {
        throw Untranslatable("`receive` has no clock")
      }
      imports.insert("Playback")
      return code("receive(on: \(try clock(planned))).map(\\.value)", element)
    default: throw Untranslatable("`\(name)` has no counterpart in Swift")
    }
  }

  /// A closure after a call without other arguments.
  private func trailing(_ closure: SwiftCode) -> String {
    closure.text.first == "{" ? " \(closure.text)" : "(\(closure.text))"
  }

  // MARK: Arguments

  private mutating func signal(_ argument: PlannedArgument?, in scope: SwiftScope) throws(Untranslatable) -> String {
    switch argument {
    case .repeating(let every, let planned)?:
      return ".repeating(every: \(try duration(every)), clock: \(try clock(planned)))"
    case .stream(let plan)?: return try sibling(plan, in: scope).text
    default: throw Untranslatable("a signal has no counterpart in Swift")
    }
  }

  private func duration(_ argument: PlannedArgument?) throws(Untranslatable) -> String {
    guard let span = argument?.span(step: step) else { throw Untranslatable("a duration has no counterpart in Swift") }
    guard countsSteps else { return SwiftText.duration(span) }
    guard span.nanoseconds % step.nanoseconds == 0 else {
      throw Untranslatable("a duration is no number of steps of \(DurationNotation.print(step))")
    }
    return ".steps(\(span.nanoseconds / step.nanoseconds))"
  }

  private mutating func clock(_ planned: PlannedClock?) throws(Untranslatable) -> String {
    var text = clockName
    for transform in planned?.transforms ?? [] {
      imports.insert("Playback")
      switch transform {
      case .scaled(let factor):
        imports.insert("Marbles")
        text += ".scaled(by: \(factor.description))"
      case .jittered(let jitter, let seed): text += ".jittered(by: \(try duration(jitter)), seed: \(seed))"
      case .animation: throw Untranslatable("`animation` is an operator of marbled")
      }
    }
    return text
  }

  private func policy(_ policy: BufferPolicy) -> String {
    switch policy {
    case .unbounded: ".unbounded"
    case .bounded(let count): ".bounded(\(count))"
    case .bufferingLatest(let count): ".bufferingLatest(\(count))"
    case .bufferingOldest(let count): ".bufferingOldest(\(count))"
    }
  }
}
