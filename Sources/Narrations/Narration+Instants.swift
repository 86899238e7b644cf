public import Marbles
internal import Operators
public import Scenes

/// The sentences about everything that happened at one instant.
extension Narration {
  /// The maximum number of sentences about the events, and about the notes, of one row at one instant.
  private static let sentencesPerRow = 20

  /// Appends the next note of a row. Append all notes of an instant before asking for its sentences.
  public mutating func append(_ note: Recording.Note, ofRow row: Int) { recording.rows[row].notes.append(note) }

  /// The sentence about a note; nil when other sentences of its instant say the same.
  public func sentence(about note: Recording.Note, ofRow row: Int) -> Sentence? {
    NoteSentence(self, note, ofRow: row).sentence
  }

  /// The sentences about all entries and notes, in order of time, then row; of a row in the order of their ``Turn``.
  public var everything: [Sentence] {
    let entries = recording.entries.map { (sentence: sentence(for: $0), turn: Turn(of: $0)) }
    let notes = recording.rows.indices.flatMap { row in
      recording.rows[row].notes.compactMap { note in
        sentence(about: note, ofRow: row).map { (sentence: $0, turn: Turn(of: note)) }
      }
    }
    return (notes + entries).enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.sentence.time, first.sentence.row, first.turn.rawValue, left.offset)
        < (second.sentence.time, second.sentence.row, second.turn.rawValue, right.offset)
    }.map(\.element.sentence)
  }

  /// The order of the sentences about one row at one instant.
  package enum Turn: Int, Comparable {
    case note, value
    /// A value is sent after it has come.
    case delivery
    case end

    /// The turn of a note.
    package init(of note: Recording.Note) { self = if case .delivered = note.note.action { .delivery } else { .note } }

    /// The turn of an entry.
    package init(of entry: Recording.Entry) { self = entry.isValue ? .value : .end }

    package static func < (left: Turn, right: Turn) -> Bool { left.rawValue < right.rawValue }
  }

  /// The sentences about the events, the end and the notes of a row at an instant; of very many, the newest.
  ///
  /// - Parameter isPlain: whether to name only the sources of events, which is correct for a part of a recording, too;
  ///   ends and notes are then left out.
  public func sentences(ofRow position: Int, at time: SceneTime, isPlain: Bool = false) -> [Sentence] {
    let row = recording.rows[position]
    var sentences: [Sentence] = []
    func tellNotes(_ turn: Turn) {
      guard !isPlain else { return }
      let notes = row.notes[row.notes.count(before: time)..<row.notes.count(through: time)]
      sentences += notes.filter { Turn(of: $0) == turn }.compactMap { sentence(about: $0, ofRow: position) }
        .suffix(Self.sentencesPerRow)
    }
    tellNotes(.note)
    let events = row.timeline.events
    let first = max(events.count(through: time - .nanoseconds(1)), events.count(through: time) - Self.sentencesPerRow)
    sentences += (first..<events.count(through: time)).compactMap { index in
      sentence(about: recording.key(row: position, at: index), isPlain: isPlain)
    }
    tellNotes(.delivery)
    if !isPlain, row.timeline.end.time == time {
      let kind: Recording.Entry.Kind =
        if case .error(_, let message) = row.timeline.end { .error(message: message) } else { .finish }
      sentences.append(sentence(for: Recording.Entry(row: position, index: row.count, time: time, kind: kind)))
    }
    return sentences
  }

  /// The newest instant by `time` at which a row has something to tell; nil when there is none.
  public func instant(ofRow position: Int, through time: SceneTime, isPlain: Bool = false) -> SceneTime? {
    let row = recording.rows[position]
    let events = row.timeline.events
    let count = events.count(through: time)
    var newest = count > 0 ? events[count - 1].time : nil
    guard !isPlain else { return newest }
    if let end = row.timeline.end.time, end <= time { newest = max(newest ?? end, end) }
    var index = row.notes.count(through: time) - 1
    while index >= 0, newest.map({ row.notes[index].time > $0 }) ?? true {
      if sentence(about: row.notes[index], ofRow: position) != nil { return row.notes[index].time }
      index -= 1
    }
    return newest
  }
}

extension [Recording.Note] {
  /// The number of notes up to and including `time`.
  fileprivate func count(through time: SceneTime) -> Int { partitioningIndex { $0.time > time } }

  /// The number of notes before `time`.
  fileprivate func count(before time: SceneTime) -> Int { partitioningIndex { $0.time >= time } }
}
