internal import Marbles

extension Operator {
  /// The names in a library of what does the same, with the operator's own name first.
  ///
  /// When nothing does the same, they are those of what does nearly the same.
  public func names(in library: KnownName.Library) -> [String] {
    let known = NameIndex.standard.names(of: name, in: library)
    let exact = known.filter(\.isExact)
    let names = (exact.isEmpty ? known : exact).map(\.name)
    return names.filter { $0 == name } + names.filter { $0 != name }
  }

  /// The closest operators of RxJS, as `take, takeUntil`; nil when there are none.
  public var rxName: String? { joined(names(in: .rxJS)) }

  /// The closest operators of Combine; nil when there are none.
  public var combineName: String? { joined(names(in: .combine)) }

  /// All names and words that lead to the operator, for searches in lists.
  public var namesElsewhere: [String] { NameIndex.standard.names(of: name).map(\.name) }

  /// How the names of RxJS and Combine that ``rxName`` and ``combineName`` give differ from the operator, in sentences; those with
  /// the same difference share one. Empty where they do the same.
  public var differencesOfNames: [String] {
    let known = [KnownName.Library.rxJS, .combine].flatMap { library in
      let known = NameIndex.standard.names(of: name, in: library)
      return known.contains(where: \.isExact) ? [] : known
    }
    var groups: [(names: [String], difference: String)] = []
    for known in known {
      guard case .near(_, _, let difference) = known.answer else { continue }
      let text = "\(known.name) of \(known.library.rawValue)"
      if let index = groups.firstIndex(where: { $0.difference == difference }) {
        groups[index].names.append(text)
      } else {
        groups.append(([text], difference))
      }
    }
    return groups.map { group in
      "\(group.names.joined(separator: " and ")) \(group.names.count == 1 ? "is" : "are") nearly the same: here, \(group.difference)."
    }
  }

  private func joined(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }
}

extension Catalogue {
  /// What to write instead of a name that no operator has, as a clause; nil when there is nothing.
  ///
  /// It is a name with other capital letters, what marbled has for a name from elsewhere, or a similar name.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - candidates: lists of names that may be meant, the likely ones first.
  public func advice(for name: String, among candidates: [[String]]) -> String? {
    let index = NameIndex.standard
    // `Throttle` is a name of Rx.NET, but `deBounce` is a mistake.
    let lowercase = name.lowercased()
    let isWritten = candidates.joined().contains { $0.lowercased() == lowercase }
    if index[name].first?.name == name || !isWritten, let clause = index.clause(for: name) { return clause }
    guard let near = candidates.lazy.compactMap({ Suggestion.nearest(to: name, among: $0) }).first else { return nil }
    let known = index[near]
    guard self[near] == nil, let best = known.first(where: { $0.operatorName != nil }) ?? known.first else {
      return "did you mean `\(near)`?"
    }
    return "did you mean `\(near)`? It \(best.meaning(isOfLibrary: true))"
  }
}
