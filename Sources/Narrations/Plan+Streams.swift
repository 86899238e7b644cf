internal import Expressions
internal import Operators
internal import Scenes

extension Plan {
  /// The streams that supply its values.
  var valueStreams: [Plan] {
    switch self {
    case .row: [self]
    case .diagram, .values, .group: []
    case .rows(let plans): plans
    case .call(let call): call.inputs.filter { $0.semantics.role == .data }.map(\.plan)
    }
  }

  /// The stream that only controls the timing.
  var signalStream: Plan? {
    guard case .call(let call) = self else { return nil }
    return call.inputs.first { $0.semantics.role != .data }?.plan
  }

  /// Whether a cold row is used late, so that the times of its events differ from the times of their use.
  func startsLate(in lookup: RowLookup) -> Bool {
    guard case .call(let call) = self else { return false }
    let late = call.inputs.filter { $0.semantics.reading == .inTurn }.map(\.plan)
    return late.contains { plan in
      plan.references.contains { name in
        lookup.position(of: name).flatMap { lookup.scene.rows[$0].input }.map { $0.start != .hot } ?? false
      }
    } || valueStreams.contains { $0.startsLate(in: lookup) }
  }

  /// Whether each of its values is made from one event of a row, at the time of that event.
  var isDirect: Bool {
    switch self {
    case .row: true
    case .diagram, .values, .rows, .group: false
    case .call(let call):
      call.semantics.isPrompt && [.unchanged, .new].contains(call.semantics.result) && call.semantics.makes == nil
        && valueStreams.allSatisfy(\.isDirect)
    }
  }

  /// Whether a source that is older than the resulting event has waited all that time: no operator emits a value twice,
  /// starts a stream with it, or only tests it.
  var usesValuesOnce: Bool {
    switch self {
    case .row, .diagram, .values, .group: true
    case .rows(let plans): plans.allSatisfy(\.usesValuesOnce)
    case .call(let call):
      call.semantics.inner == nil && call.semantics.result != .answer
        && call.inputs.allSatisfy { input in
          input.semantics.reading != .again && [.atMostOne, .elements].contains(input.semantics.uses)
        } && valueStreams.allSatisfy(\.usesValuesOnce)
    }
  }

  /// The streams that closures create from values.
  private var innerStreams: [Plan] { if case .call(let call) = self { call.innerStreams } else { [] } }

  /// The rows that supply its values, each once, in order of mention.
  var valueRows: [String] {
    if case .row(let name, _) = self { return [name] }
    return Self.unique((valueStreams + innerStreams).flatMap(\.valueRows))
  }

  /// All rows that the expression refers to, each once.
  var references: [String] {
    if case .row(let name, _) = self { return [name] }
    return Self.unique((valueStreams + innerStreams + [signalStream].compactMap { $0 }).flatMap(\.references))
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
