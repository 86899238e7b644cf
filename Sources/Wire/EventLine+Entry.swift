internal import Marbles
package import Scenes

// Conversion between recording entries and lines.
extension EventLine {
  /// The maximum number of ancestor ids in a line: the newest ones. `fromOmitted` and `sourcesOmitted` count the rest.
  package static let listedIDs = 1000
  /// How many nodes of a lineage are visited to count the omitted ids exactly.
  fileprivate static let countedNodes = 200

  /// The line for an entry.
  ///
  /// - Parameter names: the ids of the scene's events.
  package init(_ entry: Recording.Entry, _ names: EventNames) {
    let kind: Kind =
      switch entry.kind {
      case .value(let event): .value(Content(event, id: names.id(of: entry.key), names))
      case .finish: .finish
      case .error(let message): .error(message: message)
      case .open: .open
      }
    self.init(row: names.row(entry.row), time: entry.time, kind: kind)
  }

  /// The entry for a row of the scene; nil when the line is not about one.
  ///
  /// - Parameter names: the ids of the scene's events.
  package func entry(_ names: EventNames) -> Recording.Entry? {
    guard let row = row.flatMap(names.position(ofRow:)) else { return nil }
    switch kind {
    case .value(let content):
      guard let key = content.id.flatMap(names.key), key.row == row else { return nil }
      return Recording.Entry(row: row, index: key.index, time: time, kind: .value(content.event(at: time, names)))
    // A line does not say how many values came before an end.
    case .finish: return Recording.Entry(row: row, index: 0, time: time, kind: .finish)
    case .error(let message): return Recording.Entry(row: row, index: 0, time: time, kind: .error(message: message))
    case .open: return nil
    }
  }
}

extension EventLine.Content {
  fileprivate init(_ event: Event, id: String, _ names: EventNames) {
    self.init(id: id, value: event.value, color: event.color)
    from = EventLine.Ancestors(event.from, names)
    sources = event.from.isIdentical(to: event.sources) ? from : EventLine.Ancestors(event.sources, names)
    animation = event.animation
    sourceTime = event.sourceTime
  }

  fileprivate func event(at time: SceneTime, _ names: EventNames) -> Event {
    var event = Event(
      time: time, value: value, color: color ?? .green, from: Lineage(from.ids.compactMap(names.key)),
      sources: Lineage(sources.ids.compactMap(names.key)), animation: animation)
    event.sourceTime = sourceTime
    return event
  }
}

extension EventLine.Ancestors {
  fileprivate init(_ lineage: Lineage, _ names: EventNames) {
    let isWhole = lineage.maximumCount <= EventLine.listedIDs
    let listed = isWhole ? lineage.keys : lineage.newest(EventLine.listedIDs)
    ids = listed.map { names.id(of: $0) }
    omitted =
      isWhole ? 0 : (lineage.count(limit: EventLine.countedNodes) ?? lineage.maximumCount) - listed.count
  }
}

extension EventLine.Fate {
  /// The fate of an input value, with the ids of the scene's events.
  package init(_ fate: ValueFate, _ names: EventNames) {
    self.init(state: fate.name)
    switch fate {
    case .notYet, .waiting: break
    case .used(let use):
      (row, time, name) = (names.row(use.row), use.time, use.operatorName)
    case .dropped(let drops):
      // The row that took a value says more than those that could not.
      let own = drops.filter { !$0.reason.isTaken }
      guard let last = (own.isEmpty ? drops : own).max(by: { ($0.time, $0.row) < ($1.time, $1.row) }) else { return }
      (row, time, name, reason) = (names.row(last.row), last.time, last.operatorName, last.reason.name)
      cause = last.cause.newest(EventLine.listedIDs).map { names.id(of: $0) }
    }
  }
}

extension EventLine.Send {
  /// What became of a value, with the names of the scene's rows.
  package init(_ send: Recording.Send, _ names: EventNames) {
    self.init(called: send.called, returned: send.returned)
    if let taking = send.taken {
      (takenBy, iterator, taken) = (names.row(taking.row), taking.iterator, taking.time)
    }
    guard let drop = send.dropped else { return }
    dropped = drop.time
    reason = ValueFate.Drop.Reason.lost(drop.reason).name
  }
}

extension EventLine.CutOff {
  /// A cancelled request, with the names of the scene's rows.
  package init(_ request: Recording.Taking, _ names: EventNames) {
    self.init(row: names.row(request.row), iterator: request.iterator, time: request.time)
  }
}
