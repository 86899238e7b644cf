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
  /// The functions that its closures call; nil when the file can have none.
  var helpers: SwiftHelperUse?

  init(rows: [String: SwiftCode], step: SceneTime) {
    (self.rows, self.step) = (rows, step)
  }

  mutating func stream(_ plan: Plan) throws(Untranslatable) -> SwiftCode {
    let names = rows.values.flatMap { $0.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
    return try stream(plan, in: SwiftScope(helpers: helpers, rows: Set(names)))
  }

  private mutating func stream(_ plan: Plan, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    switch plan {
    case .row(let name, let column):
      guard let row = rows[name] else { throw Untranslatable("`\(name)` is no row", at: column) }
      return row
    case .diagram: throw Untranslatable("an inner diagram has no counterpart in Swift")
    case .group: throw Untranslatable("the stream of a key has no counterpart in Swift")
    case .values(let syntax): return try sequence(syntax, in: scope)
    case .rows: throw Untranslatable("an array has streams of several types in Swift")
    case .call(let planned):
      do throws(Untranslatable) { return try call(planned, in: scope) } catch {
        throw error.placed(at: planned.column)
      }
    }
  }

  private mutating func call(_ planned: PlannedCall, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    let (name, arguments) = (planned.name, planned.arguments)
    guard let called = Catalogue.standard[name], called.origin != .marbled || name == "receive" else {
      throw Untranslatable("`\(name)` is an operator of marbled")
    }
    guard let receiver = planned.receiver else { return try function(name, arguments, in: scope) }
    if case .rows(let plans) = receiver, arguments.isEmpty { return try joined(plans, in: scope) }
    let base = try stream(receiver, in: scope)
    return try method(planned, called.forms[planned.form].parameters, of: base, in: scope)
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
    let array = try SwiftClosures.value(syntax, in: scope)
    guard case .array(let element) = array.type else {
      throw Untranslatable("`.async` follows something else than an array", at: syntax.column)
    }
    // A range is a sequence itself.
    if case .infix = syntax.kind, array.text.hasPrefix("Array(") {
      return SwiftCode(text: "\(array.text.dropFirst(5)).async", type: element)
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
    _ planned: PlannedCall, _ parameters: [Parameter], of base: SwiftCode, in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    let (name, arguments, column) = (planned.name, planned.arguments, planned.column)
    let element = base.type
    let labels = parameters.map(\.label)
    func code(_ text: String, _ type: SwiftType) -> SwiftCode { SwiftCode(text: "\(base.text).\(text)", type: type) }
    func closure(
      _ index: Int, _ types: [SwiftType], _ wanted: SwiftClosures.Wanted = .anything
    ) throws(Untranslatable) -> SwiftCode {
      guard case .closure(let syntax)? = arguments[index] else { throw Untranslatable("`\(name)` has no closure") }
      return try SwiftClosures.closure(syntax, types, wanted: wanted, in: scope)
    }
    func test(_ index: Int, _ types: [SwiftType]) throws(Untranslatable) -> String {
      try closure(index, types, .condition).text
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
      switch closure.type {
      case .optional(let wrapped): return code("compactMap \(closure.text)", wrapped)
      case .value:
        try scope.use("nonNil", at: column)
        return code("map \(closure.text).compactMap { $0.nonNil }", .value)
      default: return code("map \(closure.text)", closure.type)
      }
    case ("filter", _): return code("filter \(try test(0, [element]))", element)
    case ("drop", "while"), ("prefix", "while"):
      if name == "prefix" { tries = true }
      return code("\(name)(while: \(try test(0, [element])))", element)
    case ("drop", "until"), ("prefix", "until"): throw Untranslatable("`\(name)(until:)` is an operator of marbled")
    case ("dropFirst", _): return code("dropFirst(\(count(0).map(String.init) ?? ""))", element)
    case ("prefix", _): return code("prefix(\(count(0) ?? 0))", element)
    case ("adjacentPairs", _): return code("adjacentPairs()", .tuple([element, element]))
    case ("compacted", _):
      switch element {
      case .optional(let wrapped): return code("compacted()", wrapped)
      case .value:
        try scope.use("nonNil", at: column)
        return code("compactMap { $0.nonNil }", .value)
      default: throw Untranslatable("the values of `compacted` are not optional")
      }
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
      var (every, value) = (count(0), try value(1))
      if element == .value { value = try SwiftClosures.lifted(value, in: scope, at: column) }
      guard value.type == element else { throw Untranslatable("`interspersed` has a value of another type") }
      return code("interspersed(\(every.map { "every: \($0), " } ?? "")with: \(value.text))", element)
    case ("reductions", _), ("reduce", _):
      if arguments.count == 1 {
        let closure = try closure(0, [element, element], element == .value ? .value : .anything)
        guard closure.type == element else { throw Untranslatable("the closure of `\(name)` returns another type") }
        return code("\(name)\(trailing(closure))", element)
      }
      var initial = try value(0)
      if initial.isLiteral, initial.type == .int, element == .double { initial.type = .double }
      var closure = initial.type == .null ? nil : try closure(1, [initial.type, element])
      if closure?.type != initial.type {
        // A value of any kind holds the results of all calls.
        initial = try SwiftClosures.lifted(initial, in: scope, at: column)
        closure = try self.closure(arguments[1], [.value, element], in: scope)
      }
      guard let closure else { throw Untranslatable("`\(name)` has no closure") }
      let given = "\(name)(\(initial.text), \(closure.text))"
      return name == "reduce" ? try result(given, initial.type) : code(given, initial.type)
    case ("allSatisfy", _): return try result("allSatisfy \(try test(0, [element]))", .bool)
    case ("contains", "where"): return try result("contains(where: \(try test(0, [element])))", .bool)
    case ("contains", _):
      let value = try value(0)
      if element == .value, value.type != .string {
        let search = try SwiftClosures.argument(value, in: scope, at: column)
        try scope.use("equals", at: column)
        return try result("contains(where: { $0.equals(\(search)) })", .bool)
      }
      guard value.type == element || element == .value && value.isLiteral, element.isEquatable else {
        throw Untranslatable("`contains` searches for a value of another type")
      }
      return try result("contains(\(value.text))", .bool)
    case ("first", _): return try result("first(where: \(try test(0, [element])))", element, isOptional: true)
    case ("min", "by"), ("max", "by"):
      return try result("\(name)(by: \(try test(0, [element, element])))", element, isOptional: true)
    case ("min", _), ("max", _):
      if element == .value {
        try scope.use("compares", at: column)
        return try result("\(name)(by: { $0.compares(\"<\", $1) })", element, isOptional: true)
      }
      guard element.isComparable else { throw Untranslatable("the values of `\(name)` are not Comparable") }
      return try result("\(name)()", element, isOptional: true)
    case ("mapError", _):
      let message = try closure(0, [.error])
      guard message.type == .string else { throw Untranslatable("the closure of `mapError` returns no text") }
      imports.insert("Playback")
      let body = message.text.dropFirst(2).dropLast(2)
      guard !body.contains(" in "), !body.hasPrefix("let "), !body.hasPrefix("if ") else {
        throw Untranslatable("the closure of `mapError` names its parameter, or has constants")
      }
      return code("mapError { TimelineFailure(message: \(body)) as any Error }", element)
    case ("flatMap", _), ("flatMapLatest", _):
      guard case .inner(let parameters, let plan)? = arguments[0] else {
        throw Untranslatable("`\(name)` has no closure")
      }
      var inner = scope
      var (head, unnamed): (String, String?) = ("_ in ", nil)
      if let parameters {
        guard parameters.count == 1 else { throw Untranslatable("a closure takes a tuple apart") }
        head = "\(try inner.declare(parameters[0], element, at: column)) in "
      } else if plan.usesAnonymousParameter || plan.hasClosures {
        // `$0` would be another one in a closure inside.
        let isNamed = plan.hasClosures
        let parameter = isNamed ? inner.declareParameter(element) : SwiftCode(text: "$0", type: element)
        head = isNamed ? "\(parameter.text) in " : ""
        inner.anonymous = [parameter]
        unnamed = parameter.text
      }
      let outer = tries
      let stream = try sibling(plan, in: inner)
      if let unnamed, !stream.text.contains(unnamed) { head = "_ in " }
      // `$0` is another one there.
      if countsSteps, [clockName, "$0.inputs["].contains(where: stream.text.contains) {
        throw Untranslatable("the closure of `\(name)` reads an input or a clock")
      }
      guard tries == outer else {
        throw Untranslatable("`prefix(while:)` can throw, but the closure of `\(name)` can't")
      }
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

  private func closure(
    _ argument: PlannedArgument?, _ types: [SwiftType], in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode? {
    guard case .closure(let syntax)? = argument else { return nil }
    return try SwiftClosures.closure(syntax, types, wanted: .value, in: scope)
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

extension Plan {
  /// Whether it has closures over values, or constants in values.
  fileprivate var hasClosures: Bool {
    switch self {
    case .row, .diagram, .group: return false
    case .values(let syntax): return syntax.hidesParameters(isStatement: false)
    case .rows(let plans): return plans.contains(where: \.hasClosures)
    case .call(let call):
      return call.receiver?.hasClosures == true
        || call.arguments.contains { argument in
          switch argument {
          case .closure?, .inner?, .grouping?: true
          case .stream(let plan)?: plan.hasClosures
          case .streams(let plans)?: plans.contains(where: \.hasClosures)
          case .value(let syntax)?: syntax.hidesParameters(isStatement: false)
          default: false
          }
        }
    }
  }
}
