import Marbles
import SceneTestSupport
import Scenes

/// Reads sentences about two rows, and looks each claim up in the recording.
///
/// It knows nothing of how the sentences are made: only the words of a claim, and the events.
struct DifferenceAudit {
  private let recording: Recording
  private let names: [String]

  init(_ recording: Recording, _ names: [String]) { (self.recording, self.names) = (recording, names) }

  private struct Claim: Hashable {
    let row: String
    let value: String
    let time: String
  }

  /// The claims that are not true, and the differences that no sentence names.
  func problems(_ sentences: [String]) -> [String] {
    var problems: [String] = []
    var claims: Set<Claim> = []
    for sentence in sentences {
      var subject = ""
      var sources: Set<EventKey> = []
      var isReason = false
      for clause in Self.clauses(sentence) {
        guard let problem = problem(clause, &subject, &sources, &claims) else {
          isReason = clause.contains(#/: /#)
          continue
        }
        // A reason may have several parts.
        if isReason, problem.hasPrefix("unknown") { continue }
        problems.append("\(problem): \(sentence)")
      }
    }
    return problems + omissions(claims, sentences)
  }

  private func problem(
    _ clause: String, _ subject: inout String, _ sources: inout Set<EventKey>, _ claims: inout Set<Claim>
  ) -> String? {
    let emitting =
      /(only |Only )?(\w+) emitted (.*?)(, (?:as|[0-9.]+ s after) (?:it|they) came)?( more often than \w+)?/
    if let match = clause.wholeMatch(of: emitting) {
      subject = String(match.2)
      let items = Self.items(in: String(match.3))
      if items.isEmpty { return "no values in `\(clause)`" }
      for item in items {
        let claim = Claim(row: subject, value: item.value, time: item.time)
        claims.insert(claim)
        guard let event = event(claim) else { return "no \(claim)" }
        sources = self.sources(of: claim, equalTo: item.value)
        if match.1 != nil, let other = names.first(where: { $0 != subject }),
          self.event(Claim(row: other, value: item.value, time: item.time)) != nil
        {
          return "\(other) emitted it, too"
        }
        if let words = match.4, let problem = problem(ofDelay: String(words), event) { return problem }
      }
      return nil
    }
    if let match = clause.wholeMatch(of: /(\w+) used `([^`]*)`(?: from \w+)? for (.*)/) {
      subject = String(match.1)
      guard let item = Self.items(in: String(match.3)).first else { return "no value in `\(clause)`" }
      let claim = Claim(row: subject, value: item.value, time: item.time)
      claims.insert(claim)
      guard event(claim) != nil else { return "no \(claim)" }
      sources = self.sources(of: claim, equalTo: String(match.2))
      return sources.isEmpty ? "it was not made of \(match.2)" : nil
    }
    let dropping = /(.*?) (dropped it|went on without it|ended without it|ended) at ([0-9.]+) s(?:[:,].*)?/
    if let match = clause.wholeMatch(of: dropping) {
      let row = String(match.1).split(separator: " ").last.map(String.init) ?? ""
      let dropper = names.contains(row) ? row : names.first { $0 != subject } ?? ""
      if dropper == subject { return "\(subject) used it" }
      let used = timeline(of: dropper).events.reduce(into: Set<EventKey>()) { $0.formUnion($1.sources.newest(100)) }
      if sources.isSubset(of: used) { return "\(dropper) used it" }
      let times = recording.rows.flatMap { row in
        row.timeline.events.map(\.time) + row.notes.map(\.time) + [row.timeline.end.time].compactMap(\.self)
      }
      return times.contains { Self.text($0) == match.3 } ? nil : "nothing happened at \(match.3) s"
    }
    if let match = clause.wholeMatch(of: /(\w+) (finished|failed) at ([0-9.]+) s(?:[:;].*)?/) {
      let end = timeline(of: String(match.1)).end
      let (kind, time): (String, SceneTime?) =
        switch end {
        case .finish(let time): ("finished", time)
        case .error(let time, _): ("failed", time)
        case .open: ("open", nil)
        }
      return kind == match.2 && time.map(Self.text) == String(match.3) ? nil : "its end is \(end)"
    }
    if let match = clause.wholeMatch(of: /(\w+) was still open at the end/) {
      return timeline(of: String(match.1)).end == .open ? nil : "it ended"
    }
    if clause.contains(" did the same: ") {
      return happenings(names[0]) == happenings(names[1]) ? nil : "they did not"
    }
    if clause.contains(" emitted the same values at the same times, in another order") {
      return happenings(names[0]).sorted() == happenings(names[1]).sorted() ? nil : "they did not"
    }
    let counting = /\d+ more (values? (was|were) used by only one of them|came later from \w+, too)/
    if clause.wholeMatch(of: counting) != nil { return nil }
    return "unknown words `\(clause)`"
  }

  private func problem(ofDelay words: String, _ event: Event) -> String? {
    guard let source = event.sources.only.flatMap({ recording[$0] }), source.value == event.value else {
      return "\(event.value) came from elsewhere"
    }
    let delay = event.time - source.time
    let said = delay == .zero ? ", as" : ", \(Self.text(delay)) s after"
    return words.hasPrefix(said) ? nil : "\(event.value) came \(delay) s later"
  }

  /// Differences of the rows that no claim names.
  private func omissions(_ claims: Set<Claim>, _ sentences: [String]) -> [String] {
    // Where there are too many, they are counted.
    if sentences.contains(where: { $0.contains(/\b\d+ more\b/) }) { return [] }
    var omissions: [String] = []
    for (row, other) in [(names[0], names[1]), (names[1], names[0])] {
      for event in timeline(of: row).events {
        let claim = Claim(row: row, value: Self.text(event.value), time: Self.text(event.time))
        let isShared = timeline(of: other).events.contains { $0.time == event.time && $0.value == event.value }
        if !isShared, !claims.contains(claim) { omissions.append("nothing says \(claim)") }
      }
    }
    let ends = names.map { timeline(of: $0).end }
    if ends[0] != ends[1], !sentences.contains(where: { $0.contains(" finished at ") || $0.contains(" failed at ") }) {
      omissions.append("nothing says \(ends)")
    }
    return omissions
  }

  private static func items(in list: String) -> [(value: String, time: String)] {
    list.matches(of: /(?:`([^`]*)`|"([^"]*)")(?: from \w+)? at ([0-9.]+) s/).map {
      (String($0.1 ?? $0.2 ?? ""), String($0.3))
    }
  }

  private func event(_ claim: Claim) -> Event? {
    timeline(of: claim.row).events.first { Self.matches($0, claim) }
  }

  /// The parts of a sentence, without its stop; the ends of two rows are two sentences.
  private static func clauses(_ sentence: String) -> [String] {
    let isOfEnds = sentence.contains(/^\w+ (finished|failed|was still open) at/)
    return sentence.dropLast().split(separator: isOfEnds ? ". " : "; ").map(String.init)
  }

  /// The input values with this text that the events of a claim were made of: several may look the same.
  private func sources(of claim: Claim, equalTo text: String) -> Set<EventKey> {
    let events = timeline(of: claim.row).events.filter { Self.matches($0, claim) }
    let keys = events.flatMap { $0.sources.newest(100) }
    return Set(keys.filter { key in recording[key].map { Self.text($0.value) } == text })
  }

  private func timeline(of row: String) -> Timeline { recording[row] }

  private func happenings(_ row: String) -> [String] {
    timeline(of: row).events.map { "\(Self.text($0.value))@\($0.time)" } + ["\(timeline(of: row).end)"]
  }

  private static func matches(_ event: Event, _ claim: Claim) -> Bool {
    text(event.value) == claim.value && text(event.time) == claim.time
  }

  /// Sentences have milliseconds.
  private static func text(_ time: SceneTime) -> String { "\(time.inMilliseconds)" }

  private static func text(_ value: Value) -> String { value.summary(maxLength: 40) }
}
