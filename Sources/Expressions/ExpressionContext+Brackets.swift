internal import Operators

/// Brackets, calls and closures.
extension ExpressionContext {
  mutating func push(_ level: Level) {
    levels.append(level)
    if let bracket = level.bracket { openCounts[bracket.rawValue] += 1 }
    if levels.count > SyntaxParser.maximumDepth + 1 { isTooDeep = true }
  }

  private mutating func pop() -> Level {
    let level = levels.removeLast()
    if let bracket = level.bracket { openCounts[bracket.rawValue] -= 1 }
    return level
  }

  mutating func openParenthesis() {
    let callee = callee(of: last)
    switch last {
    // `min(1, 2)` is a value; `min` alone is a closure.
    case .name: levels[top].argument.shape = .other
    default: begin(.other)
    }
    let isOfValues =
      switch callee {
      case .values?: true
      case .implicitMember(let name)?: name != "repeating"
      case .operation?, .clockMethod?: false
      case .unknown?, nil: levels[top].isOfValues
      }
    push(Level(kind: callee == nil ? .group : .call, callee: callee, isOfValues: isOfValues))
  }

  mutating func openBrace(to end: Int) {
    var callee = callee(of: last)
    var given: [Argument] = []
    if case .operand(_, let call?) = last { (callee, given) = (call.callee, call.arguments) }
    var (isOfValues, arity, hasGroup) = (true, 1, false)
    if let callee {
      (isOfValues, arity, hasGroup) = closure(of: callee, after: given, label: nil, isTrailing: true)
    } else {
      begin(.closure)
      if levels[top].kind == .call, let outer = levels[top].callee {
        (isOfValues, arity, hasGroup) = closure(
          of: outer, after: levels[top].arguments, label: levels[top].argument.label, isTrailing: false)
      }
    }
    var level = Level(kind: .closure, callee: callee, isOfValues: isOfValues)
    level.arguments = given
    level.parameters = readClosureParameters(to: end)
    level.arity = arity
    if hasGroup { level.group = Plan.group(of: level.parameters) }
    push(level)
  }

  /// Whether the body of a closure is a value, the number of its parameters, and whether the last of them is a stream.
  private func closure(
    of callee: Callee, after given: [Argument], label: String?, isTrailing: Bool
  ) -> (isOfValues: Bool, arity: Int, hasGroup: Bool) {
    if levels[top].isOfValues { return (true, callee == .values("reduce") ? 2 : 1, false) }
    let forms = self.forms(of: callee)
    let next = forms.flatMap { $0.parameters(after: given) ?? [] }.filter { isTrailing || $0.label == label }
    for parameter in next + forms.flatMap(\.parameters) {
      switch parameter.kind {
      case .inner: return (false, 1, false)
      case .grouping: return (false, 2, true)
      case .closure(let arity): return (true, arity, false)
      default: continue
      }
    }
    return (true, 1, false)
  }

  /// Reads `a, b in`, `(a, b) in` or `_ in`; nil, without reading anything, when there is no `in`.
  private mutating func readClosureParameters(to end: Int) -> [String]? {
    var place = position
    func skipBlanks(from place: Int) -> Int {
      var place = place
      while place < end, characters[place].isWhitespace { place += 1 }
      return place
    }
    func isSymbol(_ symbol: Character) -> Bool { place < end && characters[place] == symbol }
    place = skipBlanks(from: place)
    let isParenthesized = isSymbol("(")
    if isParenthesized { place += 1 }
    var names: [String] = []
    while true {
      place = skipBlanks(from: place)
      let start = place
      while place < end, characters[place].isNamePart { place += 1 }
      guard start < place, names.count < Self.maximumParameters else { return nil }
      names.append(String(characters[start..<place]))
      place = skipBlanks(from: place)
      guard isSymbol(",") else { break }
      place += 1
    }
    if isParenthesized {
      guard isSymbol(")") else { return nil }
      place = skipBlanks(from: place + 1)
    }
    let start = place
    while place < end, characters[place].isNamePart { place += 1 }
    guard place - start == 2, characters[start] == "i", characters[start + 1] == "n" else { return nil }
    position = place
    return names
  }

  mutating func close(_ bracket: Bracket) {
    guard openCounts[bracket.rawValue] > 0 else {
      last = .operand(.other, nil)
      return
    }
    var closed = pop()
    while closed.bracket != bracket { closed = pop() }
    lastClosed = closed
    switch closed.kind {
    case .whole: break
    case .interpolation: isInString = true
    case .call:
      let callee = closed.callee ?? .unknown
      if closed.argument.shape != nil { closed.arguments.append(closed.argument) }
      last = .operand(result(of: callee), Called(callee: callee, arguments: closed.arguments))
    case .closure: last = .operand(closed.callee.map { result(of: $0) } ?? .other, nil)
    case .group:
      let isTuple = !closed.arguments.isEmpty
      last = .operand(isTuple ? .value : operand(of: closed.last) ?? .value, nil)
    case .array:
      let ofStreams = closed.holdsStreams || operand(of: closed.last) == .stream
      last = .operand(closed.isOfValues ? .value : .array(ofStreams: ofStreams), nil)
    }
  }
}
