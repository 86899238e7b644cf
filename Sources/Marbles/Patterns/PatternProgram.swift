/// A pattern as instructions for a ``PatternMachine``.
struct PatternProgram: Sendable {
  /// One instruction; numbers are places in the program.
  enum Instruction: Sendable {
    /// Takes a character of the class with this number, and goes on.
    case take(Int)
    /// Goes to both places; the first is preferred.
    case fork(Int, Int)
    case jump(Int)
    /// Remembers the place in the text: 2n is the start of group n, 2n + 1 its end.
    case remember(Int)
    case check(PatternAnchor)
    /// Begins a turn of a loop whose part can be empty.
    case beginTurn
    /// Ends such a turn: a turn without a character ends the loop.
    case endTurn(again: Int, exit: Int)
    case accept
  }

  private(set) var instructions: [Instruction] = []
  /// The classes of the pattern, each once.
  private(set) var classes: [PatternClass] = []
  /// The first state of each instruction: it has one for each number of turns that have read nothing yet.
  private(set) var firstStates: [Int] = []
  private(set) var stateCount = 0
  let groupCount: Int
  /// Whether a match can only begin at the start of the text.
  private(set) var beginsAtStart = false
  /// The ASCII characters that a match can begin with; nil when it can be empty.
  private(set) var beginnings: PatternClass.Bits?
  private(set) var usesWordBoundaries = false

  /// The number of loops around the next instruction whose part can be empty.
  private var depth = 0
  private var numbers: [PatternClass: Int] = [:]

  init(_ node: PatternNode, groups: Int) throws(PatternError) {
    groupCount = groups
    try add(node)
    try emit(.accept)
    findBeginnings()
    numbers = [:]
  }

  @discardableResult
  private mutating func emit(_ instruction: Instruction) throws(PatternError) -> Int {
    firstStates.append(stateCount)
    stateCount += depth + 1
    try checkSize()
    instructions.append(instruction)
    return instructions.count - 1
  }

  private func checkSize() throws(PatternError) {
    guard stateCount <= Pattern.sizeLimit else {
      throw PatternError(
        1, "the pattern has more than \(Pattern.sizeLimit) parts when its counts are written out", "use smaller counts")
    }
  }

  private var end: Int { instructions.count }

  private mutating func add(_ node: PatternNode) throws(PatternError) {
    switch node {
    case .empty: break
    case .one(let set):
      if numbers[set] == nil {
        numbers[set] = classes.count
        classes.append(set)
      }
      try emit(.take(numbers[set] ?? 0))
    case .anchor(let anchor):
      if anchor == .wordBoundary || anchor == .insideWord { usesWordBoundaries = true }
      try emit(.check(anchor))
    case .group(let part, let number):
      try emit(.remember(2 * number))
      try add(part)
      try emit(.remember(2 * number + 1))
    case .sequence(let parts): for part in parts { try add(part) }
    case .choice(let parts):
      var jumps: [Int] = []
      for part in parts.dropLast() {
        let fork = try emit(.fork(0, 0))
        try add(part)
        jumps.append(try emit(.jump(0)))
        instructions[fork] = .fork(fork + 1, end)
      }
      try add(parts[parts.count - 1])
      for jump in jumps { instructions[jump] = .jump(end) }
    case .repetition(let part, let least, let most, let isLazy):
      if let most {
        try addBounded(part, least: least, most: most, isLazy: isLazy)
      } else {
        try addLoop(part, least: least, isLazy: isLazy)
      }
    }
  }

  private static func fork(into part: Int, orTo exit: Int, isLazy: Bool) -> Instruction {
    isLazy ? .fork(exit, part) : .fork(part, exit)
  }

  private mutating func addBounded(
    _ part: PatternNode, least: Int, most: Int, isLazy: Bool
  ) throws(PatternError) {
    for _ in 0..<least { try addCopy(part) }
    var forks: [Int] = []
    for _ in least..<most {
      forks.append(try emit(.fork(0, 0)))
      try addCopy(part)
    }
    for fork in forks { instructions[fork] = Self.fork(into: fork + 1, orTo: end, isLazy: isLazy) }
  }

  /// Adds one copy of several; a copy of nothing counts, too, so that the work stays bounded.
  private mutating func addCopy(_ part: PatternNode) throws(PatternError) {
    let start = end
    try add(part)
    if end == start { try emit(.jump(start + 1)) }
  }

  private mutating func addLoop(_ part: PatternNode, least: Int, isLazy: Bool) throws(PatternError) {
    let canBeEmpty = part.canBeEmpty
    // The turns that end the whole loop when they read nothing.
    var turns: [Int] = []
    func addTurn(_ program: inout PatternProgram) throws(PatternError) {
      guard canBeEmpty else { return try program.addCopy(part) }
      try program.emit(.beginTurn)
      program.depth += 1
      try program.add(part)
      turns.append(try program.emit(.endTurn(again: 0, exit: 0)))
      program.depth -= 1
    }
    for _ in 0..<max(0, least - 1) {
      try addTurn(&self)
      if let turn = turns.last { instructions[turn] = .endTurn(again: end, exit: 0) }
    }
    let start = least == 0 ? try emit(.fork(0, 0)) : end
    let body = end
    try addTurn(&self)
    let again = least == 0 ? start : try emit(.fork(0, 0))
    if least == 0, !canBeEmpty { try emit(.jump(start)) }
    let exit = end
    instructions[again] = Self.fork(into: body, orTo: exit, isLazy: isLazy)
    for (index, turn) in turns.enumerated() {
      guard case .endTurn(let next, _) = instructions[turn] else { continue }
      instructions[turn] = .endTurn(again: index == turns.count - 1 ? again : next, exit: exit)
    }
  }

  // MARK: Beginnings

  /// Finds what a match can begin with, so that a search can skip what it can't.
  private mutating func findBeginnings() {
    let elsewhere = beginnings(passingTextStart: false)
    beginsAtStart = elsewhere.bits == nil && !elsewhere.canBeEmpty
    let anywhere = beginnings(passingTextStart: true)
    beginnings = anywhere.canBeEmpty ? nil : anywhere.bits
  }

  /// The ASCII characters that can be taken first, nil if no character can, and whether nothing need be taken.
  private func beginnings(passingTextStart: Bool) -> (bits: PatternClass.Bits?, canBeEmpty: Bool) {
    var result: (bits: PatternClass.Bits?, canBeEmpty: Bool) = (nil, false)
    var seen = Array(repeating: false, count: instructions.count)
    var pending = [0]
    while let place = pending.popLast() {
      guard !seen[place] else { continue }
      seen[place] = true
      switch instructions[place] {
      case .take(let set):
        var bits = result.bits ?? PatternClass.Bits()
        bits.formUnion(classes[set].ascii)
        result.bits = bits
      case .accept: result.canBeEmpty = true
      case .fork(let first, let second), .endTurn(let first, let second): pending += [first, second]
      case .jump(let target): pending.append(target)
      case .check(.textStart) where !passingTextStart: break
      case .remember, .check, .beginTurn: pending.append(place + 1)
      }
    }
    return result
  }
}
