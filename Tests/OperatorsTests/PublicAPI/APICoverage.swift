@testable import Operators

/// What a catalogue has of a library's public API.
struct APICoverage {
  /// What of the API neither the catalogue nor an exception has, as Swift spells it.
  private(set) var missing: [String] = []
  /// Exceptions that the API does not have, or that the catalogue has, so that they except nothing.
  private(set) var stale: [String] = []
  /// Operators of the catalogue whose origin is wrong: the library has not what is said to be its, or has what is ours.
  private(set) var misattributed: [String] = []

  /// These are left out of what is compared: clocks are exact, and any that waits takes one.
  private static let ignoredLabels: Set = ["clock", "tolerance"]

  /// - Parameters:
  ///   - exceptions: what is not in the catalogue, as ``PublicAPI/Member/spelled`` or the name of a type, and why.
  init(of api: PublicAPI, by catalogue: Catalogue, exceptions: [String: String]) {
    var needed: Set<String> = []
    var made: Set<String> = []
    for member in api.members {
      let isOfCatalogue = member.owner.map { catalogue[$0] != nil && member.isStatic } ?? false
      guard member.owner.map(api.isExtended) ?? true || isOfCatalogue else { continue }
      if Self.has(catalogue, member) { made.formUnion(member.result) } else { needed.insert(member.spelled) }
    }
    needed.formUnion(api.types.filter { !made.contains($0) && catalogue[$0] == nil })
    missing = needed.subtracting(exceptions.keys).sorted()
    stale = Set(exceptions.keys).subtracting(needed).sorted()

    let names = Set(api.members.map { Self.name($0) }).union(api.types)
    for called in catalogue.operators where (called.origin == .asyncAlgorithms) != names.contains(called.name) {
      // The standard library has overloads of what others have, too; they are not what is read here.
      if called.origin != .standardLibrary { misattributed.append(called.name) }
    }
  }

  /// The operator's name: what is public but not stable has an underscore before it.
  private static func name(_ member: PublicAPI.Member) -> String {
    String(member.name.drop { $0 == "_" })
  }

  private static func has(_ catalogue: Catalogue, _ member: PublicAPI.Member) -> Bool {
    guard let labels = member.labels?.filter({ !ignoredLabels.contains($0) }) else { return false }
    let isInitializer = member.name == "init"
    let called = isInitializer ? member.owner.flatMap { catalogue[$0] } : catalogue[name(member)]
    guard let called, called.isMethod == (member.owner == "AsyncSequence"), isInitializer || !member.isStatic else {
      return false
    }
    return called.forms.contains { accepts(labels[...], $0.parameters[...]) }
  }

  private static func accepts(_ labels: ArraySlice<String>, _ parameters: ArraySlice<Parameter>) -> Bool {
    guard let parameter = parameters.first else { return labels.isEmpty }
    let rest = parameters.dropFirst()
    if parameter.isOptional, accepts(labels, rest) { return true }
    if case .streams(let counts) = parameter.kind {
      let unlabelled = labels.prefix { $0 == "_" }.count
      return counts.contains(unlabelled) && accepts(labels.dropFirst(unlabelled), rest)
    }
    return labels.first == parameter.label ?? "_" && accepts(labels.dropFirst(), rest)
  }
}
