extension Pattern {
  /// Whether the pattern matches somewhere in a text.
  public func isMatch(in text: String) -> Bool {
    isMatch(in: text) { (_: Int) throws(Never) in }
  }

  /// The first match in a text; of several that begin there, the one that `Regex` prefers.
  public func firstMatch(in text: String) -> PatternMatch? {
    firstMatch(in: text) { (_: Int) throws(Never) in }
  }

  /// The match that begins at the start of a text, if there is one.
  public func prefixMatch(in text: String) -> PatternMatch? {
    prefixMatch(in: text) { (_: Int) throws(Never) in }
  }

  /// The match of a whole text, if there is one.
  public func wholeMatch(in text: String) -> PatternMatch? {
    wholeMatch(in: text) { (_: Int) throws(Never) in }
  }

  /// All matches in a text, none inside another.
  ///
  /// The next match begins at the end of the last one, or one character later after an empty match. Each search is linear,
  /// but may look at text that a later one looks at again: for n matches, all can take n times as long as one.
  public func matches(in text: String) -> [PatternMatch] {
    matches(in: text) { (_: Int) throws(Never) in }
  }

  /// Whether the pattern matches somewhere; `charging` is called with the number of steps every few thousand steps and at
  /// the end. What it throws ends the search.
  public func isMatch<Failure>(
    in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let text = PatternText(text, findsWordBoundaries: program.usesWordBoundaries)
    var machine = PatternMachine(program, text, remembersGroups: false)
    let found = try machine.run(from: 0, .search, charging: charging)
    try machine.charge(charging)
    return found != nil
  }

  /// The first match in a text; `charging` is called as in ``isMatch(in:charging:)``.
  public func firstMatch<Failure>(
    in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> PatternMatch? {
    try match(.search, in: text, charging: charging)
  }

  /// The match that begins at the start; `charging` is called as in ``isMatch(in:charging:)``.
  public func prefixMatch<Failure>(
    in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> PatternMatch? {
    try match(.prefix, in: text, charging: charging)
  }

  /// The match of a whole text; `charging` is called as in ``isMatch(in:charging:)``.
  public func wholeMatch<Failure>(
    in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> PatternMatch? {
    try match(.whole, in: text, charging: charging)
  }

  /// All matches in a text; `charging` is called as in ``isMatch(in:charging:)``.
  public func matches<Failure>(
    in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> [PatternMatch] {
    let text = PatternText(text, findsWordBoundaries: program.usesWordBoundaries)
    var machine = PatternMachine(program, text, remembersGroups: true)
    var matches: [PatternMatch] = []
    var position = 0
    while position <= text.count, let places = try machine.run(from: position, .search, charging: charging) {
      matches.append(match(places, in: text))
      position = places[1] == places[0] ? places[1] + 1 : places[1]
    }
    try machine.charge(charging)
    return matches
  }

  private func match<Failure>(
    _ mode: PatternMachine.Mode, in text: String, charging: (Int) throws(Failure) -> Void
  ) throws(Failure) -> PatternMatch? {
    let text = PatternText(text, findsWordBoundaries: program.usesWordBoundaries)
    var machine = PatternMachine(program, text, remembersGroups: true)
    let places = try machine.run(from: 0, mode, charging: charging)
    try machine.charge(charging)
    return places.map { match($0, in: text) }
  }

  private func match(_ places: [Int], in text: PatternText) -> PatternMatch {
    let parts = stride(from: 0, to: places.count, by: 2).map { slot in
      places[slot + 1] < 0 ? nil : text.part(places[slot], places[slot + 1])
    }
    return PatternMatch(text: text.part(places[0], places[1]), groups: Array(parts.dropFirst()), numbers: numbers)
  }
}
