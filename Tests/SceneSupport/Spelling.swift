package import Marbles
package import Scenes

/// A row's events and end as words: `1@0 (1, a)@1.5 |@8`.
package func spelled(_ timeline: Timeline) -> String {
  var words = timeline.events.map { "\($0.value)@\($0.time)" }
  switch timeline.end {
  case .finish(let time): words.append("|@\(time)")
  case .error(let time, let message): words.append("^@\(time) \(message)")
  case .open: words.append("open")
  }
  return words.joined(separator: " ")
}

/// An entry of a recording as words: `zip (1, a)@1.5`.
package func spelled(_ entry: Recording.Entry) -> String {
  switch entry.kind {
  case .value(let event): "\(entry.row) \(event.value)@\(entry.time)"
  case .finish: "\(entry.row) |@\(entry.time)"
  case .error: "\(entry.row) ^@\(entry.time)"
  case .open: "\(entry.row) open@\(entry.time)"
  }
}
