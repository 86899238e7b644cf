public import Marbles
public import Scenes

extension Narration {
  /// The maximum number of named inputs.
  private static let listedSources = 100

  /// Explains one event: its position in the row, its sentence, its input events, and where it is inside expressions.
  ///
  /// - Parameters:
  ///   - row: the name of a row; nil for the newest event of all rows.
  ///   - event: the event's number in its row, from 1, or its value; nil for the row's newest.
  ///   - time: the moment.
  ///   - stages: the recording of the whole scene, with stages; nil when it has none.
  /// - Throws: ``PlainCommand/Failure`` when the row or the event does not exist so far.
  public func why(
    row: String?, event text: String?, at time: SceneTime = .distantFuture, stages: Recording? = nil
  ) throws(PlainCommand.Failure) -> String {
    let (key, which) = try find(row: row, text)
    let answer = try why(key, which)
    guard let stages else { return answer }
    return ([answer] + ways(of: key, at: time, in: stages)).joined(separator: " ")
  }

  private func why(_ key: EventKey, _ which: String) throws(PlainCommand.Failure) -> String {
    guard let event = recording[key] else {
      throw PlainCommand.Failure(description: "the event is not available any more")
    }
    var answer = "This is \(which). "
    answer += sentence(about: key)?.text ?? ""
    if recording.rows[key.row].isInput { return answer + " It is an input." }
    let past = RecordingPrefix(self, through: event.time)
    let parts = event.sources.keys.compactMap(past.part)
    // Of very many inputs, only the newest are named.
    var sources = parts.suffix(Self.listedSources).map { part in
      "\(named(part.event.value, ofRow: part.row)) at \(span(part.event.time))"
    }
    if parts.count > sources.count { sources.insert("\(parts.count - sources.count) more", at: 0) }
    return answer + (sources.isEmpty ? " It does not depend on inputs." : " Its inputs: \(listed(sources)).")
  }

  private func find(
    row name: String?, _ text: String?
  ) throws(PlainCommand.Failure) -> (key: EventKey, which: String) {
    guard let name else {
      let newest = recording.rows.indices.compactMap { row in
        recording.rows[row].timeline.events.last.map { (time: $0.time, row: row) }
      }.max { ($0.time, $0.row) < ($1.time, $1.row) }
      guard let newest else { throw PlainCommand.Failure(description: "nothing has happened yet") }
      return newestEvent(ofRow: newest.row, of: "")
    }
    guard let row = recording.rows.firstIndex(where: { $0.name == name }) else {
      let names = recording.rows.map(\.name)
      throw PlainCommand.Failure(
        description: "no row is called `\(shown(name))`" + Suggestion.clause(for: name, among: names)
          + "; there are \(listed(names.map(shown)))")
    }
    let events = recording.rows[row].timeline.events
    guard !events.isEmpty else { throw PlainCommand.Failure(description: "\(shown(name)) has emitted nothing so far") }
    guard let text else { return newestEvent(ofRow: row, of: " of \(shown(name))") }
    if let number = Int(text), events.indices.contains(number - 1) {
      return (recording.key(row: row, at: number - 1), "value \(number) of \(shown(name))")
    }
    guard let index = events.lastIndex(where: { $0.value.description == text || shown($0.value) == text }) else {
      throw PlainCommand.Failure(
        description: "\(shown(name)) has \(events.count) \(events.count == 1 ? "value" : "values") so far, "
          + "and none is `\(shown(text))`")
    }
    return (recording.key(row: row, at: index), "the newest \(shown(text)) of \(shown(name)), value \(index + 1)")
  }

  private func newestEvent(ofRow row: Int, of name: String) -> (key: EventKey, which: String) {
    let index = recording.rows[row].timeline.events.count - 1
    return (recording.key(row: row, at: index), "the newest value\(name), number \(index + 1)")
  }
}
