internal import Expressions
internal import Formats
internal import Marbles
internal import Narrations
internal import Operators
internal import Playback
internal import Scenes
internal import Wire

/// What is told about each part of a picture: a marble, a mark or an end. The sentences are those of `Narrations`, and the lines
/// follow from lineage and notes, as in a terminal.
struct PartCards {
  /// What is told about a part.
  struct Card {
    /// The id of the part.
    var id: String
    /// `4 at 7 s: nothing comes out`
    var title: String
    /// Whether a value is lost: nothing comes out of it, or it was dropped.
    var isLost = false
    /// What became of it, or where it comes from; then a sentence for each row that depends on it.
    var sentences: [String] = []
    /// The pairs of parts that lines connect: what it was made from, and what was made from it.
    var lines: [(from: String, to: String)] = []
  }

  /// The scene and its recording with stages.
  private let (document, narration): (SceneDocument, Narration)
  /// The same as it is shown, with rows for stages.
  private let (shown, shownNarration): (SceneDocument, Narration)
  private let picture: PlayablePicture
  private let (fates, ways): (ValueFates, ValueWays)
  /// For each row, the rows that refer to it.
  private let users: [[Int]]
  /// For each shown row, the row of the scene that it is or belongs to, and its stage; nil for the row itself.
  private var origins: [(row: Int, stage: Int?)] = []
  /// For each shown event, the events that were made from it, and the marks that tell what became of it.
  private var children: [EventKey: [EventKey]] = [:]
  private var marks: [EventKey: [Int]] = [:]
  /// For each event of the scene, in each row that reads its row, the first event that was made from it.
  private var firstMade: [EventKey: [EventKey]] = [:]

  /// The most parents of an event that get a line, and the most lines in each direction.
  private static let (mostParents, mostLines) = (8, 40)
  /// The most sentences of a card.
  private static let mostSentences = 8
  /// The longest value in a title, in characters.
  private static let longestValue = 30

  /// Prepares cards, in time linear in the number of events.
  ///
  /// - Parameters:
  ///   - document: the scene and its recording, with the stages of all rows.
  ///   - shown: the same, with rows for stages.
  ///   - picture: the picture of `shown`.
  init(_ document: SceneDocument, shown: SceneDocument, picture: PlayablePicture) {
    (self.document, self.shown, self.picture) = (document, shown, picture)
    narration = Narration(of: document.recording, document.scene)
    shownNarration = Narration(of: shown.recording, shown.scene)
    fates = ValueFates(of: document.recording, in: document.scene)
    ways = ValueWays(narration, in: document.recording)
    let references = SceneGraph(document.scene).references
    users = references.indices.map { row in references.indices.filter { references[$0].contains(row) } }
    for (position, row) in document.recording.rows.enumerated() where !row.isInput {
      for (index, event) in row.timeline.events.enumerated() {
        let key = document.recording.key(row: position, at: index)
        for parent in event.from.newest(Self.mostParents) where references[position].contains(parent.row) {
          if firstMade[parent]?.last?.row != position { firstMade[parent, default: []].append(key) }
        }
      }
    }
    findOrigins()
    findLines()
  }

  private mutating func findOrigins() {
    var next = 0
    for (row, named) in document.scene.rows.enumerated() {
      let last = shown.scene.rows[next...].firstIndex { $0.name == named.name } ?? next
      let stages = ways.outerStages(ofRow: row)
      for position in next..<last {
        origins.append((row, stages.indices.contains(position - next) ? stages[position - next] : nil))
      }
      origins.append((row, nil))
      next = last + 1
    }
  }

  private mutating func findLines() {
    for (position, row) in shown.recording.rows.enumerated() where !row.isInput {
      for (index, event) in row.timeline.events.enumerated() {
        let key = shown.recording.key(row: position, at: index)
        for parent in event.from.newest(Self.mostParents) { children[parent, default: []].append(key) }
      }
    }
    for (index, mark) in picture.marks.enumerated() {
      for note in mark.notes {
        for source in shown.recording.rows[mark.row].notes[note].note.from.newest(1) {
          marks[source, default: []].append(index)
        }
      }
    }
  }

  // MARK: All cards

  /// The cards, row by row, until the work is stopped.
  ///
  /// - Parameters:
  ///   - ids: the parts; nil for all.
  ///   - limit: the most cards.
  func cards(of ids: Set<String>?, limit: Int, _ cancellation: Cancellation) -> [Card] {
    var cards: [Card] = []
    func isWanted(_ id: String) -> Bool {
      cards.count < limit && !cancellation.isSet && ids?.contains(id) ?? true
    }
    for key in picture.marbles.lazy.flatMap(\.events) {
      let id = id(of: key)
      if isWanted(id), let card = card(of: key, id) { cards.append(card) }
    }
    for (index, mark) in picture.marks.enumerated() {
      let id = Self.id(of: mark, in: shown)
      if isWanted(id) { cards.append(card(of: mark, at: index, id)) }
    }
    return cards
  }

  /// The id of a mark: that of the end of a row is `|ROW`, that of another mark `!ROW/NUMBER`, with the number of its first note.
  static func id(of mark: PlayablePicture.Mark, in shown: SceneDocument) -> String {
    let name = shown.scene.rows[mark.row].name
    return mark.notes.first.map { "!\(name)/\($0)" } ?? "|\(name)"
  }

  private func id(of key: EventKey) -> String { shown.recording.id(of: key) }
  private func id(ofMark index: Int) -> String { Self.id(of: picture.marks[index], in: shown) }

  // MARK: Marbles

  private func card(of key: EventKey, _ id: String) -> Card? {
    guard let event = shown.recording[key] else { return nil }
    let (row, stage) = origins[key.row]
    let original = EventKey(row: row, index: key.index)
    var card = Card(id: id, title: "\(text(of: event.value)) at \(narration.span(event.time))")
    if !shown.recording.rows[key.row].isInput, let sentence = shownNarration.sentence(about: key)?.text {
      card.sentences.append(bare(sentence, at: event.time))
    }
    if let stage {
      let clause = ways.clause(aboutValue: key.index, ofStage: stage, inRow: row)
      if let clause { card.sentences.append("\(name(ofRow: row)): \(clause).") }
    } else {
      if case .dropped = fates.fate(of: original, at: .distantFuture) {
        card.title += ": nothing comes out"
        card.isLost = true
      }
      card.sentences += dependents(on: original)
    }
    card.sentences = Array(card.sentences.prefix(Self.mostSentences))
    card.lines = ancestors(of: key) + descendants(of: key)
    return card
  }

  /// A sentence for each row that depends on an event: those that read its row, and those that read what was made from it.
  private func dependents(on key: EventKey) -> [String] {
    var (sentences, waiting, known) = ([String](), [key], Set([key]))
    while let next = waiting.first, sentences.count < Self.mostSentences {
      waiting.removeFirst()
      for row in users[next.row] {
        let clauses = clauses(about: next, inRow: row)
        let what = next == key ? "" : value(of: next).map { "\($0) of \(name(ofRow: next.row)): " } ?? ""
        sentences += clauses.map { "\(what)\($0)." }
      }
      waiting += (firstMade[next] ?? []).filter { known.insert($0).inserted }
    }
    return sentences
  }

  private func clauses(about key: EventKey, inRow row: Int) -> [String] {
    let clauses = ways.clauses(about: key, inRow: row, isBrief: true)
    if !clauses.isEmpty { return clauses.map { ways.isAlone(row) ? $0 : "\(name(ofRow: row)): \($0)" } }
    return [fates.users(ofRow: key.row).contains(row) ? narration.clause(about: key, inRow: row, in: fates) : nil]
      .compactMap { $0 ?? narration.lateness(of: key, inRow: row) }
  }

  // MARK: Marks

  private func card(of mark: PlayablePicture.Mark, at index: Int, _ id: String) -> Card {
    let time = narration.span(mark.time)
    let row = shown.recording.rows[mark.row]
    let notes = mark.notes.map { row.notes[$0] }
    let what: String
    switch mark.kind {
    case .drop: what = "\(notes.first?.note.value.map(text) ?? "a value") at \(time): dropped"
    case .again: what = "starts again at \(time)"
    case .timeout: what = "reaches its time limit at \(time)"
    case .signal: what = "gets a signal at \(time)"
    case .finish: what = "finishes at \(time)"
    case .fail: what = "fails at \(time)"
    case .cancel: what = "cancelled at \(time)"
    }
    var card = Card(id: id, title: what, isLost: mark.kind == .drop)
    for note in notes.prefix(Self.mostSentences) {
      guard let sentence = shownNarration.sentence(about: note, ofRow: mark.row)?.text else { continue }
      card.sentences.append(bare(sentence, at: note.time, says: note.time != mark.time))
    }
    switch row.timeline.end {
    case .finish(let time) where mark.notes.isEmpty: card.sentences.append(end(.finish, time, mark.row, row))
    case .error(let time, let message) where mark.notes.isEmpty:
      card.sentences.append(end(.error(message: message), time, mark.row, row))
    default: break
    }
    for source in Set(notes.flatMap { $0.note.from.newest(1) }).sorted(by: { $0 < $1 }).prefix(Self.mostParents) {
      card.lines += ancestors(of: source) + [(self.id(of: source), id)]
    }
    return card
  }

  private func end(_ kind: Recording.Entry.Kind, _ time: SceneTime, _ position: Int, _ row: Recording.Row) -> String {
    bare(
      shownNarration.sentence(for: Recording.Entry(row: position, index: row.count, time: time, kind: kind)).text,
      at: time)
  }

  // MARK: Lines

  private func ancestors(of key: EventKey) -> [(from: String, to: String)] {
    lines(from: key) { key in
      shown.recording[key]?.from.newest(Self.mostParents).map { ($0, key) } ?? []
    } next: {
      $0.0
    }
  }

  private func descendants(of key: EventKey) -> [(from: String, to: String)] {
    var found = lines(from: key) { key in
      (children[key] ?? []).map { (key, $0) }
    } next: {
      $0.1
    }
    for mark in marks[key] ?? [] { found.append((id(of: key), id(ofMark: mark))) }
    for child in made(within: key) {
      for mark in marks[child] ?? [] { found.append((id(of: child), id(ofMark: mark))) }
    }
    return found
  }

  /// The shown events that are made from an event, directly or not.
  private func made(within key: EventKey) -> [EventKey] {
    var (found, known) = ([key], Set([key]))
    var index = 0
    while index < found.count, found.count < Self.mostLines {
      found += (children[found[index]] ?? []).filter { known.insert($0).inserted }
      index += 1
    }
    return Array(found.dropFirst())
  }

  private func lines(
    from key: EventKey, _ edges: (EventKey) -> [(EventKey, EventKey)], next: ((EventKey, EventKey)) -> EventKey
  ) -> [(from: String, to: String)] {
    var (found, waiting, known) = ([(from: String, to: String)](), [key], Set([key]))
    var index = 0
    while index < waiting.count, found.count < Self.mostLines {
      for edge in edges(waiting[index]).prefix(Self.mostLines) {
        found.append((id(of: edge.0), id(of: edge.1)))
        if known.insert(next(edge)).inserted { waiting.append(next(edge)) }
      }
      index += 1
    }
    return found
  }

  // MARK: Words

  private func name(ofRow row: Int) -> String { document.scene.rows[row].name }
  private func text(of value: Value) -> String { value.summary(maxLength: Self.longestValue) }
  private func value(of key: EventKey) -> String? { document.recording[key].map { "`\(text(of: $0.value))`" } }

  /// A sentence without its time, which the title says; with it where that differs.
  private func bare(_ sentence: String, at time: SceneTime, says: Bool = false) -> String {
    let opening = "\(narration.span(time)): "
    return !says && sentence.hasPrefix(opening) ? String(sentence.dropFirst(opening.count)) : sentence
  }
}

extension PartCards.Card {
  /// Adds the members of the JSON object.
  func add(to object: inout JSONObject) {
    object.add("id", id)
    object.add("title", title)
    object.add("lost", isLost)
    object.add("sentences", sentences)
    object.add("lines", json: lines.map { "[\(Value.string($0.from).json),\(Value.string($0.to).json)]" })
  }
}
