internal import Marbles
internal import SceneFiles
internal import Scenes
internal import Yams

/// Replaces what differs in a row of a file.
struct RowUpdate {
  let old: Scene
  let new: Scene
  /// The positions of the row in both scenes.
  let oldPosition: Int
  let newPosition: Int
  /// The values of marbles in all rows.
  let values: [String: Value]
  let comments: YAMLComments

  private static let sourceKeys = ["marbles", "events", "random", "finish", "error"]
  private static let startKeys = ["cold", "hot", "unbuffered", "source", "buffer"]

  private var before: Scene.Row { old.rows[oldPosition] }
  private var after: Scene.Row { new.rows[newPosition] }

  /// Whether the text of the row means the same in both scenes.
  var isUnchanged: Bool {
    before == after && old.step == new.step && old.dialect == new.dialect
      && old.color(ofRow: oldPosition) == new.color(ofRow: newPosition)
  }

  /// Replaces single values and keys.
  ///
  /// - Parameter layout: the layout of the row's keys.
  /// - Returns: false when that is not possible, or when a comment would be lost.
  func edit(_ layout: YAMLLayout, in edits: inout TextEdits, _ writer: YAMLWriter) -> Bool {
    var changes = MappingChanges()
    let (entries, newEntries) = (old.entries(ofRow: oldPosition), new.entries(ofRow: newPosition))
    switch (before.content, after.content) {
    case (.input(let input), .input(let newInput)):
      if input.start != newInput.start || old.dialect != new.dialect {
        for key in Self.startKeys {
          if let flag = newEntries.first(where: { $0.0 == key })?.1 {
            changes.set(key, flag)
          } else {
            changes.remove(key)
          }
        }
      }
      guard edit(layout, from: input, to: newInput, &changes, &edits, writer) else { return false }
      let own = Self.sourceKeys + Self.startKeys
      changes.add(
        from: entries.filter { !own.contains($0.0) }, to: newEntries.filter { !own.contains($0.0) }, writer)
    case (.output, .output), (.live, .live): changes.add(from: entries, to: newEntries, writer)
    default: return false
    }
    return layout.apply(changes, to: &edits, writer)
  }

  // MARK: Timelines

  private func edit(
    _ layout: YAMLLayout, from input: Scene.Input, to newInput: Scene.Input, _ changes: inout MappingChanges,
    _ edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    let color = new.color(ofRow: newPosition)
    if let random = newInput.random, random.timeline(color: color) == newInput.timeline {
      guard let node = new.entries(ofRow: newPosition).first(where: { $0.0 == "random" })?.1 else { return false }
      if layout["random"] != nil {
        if input.random != random { changes.set("random", node) }
      } else {
        for key in Self.sourceKeys + ["values"] { changes.remove(key) }
        changes.replace(layout["events"] == nil ? "marbles" : "events", by: [("random", node)])
      }
      return true
    }
    if let item = layout["marbles"] { return editDiagram(item, in: layout, from: input, &changes, &edits, writer) }
    let spelling = new.spelling(ofRow: newPosition, newInput.timeline, values: values)
    if layout["random"] != nil {
      changes.replace("random", by: spelling.diagramEntries ?? spelling.eventEntries)
      return true
    }
    guard let item = layout["events"] else { return false }
    let list = EventsUpdate(
      old: input.timeline.events, oldColor: old.color(ofRow: oldPosition), new: newInput.timeline.events,
      newColor: color, comments: comments)
    guard list.edit(item, in: &edits, writer) else { return false }
    if needsEnd(layout, from: input.timeline, to: newInput.timeline) {
      for key in ["finish", "error"] { changes.remove(key) }
      for (key, node) in spelling.endEntries {
        // In the place of the end that was there.
        let place = layout[key] == nil ? ["finish", "error"].first { layout[$0] != nil } : nil
        if let place { changes.replace(place, by: [(key, node)]) } else { changes.replaceOrAdd(key, node, in: layout) }
      }
    }
    return true
  }

  /// Whether the keys for the end of a list of events differ.
  private func needsEnd(_ layout: YAMLLayout, from timeline: Timeline, to newTimeline: Timeline) -> Bool {
    let (last, newLast) = (timeline.events.last?.time ?? .zero, newTimeline.events.last?.time ?? .zero)
    if layout["finish"] == nil, layout["error"] == nil { return newTimeline.end != .finish(newLast) }
    // Without `time:`, an error happens with the last event.
    return timeline.end != newTimeline.end || layout["error"] != nil && last != newLast
  }

  /// Replaces the diagram of the row, or puts a list of events in its place.
  private func editDiagram(
    _ item: YAMLLayout.Item, in layout: YAMLLayout, from input: Scene.Input, _ changes: inout MappingChanges,
    _ edits: inout TextEdits, _ writer: YAMLWriter
  ) -> Bool {
    guard let timeline = after.timeline, let location = item.node.location else { return false }
    var own: [String: Value] = [:]
    if let values = layout["values"] {
      guard let read = try? RowDecoder.values(values.node) else { return false }
      own = read
    }
    let spelling = new.spelling(ofRow: newPosition, timeline, values: values.merging(own) { $1 })
    if !spelling.reads(location.value) {
      let places = try? Diagram.places(in: location.value, row: before.name, step: old.step, dialect: old.dialect)
      let isBlock = [UInt8(ascii: "|"), UInt8(ascii: ">")].contains(layout.source.bytes[location.range.lowerBound])
      let separator = isBlock && location.value.contains("\n" as Character) ? "\n" : " "
      guard let diagram = spelling.diagram(as: places?.form ?? .grid, separator: separator) else {
        for key in ["values", "error"] { changes.remove(key) }
        changes.replace("marbles", by: spelling.eventEntries)
        return true
      }
      changes.set("marbles", .quoted(diagram), .diagram)
      guard prune(layout["values"], to: spelling.names(in: diagram), &changes, &edits, writer) else { return false }
    }
    if let message = spelling.message {
      if layout["error"] == nil || input.timeline.message != message { changes.set("error", .quoted(message)) }
    } else if layout["error"] != nil, input.timeline.message != timeline.message {
      changes.remove("error")
    }
    return true
  }

  /// Removes the values of marbles that the diagram does not have any more, as they would be an error.
  private func prune(
    _ item: YAMLLayout.Item?, to names: Set<String>, _ changes: inout MappingChanges, _ edits: inout TextEdits,
    _ writer: YAMLWriter
  ) -> Bool {
    guard let item else { return true }
    guard let layout = YAMLLayout(item.node, after: item.key.upperBound, comments: comments) else { return false }
    let kept = layout.items.indices.filter { names.contains(layout.items[$0].name) }
    if kept.count == layout.items.count { return true }
    if kept.isEmpty {
      changes.remove("values")
      return true
    }
    let pieces = kept.map { YAMLLayout.Piece.old($0, text: edits.text(in: layout.items[$0].range)) }
    guard let text = layout.text(of: pieces, writer) else { return false }
    edits.replace(layout.range, with: text)
    return true
  }
}

extension MappingChanges {
  /// Replaces a value as a whole, or adds the key.
  fileprivate mutating func replaceOrAdd(_ key: String, _ node: Node, in layout: YAMLLayout) {
    if layout[key] == nil { set(key, node) } else { replace(key, by: [(key, node)]) }
  }
}

extension Timeline {
  /// The message of its error; nil when it ends in another way.
  fileprivate var message: String? {
    if case .error(_, let message) = end { message } else { nil }
  }
}
