internal import Marbles
internal import Operators
internal import Scenes

/// What rows lost, in which operator, and why.
extension Narration {
  /// The most values of a sentence about losses, and the number of examples of more.
  private static let (lostValues, examples) = (8, 3)
  /// The most sentences about the losses of a row.
  private static let lossesPerRow = 4

  /// What a row lost, in a sentence for each operator and reason, in the order of the first loss: `throttle of latest drops 20
  /// and 30: newer values replaced them.`
  ///
  /// - Parameter position: the position of the row.
  public func losses(ofRow position: Int) -> [String] {
    guard recording.rows.indices.contains(position) else { return [] }
    var losses: [Loss] = []
    var places: [Loss.Kind: Int] = [:]
    for note in recording.rows[position].notes {
      guard let kind = Loss.Kind(note.note) else { continue }
      let place = places[kind] ?? losses.count
      if place == losses.count {
        places[kind] = place
        losses.append(Loss(kind: kind, first: note))
      }
      losses[place].count += 1
      guard losses[place].values.count < Self.lostValues, let value = note.note.value else { continue }
      losses[place].values.append(setOff(value, ofRow: position))
    }
    return losses.prefix(Self.lossesPerRow).map { sentence(about: $0, ofRow: position) }
  }

  private func sentence(about loss: Loss, ofRow row: Int) -> String {
    let named = loss.count > Self.lostValues ? loss.values.prefix(Self.examples) : loss.values[...]
    let rest = loss.count - named.count
    let values = Array(named) + (rest > 0 ? [named.isEmpty ? loss.numbered : "\(rest) more"] : [])
    let reason = NoteSentence(self, loss.first, ofRow: row).reason(loss.kind.reason, ofSeveral: loss.count > 1)
    let what = loss.kind.reason == .cancelled ? "cancels the \(loss.count > 1 ? "streams" : "stream") for" : "drops"
    return "\(place(of: loss.first, inRow: row)) \(what) \(listed(values)): \(reason)."
  }

  /// The operator of a row: `.filter of out`, or the row alone when that is called like its operator.
  private func place(of note: Recording.Note, inRow row: Int) -> String {
    let (subject, name) = (subject(of: note.note, inRow: row), name(ofRow: row))
    return subject != name || note.note.name == name ? subject : "\(shown(note.note.name)) of \(name)"
  }
}

/// The values that one operator of a row dropped for one reason.
private struct Loss {
  /// What they have in common.
  struct Kind: Hashable {
    private let stage: Int?
    private let name: String
    let reason: OperatorNote.Reason

    /// The kind of a note; nil when it is about no lost value.
    init?(_ note: OperatorNote) {
      guard let reason = note.reason, reason != .idle else { return nil }
      (stage, name, self.reason) = (note.stage, note.name, reason)
    }
  }

  let kind: Kind
  let first: Recording.Note
  var count = 0
  /// The first ones, as they are written in a sentence.
  var values: [String] = []

  /// All of them, when none is known.
  var numbered: String { count == 1 ? "a value" : "\(count) values" }
}
