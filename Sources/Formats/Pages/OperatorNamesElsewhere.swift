public import Operators

extension Operator {
  /// What libraries mean by the operator's name where they mean something else; each is a clause without a period.
  public var clausesOfOtherMeanings: [String] {
    NameIndex.standard[name].filter { known in
      // `Throttle` of Rx.NET is no `throttle`, and `collect(_:)` is not `collect`.
      known.library != .words && known.operatorName != name && known.name.lowercased() == name.lowercased()
    }.map(\.clause)
  }

  /// What does the same in other libraries, what does nearly the same with the difference, and the plain words that lead here;
  /// each is a clause without a period.
  public var clausesOfNamesElsewhere: [String] {
    let known = NameIndex.standard.names(of: name)
    let libraries = KnownName.Library.allCases.filter { $0 != .words }
    let same = libraries.compactMap { library in
      let names = known.filter { $0.library == library && $0.isExact }.map { "`\($0.name)`" }
      return names.isEmpty ? nil : "\(library.rawValue) \(names.joined(separator: ", "))"
    }
    var near: [(names: String, difference: String)] = []
    for name in known {
      guard case .near(_, _, let difference) = name.answer else { continue }
      let text = "`\(name.name)` of \(name.library.rawValue)"
      if let index = near.firstIndex(where: { $0.difference == difference }) {
        near[index].names += ", \(text)"
      } else {
        near.append((text, difference))
      }
    }
    let words = known.filter { $0.library == .words && $0.isExact }.map(\.name)
    return (same.isEmpty ? [] : ["the same: " + same.joined(separator: "; ")])
      + near.map { "nearly the same: \($0.names): \($0.difference)" }
      + (words.isEmpty ? [] : ["in plain words: " + words.joined(separator: ", ")])
  }
}
