internal import Expressions
package import Marbles
internal import Operators
package import Scenes

/// The ways of values through the stages of expressions, as clauses: `.filter` lets it through; `.debounce` emits it at 7.5 s; but
/// …
package struct ValueWays: Sendable {
  private let narration: Narration
  /// By row; nil where stages were not recorded.
  private let fates: [StageFates?]

  /// Finds the ways, in time linear in the number of recorded events.
  ///
  /// - Parameters:
  ///   - narration: the narration of the scene.
  ///   - stages: the recording of the whole scene, with stages.
  package init(_ narration: Narration, in stages: Recording) {
    self.narration = narration
    fates = stages.rows.indices.map {
      StageFates(ofRow: $0, in: stages, expression: narration.rows[$0].expression)
    }
  }

  /// What the stages of a row have done with a value of another row until `time`, a clause for each reading.
  ///
  /// - Parameter isBrief: whether to leave out which value of the row it is, and to call the only stage of a row by the row.
  package func clauses(
    about key: EventKey, inRow row: Int, at time: SceneTime = .distantFuture, isBrief: Bool = false
  ) -> [String] {
    guard let fates = fates[row] else { return [] }
    return fates.readings(of: key).compactMap { clause(from: $0, in: fates, row, time, isBrief) }
  }

  /// What the later stages of a row have done with a value that one of its stages gave.
  ///
  /// - Parameters:
  ///   - index: the number of the value among all values of the stage, from 0.
  ///   - stage: the position of the stage.
  package func clause(aboutValue index: Int, ofStage stage: Int, inRow row: Int) -> String? {
    guard let fates = fates[row] else { return nil }
    let places = fates.places(ofStage: stage)
    return places.indices.contains(index) ? clause(from: places[index], in: fates, row, .distantFuture, true) : nil
  }

  /// Whether clauses call the only stage of a row by the row.
  package func isAlone(_ row: Int) -> Bool { fates[row]?.stage.count == 1 }

  /// The positions of the stages of a row outside of closures; empty where stages were not recorded.
  package func outerStages(ofRow row: Int) -> [Int] {
    fates[row].map { fates in fates.stage.indices.filter { fates.stage[$0].depth == 0 } } ?? []
  }

  // MARK: Words

  private func clause(
    from place: StageFates.Place, in fates: StageFates, _ row: Int, _ time: SceneTime, _ isBrief: Bool
  ) -> String? {
    func name(ofPass pass: Int) -> String? { self.name(ofPass: pass, in: fates, row, isBrief) }
    let way = fates.way(from: place, until: time)
    guard let last = way.last, fates[last].time <= time else { return nil }
    var clauses: [String] = []
    var passing: [String] = []
    func tellPassing() {
      guard !passing.isEmpty else { return }
      clauses.append("\(listed(passing)) \(passing.count == 1 ? "lets" : "let") it through")
      passing = []
    }
    for (before, place) in zip(way, way.dropFirst()) {
      guard let name = name(ofPass: place.pass) else { continue }
      let (old, new) = (fates[before], fates[place])
      let isSame = old.value == new.value
      if isSame, old.time == new.time {
        passing.append(name)
        continue
      }
      tellPassing()
      let what = isSame ? "emits it" : "makes it \(narration.setOff(new.value, ofRow: row))"
      clauses.append("\(name) \(what)\(old.time == new.time ? "" : " at \(narration.span(new.time))")")
    }
    tellPassing()
    let reader = fates.stages.passes[last.pass].reader.flatMap { name(ofPass: $0) } ?? "the row"
    guard let ending = ending(of: last, by: reader, in: fates, row, time), !isBrief || clauses.isEmpty || !ending.isTold
    else { return clauses.isEmpty ? nil : clauses.joined(separator: "; ") }
    return (clauses + ["\(ending.isLoss && !clauses.isEmpty ? "but " : "")\(ending.text)"]).joined(separator: "; ")
  }

  /// What has become of a value at the end of its way until `time`; nil for one that the way told already.
  private func ending(
    of place: StageFates.Place, by reader: String, in fates: StageFates, _ row: Int, _ time: SceneTime
  ) -> (text: String, isLoss: Bool, isTold: Bool)? {
    let fate = fates.fate(of: place, at: time)
    if fate == .ended || fate == .held, let next = fates.replacement(of: place).map({ fates[$0] }), next.time <= time {
      let newer = narration.setOff(next.value, ofRow: row)
      let when = narration.span(next.time)
      return ("\(reader) drops it at \(when): \(newer) replaced it before every stream had a value", true, false)
    }
    switch fate {
    case .shown(let index): return ("it is value \(index + 1) of \(narration.name(ofRow: row))", false, true)
    case .given: return nil
    case .decided(let note): return ("\(reader) uses it at \(narration.span(fates.note(at: note).time))", false, false)
    case .dropped(let note): return ("\(reader) drops it at \(loss(fates.note(at: note), row))", true, false)
    case .counted: return ("\(reader) counts it", false, false)
    case .ended: return ("\(reader) \(end(ofReaderOf: place, in: fates))", true, false)
    case .held: return ("\(reader) holds it", false, false)
    }
  }

  /// fails at 2 s
  private func end(ofReaderOf place: StageFates.Place, in fates: StageFates) -> String {
    switch fates.stages.passes[place.pass].reader.map({ fates.stages.passes[$0].end }) {
    case .error(let time, _): "fails at \(narration.span(time))"
    case .finish(let time): "ends at \(narration.span(time)), before it gives it"
    case .cancelled(let time): "is cancelled at \(narration.span(time)), before it gives it"
    case .open, nil: "ends before it gives it"
    }
  }

  /// When a value was dropped, and why.
  // Inlined, it stops the optimizer of swiftc 6.3.1: "Found ownership error".
  @inline(never)
  private func loss(_ note: Recording.Note, _ row: Int) -> String {
    guard let reason = note.note.reason else { return narration.span(note.time) }
    return "\(narration.span(note.time)): \(NoteSentence(narration, note, ofRow: row).reason(reason))"
  }

  /// The longest text of a stage that stands in a sentence, in characters.
  private static let longestText = 30

  /// The text of a stage, or what sentences call it when the text is long; nil for a row, a diagram, an array or a group.
  private func name(ofPass pass: Int, in fates: StageFates, _ row: Int, _ isBrief: Bool) -> String? {
    guard case .stage(let number) = fates.stages.passes[pass].stream else { return nil }
    if isBrief, fates.stage.count == 1 { return narration.name(ofRow: row) }
    let (text, names) = (fates.texts[number], narration.stageNames[row])
    if text.count > Self.longestText, names.indices.contains(number) { return names[number].name(narration.style) }
    return narration.style == .written ? "`\(narration.shown(text))`" : narration.shown(text)
  }
}
