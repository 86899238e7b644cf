import Expressions
import Marbles
import Operators
import Scenes

@testable import Narrations

/// Sentences about notes of operators.
extension ClaimReader {
  /// Reads which operator of the row's expression it was, if there are several.
  mutating func takeStage(of note: OperatorNote, inRow row: Int) -> Bool {
    guard let stages = narration.rows[row].expression?.stages, stages.count > 1, let number = note.stage else {
      return true
    }
    guard stages[number].name == note.name else { return false }
    if stages.count(where: { $0.name == note.name }) > 1 {
      let before = stages[...number].count { $0.name == note.name }
      guard take("the \(["first", "second", "third"][before - 1]) ") else { return false }
    }
    return take("`\(stages[number].isMethod ? "." : "")\(note.name)` of ")
  }

  private static let noteWords = [
    " cancels the stream for ", ": ", " replaced it", " gets no value from the stream for ", " waits again: ",
    " replaced ", " drops ", " is the value of this interval", "the buffer is full and keeps the newest ",
    "the buffer is full and keeps the oldest ", "it does not pass filter", "it became nil", "it is nil",
    " keeps no values", "it does not match", "one like it came before",
    "one with its key came before", "its closure is true for ", "no value with its key came in time",
    "as many keys as there may be are open", "nothing reads the stream of its key any more",
    "it is between two windows", "its window was not full at the end", "it equals the value before it",
    "its condition still holds", "it is one of the first", "the other stream has not emitted yet",
    "another stream was first",
    "there was nothing to do", " ended first", "the stream is over", " opens: ", " came",
    " starts again: its stream failed with ",
    " continues with its replacement: its stream failed with ", ", made from ", ", ", " and ", ",",
  ].sorted { $0.count > $1.count }

  /// Values are named with their rows and times; everything else is one of the words.
  mutating func readNoteClaim(_ note: OperatorNote) {
    var attempt = self
    if attempt.readEvents() {
      self = attempt
      return
    }
    if case .delivered(let delivery) = note.action, readDelivery(delivery) { return }
    if let value = note.value, take(narration.setOff(value)) { return }
    if let other = note.other, take(narration.setOff(other)) { return }
    for key in note.from.keys {
      if let time = recording[key]?.time, take(" (\(time.inMilliseconds) s)") { return }
    }
    for text in [note.name, "a newer value", "values", "value"] where take(text) { return }
    if case .dropped(.full(.bufferingLatest(let count))) = note.action, take("\(count) ") { return }
    if case .dropped(.full(.bufferingOldest(let count))) = note.action, take("\(count) ") { return }
    switch note.action {
    case .restarted(let message), .switched(let message): if take(narration.shown(message)) { return }
    default: break
    }
    for word in Self.noteWords where take(word) { return }
    fault("what does this claim?")
  }

  /// What happened between a row that sends and those that read.
  private mutating func readDelivery(_ delivery: OperatorNote.Delivery) -> Bool {
    switch delivery {
    case .waits: return take(" waits in `send` of ") || take(": nobody asks for it")
    case .taken(let row, let time):
      let reader = recording.rows[row].name
      return take(" gives ") || take(" to \(reader) alone: a ") || take(" gives each value to one reader")
        || take(" waited \(time.inMilliseconds) s in `send` of ") || take(", until \(reader) asked")
    case .cut(let row): return take(" ends for all its readers: \(recording.rows[row].name) cancelled its request")
    }
  }

}
