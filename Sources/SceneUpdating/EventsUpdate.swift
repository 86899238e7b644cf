internal import Marbles
internal import SceneFiles
internal import Scenes
internal import Yams

/// Replaces what differs in the list `events:` of a row.
struct EventsUpdate {
  let old: [Event]
  /// The colour of events that have none in the text.
  let oldColor: MarbleColor
  let new: [Event]
  let newColor: MarbleColor
  let comments: YAMLComments

  /// Replaces, adds and removes events.
  ///
  /// - Parameter item: the entry `events:` of the row.
  /// - Returns: false when the list is not in the order of time, or when a comment would be lost.
  func edit(_ item: YAMLLayout.Item, in edits: inout TextEdits, _ writer: YAMLWriter) -> Bool {
    let (texts, newTexts) = (entries(old, oldColor).map(writer.flow), entries(new, newColor).map(writer.flow))
    if texts == newTexts { return true }
    guard
      let layout = YAMLLayout(
        item.node, after: item.key.upperBound, comments: comments, attachesComments: true),
      layout.items.count == old.count, isInOrder(layout)
    else { return false }
    let isInSeconds = layout.items.first.map(Self.isInSeconds) ?? false
    let margin = layout.isFlow ? "" : String(repeating: " ", count: layout.column) + "- "
    func piece(_ index: Int) -> YAMLLayout.Piece {
      let entries = TimelineSpelling.entries(of: new[index], color: newColor, isInSeconds: isInSeconds)
      return .new(margin + writer.flow(entries.node))
    }
    var pieces: [YAMLLayout.Piece] = []
    for step in Self.steps(from: texts, to: newTexts) {
      switch step {
      case (let index?, let newIndex?):
        if texts[index] != newTexts[newIndex],
          !edit(layout.items[index], from: old[index], to: new[newIndex], in: &edits, writer)
        {
          return false
        }
        pieces.append(.old(index, text: edits.text(in: layout.items[index].range)))
      case (nil, let newIndex?): pieces.append(piece(newIndex))
      case (_, nil): break
      }
    }
    guard let text = layout.text(of: pieces, writer) else { return replaceEmpty(item, in: &edits, pieces) }
    edits.replace(layout.range, with: text)
    return true
  }

  private func entries(_ events: [Event], _ color: MarbleColor) -> [Node] {
    events.map { TimelineSpelling.entries(of: $0, color: color).node }
  }

  /// The last event of a list in brackets was removed.
  private func replaceEmpty(_ item: YAMLLayout.Item, in edits: inout TextEdits, _ pieces: [YAMLLayout.Piece]) -> Bool {
    guard pieces.isEmpty, comments.within(item.value).isEmpty else { return false }
    edits.replace(item.value, with: "[]")
    return true
  }

  /// Whether the events are listed in the order of time, so that each has the position that it has in the timeline.
  private func isInOrder(_ layout: YAMLLayout) -> Bool {
    let times = layout.items.map { item in
      try? item.node.entries(of: "an event").first { $0.name == "time" }?.value.time()
    }
    return zip(times, old).allSatisfy { $0 == $1.time } && zip(old, old.dropFirst()).allSatisfy { $0.time <= $1.time }
  }

  private static func isInSeconds(_ item: YAMLLayout.Item) -> Bool {
    let time = try? item.node.entries(of: "an event").first { $0.name == "time" }?.value.text("a time")
    return time.map { $0.allSatisfy { $0.isNumber || $0 == "." } } ?? false
  }

  // MARK: Steps

  /// The positions of each event in the old and in the new list: those that stay, that change, that go and that come.
  static func steps(from old: [String], to new: [String]) -> [(old: Int?, new: Int?)] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var steps: [(old: Int?, new: Int?)] = []
    var (index, newIndex) = (0, 0)
    while index < old.count || newIndex < new.count {
      let (goes, comes) = (removed.contains(index), inserted.contains(newIndex))
      // What goes where something comes has changed.
      steps.append((goes || !comes ? index : nil, comes || !goes ? newIndex : nil))
      if goes || !comes { index += 1 }
      if comes || !goes { newIndex += 1 }
    }
    return steps
  }

  // MARK: One event

  private func edit(
    _ item: YAMLLayout.Item, from event: Event, to newEvent: Event, in edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    let isInSeconds = Self.isInSeconds(item)
    let entry = TimelineSpelling.entries(of: event, color: oldColor, isInSeconds: isInSeconds).node
    let newEntry = TimelineSpelling.entries(of: newEvent, color: newColor, isInSeconds: isInSeconds).node
    guard let layout = YAMLLayout(item.node, after: item.range.lowerBound, comments: comments), layout.isFlow else {
      guard comments.within(item.value).isEmpty else { return false }
      edits.replace(item.value, with: writer.flow(newEntry))
      return true
    }
    let (entries, newEntries) = (MappingChanges.entries(entry), MappingChanges.entries(newEntry))
    var changes = MappingChanges()
    changes.add(from: entries.filter { $0.0 != "value" }, to: newEntries.filter { $0.0 != "value" }, writer)
    if event.value != newEvent.value, let value = newEntries.first(where: { $0.0 == "value" })?.1 {
      let isQuoted = layout["value"]?.node.location?.isQuoted ?? false
      let isText = if case .string = newEvent.value { true } else { false }
      changes.set("value", value, isQuoted && isText ? .text : .exact)
    }
    return layout.apply(changes, to: &edits, writer)
  }
}
