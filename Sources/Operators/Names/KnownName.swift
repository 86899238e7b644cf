internal import Marbles

/// A name that people know from elsewhere, and what marbled has for it.
public struct KnownName: Hashable, Sendable {
  /// Where a name is known from.
  public enum Library: String, Sendable, CaseIterable {
    /// RxJS 7.
    case rxJS = "RxJS"
    /// Apple's Combine.
    case combine = "Combine"
    /// `kotlinx.coroutines.flow`.
    case kotlinFlow = "Kotlin Flow"
    /// System.Reactive.
    case rxNET = "Rx.NET"
    /// No library: plain words that people type.
    case words
  }

  /// What marbled has for a name.
  public enum Answer: Hashable, Sendable {
    /// An operator that does the same, and an expression over the rows `a` and `b` that calls it.
    case exact(operator: String, expression: String)
    /// An operator that does nearly the same, an expression that calls it, and the difference.
    ///
    /// The difference has no capital letter and no period, because it follows a colon.
    case near(operator: String, expression: String, difference: String)
    /// No operator: a reason or an advice, and an expression to write instead; at least one of them.
    case none(advice: String?, expression: String?)
  }

  /// The name as it is written there, with argument labels where they decide: `switchMap`, `drop(while:)`.
  public let name: String
  /// Where the name is known from.
  public let library: Library
  /// What marbled has for it.
  public let answer: Answer
  private let see: [String]

  init(_ name: String, _ library: Library, _ answer: Answer, see: [String] = []) {
    (self.name, self.library, self.answer, self.see) = (name, library, answer, see)
  }

  /// Commands that show more, best first, without the name of the program: `explain share`, `learn lesson-streams`.
  ///
  /// For a name without an operator, those of its reason, or the pages of what its expression is made of.
  public var related: [String] {
    if let operatorName { return ["explain \(operatorName)"] }
    guard see.isEmpty, let expression else { return see }
    let words = expression.hasPrefix("\"") ? [] : expression.split { !$0.isLetter }.map(String.init)
    let operators = Catalogue.standard.operators.map(\.name).filter(words.contains)
    // Otherwise, it is values and their times.
    return (operators.isEmpty ? ["notation"] : operators).map { "explain \($0)" }
  }

  /// The operator that does the same or nearly the same; nil when there is none.
  public var operatorName: String? {
    switch answer {
    case .exact(let name, _), .near(let name, _, _): name
    case .none: nil
    }
  }

  /// What to write, as an expression over the rows `a` and `b`; nil when nothing can be written.
  public var expression: String? {
    switch answer {
    case .exact(_, let expression), .near(_, let expression, _): expression
    case .none(_, let expression): expression
    }
  }

  /// What to write behind a row: `flatMapLatest { _ in b }`; the whole expression when it does not begin with a row.
  public var form: String? { expression.map { $0.hasPrefix("a.") ? String($0.dropFirst(2)) : $0 } }

  /// Whether an operator does the same.
  public var isExact: Bool { if case .exact = answer { true } else { false } }

  /// The answer as a sentence without a period.
  ///
  /// ```text
  /// `switchMap` of RxJS is `flatMapLatest` here, as in `a.flatMapLatest { _ in b }`
  /// ```
  public var clause: String { Self.clause([self]) }

  /// The answer as a sentence.
  public var sentence: String { clause + "." }

  /// One clause for names of several libraries that have the same answer.
  static func clause(_ names: [KnownName]) -> String {
    let libraries = Library.allCases.filter { library in
      library != .words && names.contains { $0.library == library }
    }.map(\.rawValue)
    let places = libraries.isEmpty ? "" : " of \(listed(libraries))"
    return "`\(names[0].name)`\(places) \(names[0].meaning(isOfLibrary: !libraries.isEmpty))"
  }

  /// What marbled has for it, as the end of a sentence: `is flatMapLatest here, as in …`.
  func meaning(isOfLibrary: Bool) -> String {
    switch answer {
    case .exact(let called, let expression):
      let meaning = !isOfLibrary && called == name ? "an operator" : "`\(called)`"
      return "is \(meaning) here, as in `\(expression)`"
    case .near(let called, let expression, let difference):
      return "is nearly `\(called)` here, as in `\(expression)`: \(difference)"
    case .none(let advice, let expression):
      let instead = expression.map { "write `\($0)`" }
      let start = isOfLibrary ? "has no operator here" : "is no operator here"
      return "\(start): \([instead, advice].compactMap { $0 }.joined(separator: "; "))"
    }
  }
}
