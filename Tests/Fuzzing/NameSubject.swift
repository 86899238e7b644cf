public import Marbles
internal import Operators

/// Names of operators from elsewhere, and plain words, as people type them.
public struct NameSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "names"

  private static let known = NameIndex.standard.names.map(\.name)
  private static let operators = Set(Catalogue.standard.operators.map(\.name))

  private static let noise = RandomBytes(
    tokens: known + [
      "rxjs.", " of RxJS", " (Combine)", "combine ", "flow ", "`", "(", ")", "(while:)", "(until:)", "{ $0 }", " ", "-",
      "_", ".", "é", "İ", "ß", "e\u{301}", "\u{0}", "\n", "to", "by", "map",
    ]
  ) { random in
    let name = random.pick(known)
    switch random.below(4) {
    case 0: return String(name.prefix(1 + random.below(name.count)))
    case 1: return random.pick(["rxjs.", "Combine ", "Rx.NET "]) + name
    case 2: return name.uppercased()
    default: return name
    }
  }

  /// Creates the subject.
  public init() {}

  /// A name, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Rejected if nothing is known by the name. All that is found must be operators of the catalogue, and what is known by a name
  /// exactly must be found by a search for it, too.
  public func verdict(on text: String) -> FuzzVerdict {
    let index = NameIndex.standard
    let (known, found, leads) = (index[text], index.search(text), index.operators(for: text))
    guard leads.allSatisfy(Self.operators.contains), Set(leads).count == leads.count else {
      return .failed("leads to \(leads)")
    }
    let clauses = index.clauses(for: text)
    guard clauses.isEmpty == known.isEmpty, (index.clause(for: text) == nil) == known.isEmpty else {
      return .failed("\(known.count) answers, and \(clauses.count) clauses")
    }
    if let best = known.first, !found.contains(best) { return .failed("`\(best.name)` is not found") }
    _ = Catalogue.standard.advice(for: text, among: [Array(Self.operators), Self.known])
    return known.isEmpty && found.isEmpty ? .rejected : .accepted
  }
}
