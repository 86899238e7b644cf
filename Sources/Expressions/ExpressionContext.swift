internal import Operators

/// The calls, closures and brackets that are open at a place of an expression, and what precedes the place.
///
/// A context is read in one pass, from any text: an unfinished or wrong expression gives a context, too.
struct ExpressionContext {
  /// The kinds of expressions that a dot may follow.
  enum Operand: Hashable {
    case stream
    case array(ofStreams: Bool)
    /// `[a, b].async`
    case joinable
    case value
    case clock
    /// A duration, a closure, or an error.
    case other
  }

  /// What a call calls.
  enum Callee: Hashable {
    case operation(String)
    /// A function or a method of values.
    case values(String)
    case clockMethod(String)
    /// `.seconds`
    case implicitMember(String)
    case unknown
  }

  /// An argument of a call: its label, and its kind as far as the first token shows it.
  struct Argument: Hashable {
    enum Shape: Hashable {
      case closure, integer, literal, implicitMember, other
      /// A minus, or an operator as an argument.
      case symbol
    }

    var label: String?
    /// nil before the first token.
    var shape: Shape?
  }

  /// A call that is closed, but may have a trailing closure.
  struct Called: Hashable {
    var callee: Callee
    var arguments: [Argument]
  }

  /// What precedes a place.
  enum Last: Hashable {
    /// Nothing: an expression or an argument begins.
    case start
    case infix
    /// A name; `isFirst` at the start of an argument, where it may become a label.
    case name(String, isFirst: Bool)
    case dot(Operand)
    /// The dot of `.seconds`, which is the character at this index.
    case implicitDot(Int)
    case member(Operand, String)
    case implicitMember(String)
    case operand(Operand, Called?)
  }

  enum Bracket: Int {
    case parenthesis, bracket, brace
  }

  /// An open bracket, or the whole expression.
  struct Level {
    enum Kind {
      case whole, call, group, array, closure, interpolation
    }

    var kind: Kind
    /// What the parentheses or the trailing closure belong to.
    var callee: Callee?
    /// Whether names are values, as in the closure of `map`, rather than streams.
    var isOfValues: Bool
    var last = Last.start
    /// The finished arguments; in a trailing closure, those of its call.
    var arguments: [Argument] = []
    /// The argument at the place.
    var argument = Argument()
    /// The names of a closure's parameters; nil for `$0`, `$1`, ….
    var parameters: [String]?
    /// The number of a closure's parameters.
    var arity = 0
    /// The parameter of a closure that is a stream; nil when all are values.
    var group: String?
    /// Whether an element of an array is a stream.
    var holdsStreams = false

    var bracket: Bracket? {
      switch kind {
      case .whole: nil
      case .call, .group, .interpolation: .parenthesis
      case .array: .bracket
      case .closure: .brace
      }
    }
  }

  let catalogue: Catalogue
  /// From the outermost to the innermost; never empty.
  var levels = [Level(kind: .whole, isOfValues: false)]
  var isInString = false
  let characters: [Character]
  var position = 0
  /// Whether there are more levels than an expression may have; the rest is not read.
  var isTooDeep = false
  /// Whether the name of the row was read: `slow =`.
  private var isNamed = false
  /// The number of open brackets of each kind.
  var openCounts = [0, 0, 0]
  var lastClosed: Level?

  /// The maximum number of a closure's parameters that are read.
  static let maximumParameters = 16

  /// `true`, `false` and `nil`, which can't be rows.
  static let literals = ["true", "false", "nil"]

  init(_ characters: [Character], catalogue: Catalogue) {
    (self.characters, self.catalogue) = (characters, catalogue)
  }

  /// Reads on to the place before the character at `end`.
  mutating func read(to end: Int) {
    while position < end, !isTooDeep { step(to: end) }
    if isTooDeep { last = .operand(.other, nil) }
  }

  /// The labels of the arguments of the innermost call that follow the argument at the place.
  var labelsBehind: Set<String> {
    var rest = self
    let (depth, count) = (levels.count, levels[top].arguments.count)
    while rest.position < characters.count, rest.levels.count >= depth, !rest.isTooDeep {
      rest.step(to: characters.count)
    }
    guard let level = rest.levels.count >= depth ? rest.levels[depth - 1] : rest.lastClosed else { return [] }
    return Set((level.arguments + [level.argument]).dropFirst(count + 1).compactMap(\.label))
  }

  var last: Last {
    get { levels[top].last }
    set { levels[top].last = newValue }
  }

  /// The innermost level.
  var level: Level { levels[top] }

  var top: Int { levels.count - 1 }
}

// MARK: Tokens

extension ExpressionContext {
  private mutating func step(to end: Int) {
    let character = characters[position]
    if isInString { return readString(to: end) }
    if character.isNamePart { return readWord(to: end) }
    position += 1
    switch character {
    case _ where character.isWhitespace: break
    case "\"": isInString = true
    case "$":
      let start = position
      skipName(to: end)
      begin(.other)
      last = .operand(isGroup("$" + String(characters[start..<position])) ? .stream : .value, nil)
    case "(": openParenthesis()
    case "[":
      begin(.other)
      push(Level(kind: .array, isOfValues: levels[top].isOfValues))
    case "{": openBrace(to: end)
    case ")": close(.parenthesis)
    case "]": close(.bracket)
    case "}": close(.brace)
    case ".": readDot(to: end)
    case ",": readComma()
    case ":": readColon()
    // `$0?.name`
    case "?" where position < end && characters[position] == "." && !isRange(at: position, to: end): break
    // `$0!`
    case "!" where operand(of: last) != nil && !(position < end && characters[position] == "="): break
    default: readOperator(character, to: end)
    }
  }

  private mutating func skipName(to end: Int) {
    while position < end, characters[position].isNamePart { position += 1 }
  }

  mutating func begin(_ shape: Argument.Shape) {
    let known = levels[top].argument.shape
    if known == nil || known == .symbol { levels[top].argument.shape = shape }
  }

  /// Reads a name or a number.
  private mutating func readWord(to end: Int) {
    let start = position
    skipName(to: end)
    if characters[start].startsName { return readName(String(characters[start..<position])) }
    if case .dot(let operand) = last {
      last = .member(operand, String(characters[start..<position]))
      return
    }
    let isDouble = position + 1 < end && characters[position] == "." && characters[position + 1].isNumber
    if isDouble {
      position += 1
      skipName(to: end)
    }
    begin(isDouble ? .literal : .integer)
    last = .operand(.value, nil)
  }

  private mutating func readName(_ name: String) {
    switch last {
    case .dot(let operand): last = .member(operand, name)
    case .implicitDot: last = .implicitMember(name)
    case .start where name == "return" && levels[top].kind == .closure: break
    default:
      let isFirst = levels[top].argument.shape == nil
      begin(Self.literals.contains(name) ? .literal : ClosureFunctions.names.contains(name) ? .closure : .other)
      last = .name(name, isFirst: isFirst)
    }
  }

  private mutating func readString(to end: Int) {
    let character = characters[position]
    position += 1
    switch character {
    case "\\" where position < end && characters[position] == "(":
      position += 1
      isInString = false
      push(Level(kind: .interpolation, isOfValues: true))
    case "\\" where position < end: position += 1
    case "\"":
      isInString = false
      begin(.other)
      // A string is a diagram where a stream is expected.
      last = .operand(levels[top].isOfValues || levels[top].kind == .array ? .value : .stream, nil)
    default: break
    }
  }

  /// Whether `...` or `..<` stands at `place`.
  private func isRange(at place: Int, to end: Int) -> Bool {
    place + 2 < end && characters[place] == "." && characters[place + 1] == "."
      && (characters[place + 2] == "." || characters[place + 2] == "<")
  }

  private mutating func readDot(to end: Int) {
    if isRange(at: position - 1, to: end) {
      position += 2
      last = .infix
    } else if let operand = operand(of: last) {
      last = .dot(operand)
    } else {
      begin(.implicitMember)
      last = .implicitDot(position - 1)
    }
  }

  private mutating func readComma() {
    switch levels[top].kind {
    case .call, .group:
      let argument = levels[top].argument
      levels[top].arguments.append(argument)
      levels[top].argument = Argument()
    case .array: if operand(of: last) == .stream { levels[top].holdsStreams = true }
    case .whole, .closure, .interpolation: break
    }
    last = .start
  }

  private mutating func readColon() {
    guard levels[top].kind == .call, levels[top].argument.label == nil,
      case .name(let name, isFirst: true) = last
    else {
      // Of `a ? b : c`.
      last = .infix
      return
    }
    levels[top].argument = Argument(label: name)
    last = .start
  }

  private mutating func readOperator(_ symbol: Character, to end: Int) {
    if symbol == "=", levels.count == 1, !isNamed, case .name = last,
      !(position < end && characters[position] == "=")
    {
      isNamed = true
      last = .start
      return
    }
    if case .start = last { begin(.symbol) }
    last = .infix
  }
}

extension Character {
  /// Whether a name may begin with it.
  var startsName: Bool { isLetter || self == "_" }
  /// Whether a name may contain it.
  var isNamePart: Bool { isLetter || isNumber || self == "_" }
}
