public import Operators

/// What can be written at a place of an unfinished expression, and the call around that place.
///
/// Any text and any cursor are valid: where nothing fits, there are no candidates.
public struct ExpressionCompletion: Hashable, Sendable {
  /// A text that can be inserted.
  public struct Candidate: Hashable, Sendable {
    /// The kinds of candidates.
    public enum Kind: Hashable, Sendable {
      /// A row of the scene.
      case row
      /// A function, as `merge` or, in closures, `abs`.
      case function
      /// An operator, or a member of a value or a clock.
      case method
      /// The label of an argument.
      case label
      /// An argument.
      case value
    }

    /// The kind of the candidate.
    public var kind: Kind
    /// The text that replaces ``ExpressionCompletion/replaced``, as `debounce(for: `, `map { $0 }` or `.seconds(1)`.
    public var text: String
    /// The place of the cursor afterwards: the number of characters between the start of ``text`` and the cursor.
    public var cursor: Int
    /// The name for a list, as `debounce`.
    public var title: String
    /// A description for a list: the signature of an operator, the type of an argument, or a word such as `row`. An operator
    /// that was found by its name in another library has this name in front of it.
    public var detail: String
  }

  /// A call around the cursor.
  public struct Call: Hashable, Sendable {
    /// The signature of the form that fits the arguments before the cursor.
    public var signature: String
    /// The parameter at the cursor, as a range of characters of ``signature``; nil when no parameter fits.
    public var parameter: Range<Int>?
  }

  /// The characters of the text that a candidate replaces: the name around the cursor, with the dot before `.seconds`.
  public var replaced: Range<Int>
  /// The candidates: first those that begin with the text before the cursor, then those that contain it, and then operators
  /// that have such a name in another library.
  public var candidates: [Candidate]
  /// The innermost call around the cursor that has a signature; nil outside of calls.
  public var call: Call?

  /// Finds the candidates at a place.
  ///
  /// - Parameters:
  ///   - text: the expression, finished or not.
  ///   - cursor: the number of characters before the cursor; a place outside of the text stands for its nearest end.
  ///   - rows: the rows that the expression may use, in the order of the candidates.
  ///   - members: the names of members that values are known to have.
  ///   - catalogue: the available operators.
  public init(
    of text: String, at cursor: Int, rows: [String], members: [String] = [], catalogue: Catalogue = .standard
  ) {
    let characters = Array(text)
    let cursor = max(0, min(cursor, characters.count))
    replaced = cursor..<cursor
    candidates = []
    guard characters.count <= Expression.maximumLength else { return }
    let name = Self.name(at: cursor, in: characters)
    var context = ExpressionContext(characters, catalogue: catalogue)
    context.read(to: name?.lowerBound ?? cursor)
    call = context.call
    guard var range = name, !context.isInString else { return }
    if case .implicitDot(let dot) = context.last { range = dot..<range.upperBound }
    replaced = range
    let typed = String(characters[range.lowerBound..<cursor].filter { !$0.isWhitespace }).lowercased()
    let follower = Self.follower(of: range.upperBound, in: characters)
    candidates = Self.ranked(
      CompletionList(context: context, rows: rows, known: members, typed: typed).drafts, typed: typed
    )
    .map { $0.candidate(before: follower) }
  }

  /// The name at the cursor, with the `$` of a parameter; nil for a number.
  private static func name(at cursor: Int, in characters: [Character]) -> Range<Int>? {
    var (start, end) = (cursor, cursor)
    while start > 0, characters[start - 1].isNamePart { start -= 1 }
    while end < characters.count, characters[end].isNamePart { end += 1 }
    if start > 0, characters[start - 1] == "$" { return start - 1..<end }
    if start == end, end < characters.count, characters[end] == "$" {
      end += 1
      while end < characters.count, characters[end].isNamePart { end += 1 }
      return start..<end
    }
    if start < end, !characters[start].startsName { return nil }
    return start..<end
  }

  /// The symbol that a name before `place` is followed by: `(`, `{` or `:`.
  private static func follower(of place: Int, in characters: [Character]) -> Character? {
    guard let next = characters[place...].firstIndex(where: { !$0.isWhitespace }) else { return nil }
    switch characters[next] {
    case "(" where next == place: return "("
    case "{": return "{"
    case ":": return ":"
    default: return nil
    }
  }

  private static func ranked(_ drafts: [CompletionDraft], typed: String) -> [CompletionDraft] {
    var (beginning, containing, others): ([CompletionDraft], [CompletionDraft], [CompletionDraft]) = ([], [], [])
    var texts: Set<String> = []
    for draft in drafts where texts.insert(draft.text).inserted {
      let name = draft.name.lowercased()
      if name.hasPrefix(typed) {
        beginning.append(draft)
      } else if typed.utf8.count <= name.utf8.count, name.contains(typed) {
        containing.append(draft)
      } else if draft.nameElsewhere != nil {
        others.append(draft)
      }
    }
    return beginning + containing + others
  }
}

/// A candidate, before it is adapted to the text behind it.
struct CompletionDraft {
  var kind: ExpressionCompletion.Candidate.Kind
  /// What is inserted in front of the name: the row and the dot of a method that is typed without them.
  var lead = ""
  /// The part that is compared with the text before the cursor.
  var name: String
  /// Arguments, a closure or a colon; left out where the text behind already has them.
  var rest = ""
  /// The number of characters between the cursor and the end of the text.
  var back = 0
  /// A name in another library that was typed instead; it is listed beside the operator.
  var nameElsewhere: String?
  var detail: String

  var text: String { lead + name + rest }

  /// - Parameter follower: the first symbol of the text behind, if it is `(`, `{` or `:`.
  func candidate(before follower: Character?) -> ExpressionCompletion.Candidate {
    let isThere =
      switch follower {
      case ":": kind == .label
      case "(", "{": rest.hasPrefix("(") || rest.hasPrefix(" {")
      default: false
      }
    let text = isThere ? lead + name : self.text
    let title =
      switch kind {
      case .label: name + ":"
      case .value: self.text
      case .row, .function, .method: lead + name
      }
    return ExpressionCompletion.Candidate(
      kind: kind, text: text, cursor: max(0, text.count - (isThere ? 0 : back)), title: title,
      detail: nameElsewhere.map { "\($0) elsewhere · \(detail)" } ?? detail)
  }
}
