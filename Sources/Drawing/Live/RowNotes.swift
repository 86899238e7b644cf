internal import Expressions
internal import Scenes

/// Notes about input that a row does not show.
enum RowNotes {
  /// `1234567` as `1,234,567`.
  static func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    return digits.indices.map { ($0 > 0 && (digits.count - $0).isMultiple(of: 3) ? "," : "") + String(digits[$0]) }
      .joined()
  }
}

extension Recording.Row {
  /// Notes about events that the row does not show: those that it no longer retains, and its losses.
  var lossNotes: [String] { (forgotten > 0 ? ["+\(RowNotes.grouped(forgotten)) earlier"] : []) + losses.notes }
}

extension ArrivalQueue.Counts {
  /// `2 lines not JSON (118, 204)`, `5 lost`, `3 missed`.
  var notes: [String] {
    var notes: [String] = []
    if malformed > 0 {
      let lines = malformed == 1 ? "line" : "lines"
      let what = tooLong == malformed ? "too long" : tooLong > 0 ? "malformed" : "not JSON"
      let rest = malformedLines.count < malformed && !malformedLines.isEmpty ? ", …" : ""
      let places =
        malformedLines.isEmpty ? "" : " (\(malformedLines.map { String($0) }.joined(separator: ", "))\(rest))"
      notes.append("\(RowNotes.grouped(malformed)) \(lines) \(what)\(places)")
    }
    if invalidCharacters > 0 {
      let lines = invalidCharacters == 1 ? "line" : "lines"
      let rest = invalidLines.count < invalidCharacters ? ", …" : ""
      notes.append(
        "\(RowNotes.grouped(invalidCharacters)) \(lines) with invalid characters"
          + " (\(invalidLines.map { String($0) }.joined(separator: ", "))\(rest))")
    }
    if ragged > 0 {
      notes.append("\(RowNotes.grouped(ragged)) \(ragged == 1 ? "line" : "lines") with other fields than the header")
    }
    if failed > 0 {
      let errors = failed == 1 ? "error" : "errors"
      notes.append("\(RowNotes.grouped(failed)) \(errors) became nil\(failureReason.map { ": \($0)" } ?? "")")
    }
    // What may be meant follows on standard error.
    notes += findings.map { String($0.message.prefix { $0 != ";" }) }
    if dropped > 0 { notes.append("\(RowNotes.grouped(dropped)) lost") }
    if unrecorded > 0 { notes.append("\(RowNotes.grouped(unrecorded)) not recorded") }
    if missed > 0 { notes.append("\(RowNotes.grouped(missed)) missed") }
    return notes
  }
}
