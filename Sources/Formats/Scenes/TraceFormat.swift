internal import Layout
internal import Marbles
internal import Narrations
internal import Operators
internal import Scenes
internal import Wire

/// Prints a recording in the trace event format of Chrome, which ui.perfetto.dev and chrome://tracing open.
///
/// The scene is a process. Each row is a thread, and so is each stage that was recorded. A value is a slice, and arrows lead to it
/// from the values that it was made from. Times are scene times in microseconds; what happens at one instant is a microsecond apart,
/// sources first, because viewers lose an arrow between two slices that begin together. `args.time` is the exact time in
/// seconds.
enum TraceFormat {
  /// The text, with a line feed at the end: an event on each line.
  static func print(_ document: SceneDocument) -> String {
    let expansion = StageExpansion(of: document.scene, document.recording)
    let trace = TraceEvents(expansion, ranks: SceneGraph(document.scene))
    let other = JSONObject { object in
      object.add("scene", document.scene.name)
      object.add("title", document.scene.title)
    }
    return "{\"displayTimeUnit\":\"ms\",\"otherData\":\(other.text),\"traceEvents\":[\n"
      + trace.lines.joined(separator: ",\n") + "\n]}\n"
  }
}

/// The events of a trace.
private struct TraceEvents {
  private(set) var lines: [String] = []

  private let scene: Scene
  private let recording: Recording
  /// For each value, by row and position: where its slice begins, in nanoseconds.
  private var starts: [[Int64]] = []
  private var nextFlow = 1

  /// The number of the process.
  private static let process = 1
  /// The distance of what happens at one instant, in nanoseconds.
  private static let distance: Int64 = 1_000
  /// A slice takes at most this part of the trace, so that it looks like a marble.
  private static let slices: Int64 = 200
  /// The maximum number of arrows to one value: of a sum of many, those from the newest.
  private static let arrows = 100

  init(_ expansion: StageExpansion, ranks graph: SceneGraph) {
    (scene, recording) = (expansion.scene, expansion.recording)
    nameRows(expansion)
    place(expansion, graph)
    writeValues()
    writeWaits()
    writeDrops()
    writeEnds()
    writeArrows()
  }

  // MARK: Rows

  private mutating func nameRows(_ expansion: StageExpansion) {
    let title = scene.title
    add("M", "process_name") { $0.add("args") { $0.add("name", title) } }
    for (position, row) in scene.rows.enumerated() {
      let owner = expansion.owners[position]
      let expression = recording.rows[position].expression
      add("M", "thread_name", row: position) { object in
        object.add("args") { arguments in
          arguments.add("name", row.name)
          if owner != row.name { arguments.add("stageOf", owner) }
          if let expression { arguments.add("expression", expression) }
        }
      }
      add("M", "thread_sort_index", row: position) { $0.add("args") { $0.add("sort_index", position) } }
    }
  }

  /// Where the slice of each value begins: at its time, but after all that begin at that time and that it may be made of.
  private mutating func place(_ expansion: StageExpansion, _ graph: SceneGraph) {
    var ranks = Array(repeating: 0, count: graph.references.count)
    for (rank, position) in graph.order.enumerated() { ranks[position] = rank }
    let rowRanks = expansion.owners.map { owner in graph.positions[owner].map { ranks[$0] } ?? 0 }
    starts = recording.rows.map { Array(repeating: 0, count: $0.timeline.events.count) }
    let values = recording.rows.enumerated().flatMap { row, recorded in
      recorded.timeline.events.enumerated().map { (row: row, index: $0, time: $1.time.nanoseconds) }
    }.sorted { ($0.time, rowRanks[$0.row], $0.row, $0.index) < ($1.time, rowRanks[$1.row], $1.row, $1.index) }
    var last = Int64.min / 2
    for value in values {
      last = max(value.time, last + Self.distance)
      starts[value.row][value.index] = last
    }
  }

  // MARK: Events

  private mutating func writeValues() {
    let longest = max(recording.duration.nanoseconds / Self.slices, Self.distance)
    for (position, row) in recording.rows.enumerated() {
      for (index, event) in row.timeline.events.enumerated() {
        let start = starts[position][index]
        let following = starts[position].indices.contains(index + 1) ? starts[position][index + 1] : .max
        let length = max(Self.distance, min(longest, following - start))
        let id = recording.id(of: recording.key(row: position, at: index))
        add("X", title(event.value), row: position, at: start) { object in
          object.add("dur", json: Self.microseconds(length))
          object.add("cat", "value")
          object.add("args") { arguments in
            arguments.add("id", id)
            arguments.add("value", value: event.value)
            arguments.add("time", event.time)
          }
        }
      }
    }
  }

  /// A span for each value that a row holds, from its arrival to its emission or its loss.
  private mutating func writeWaits() {
    let recording = recording
    let fates = EventFates(of: recording, in: scene)
    let waits = OpenWaits(of: recording, in: scene, fates)
    for (position, row) in recording.rows.enumerated() where !row.isInput {
      var walk = LineageWalk()
      var number = 0
      func spans(_ sources: [EventKey], until end: SceneTime) -> [(key: EventKey, start: SceneTime)] {
        sources.compactMap { key in
          guard let source = recording[key], source.time < end,
            waits.holds(row: position, from: source.time, to: end)
          else { return nil }
          return (key, source.time)
        }
      }
      var held: [(key: EventKey, start: SceneTime, end: SceneTime)] = []
      for event in row.timeline.events {
        var sources: [EventKey] = []
        walk.visit(event.from) { sources.append($0) }
        held += spans(sources, until: event.time).map { ($0.key, $0.start, event.time) }
      }
      for note in row.notes where note.note.reason != nil {
        held += spans(note.note.from.newest(1), until: note.time).map { ($0.key, $0.start, note.time) }
      }
      for span in held {
        guard let value = recording[span.key]?.value else { continue }
        number += 1
        let id = "\(position + 1).\(number)"
        for (phase, time) in [("b", span.start), ("e", span.end)] {
          add(phase, "\(row.name) holds \(title(value))", row: position, at: time.nanoseconds) { object in
            object.add("cat", "wait")
            object.add("id", id)
            guard phase == "b" else { return }
            object.add("args") { arguments in
              arguments.add("id", recording.id(of: span.key))
              arguments.add("value", value: value)
            }
          }
        }
      }
    }
  }

  /// What stages and rows drop, with the reason.
  private mutating func writeDrops() {
    let recording = recording
    for (position, row) in recording.rows.enumerated() {
      for note in row.notes where note.note.reason != nil {
        let id = note.note.from.newest(1).first { recording[$0] != nil }.map(recording.id)
        writeDrop(of: note.note.value, id, note.note.reason?.name, by: note.note.name, row: position, at: note.time)
      }
    }
    // What no operator has noted: the row went on with a later value, ended, or did not take it.
    let fates = ValueFates(of: recording, in: scene)
    for (position, row) in recording.rows.enumerated() where row.isInput && fates.hasDrops(row: position) {
      for (index, event) in row.timeline.events.enumerated() {
        let key = recording.key(row: position, at: index)
        guard case .dropped(let drops) = fates.fate(of: key, at: .distantFuture) else { continue }
        for drop in drops where drop.operatorName == nil && !drop.reason.isTaken {
          writeDrop(
            of: event.value, recording.id(of: key), drop.reason.name, by: nil, row: drop.row, at: drop.time)
        }
      }
    }
  }

  private mutating func writeDrop(
    of value: Value?, _ id: String?, _ reason: String?, by name: String?, row: Int, at time: SceneTime
  ) {
    add("i", value.map { "drops \(title($0))" } ?? "drops a value", row: row, at: time.nanoseconds) { object in
      object.add("s", "t")
      object.add("cat", "loss")
      object.add("args") { arguments in
        if let value { arguments.add("value", value: value) }
        if let id { arguments.add("id", id) }
        if let reason { arguments.add("reason", reason) }
        if let name { arguments.add("operator", name) }
        arguments.add("time", time)
      }
    }
  }

  private mutating func writeEnds() {
    for (position, row) in recording.rows.enumerated() {
      let (name, time, message): (String, SceneTime, String?)
      switch row.timeline.end {
      case .finish(let end): (name, time, message) = ("finish", end, nil)
      case .error(let end, let text): (name, time, message) = ("error", end, text)
      case .open: continue
      }
      // Behind the values of the same instant.
      let at = max(time.nanoseconds, (starts[position].last ?? 0) + Self.distance)
      add("i", name, row: position, at: row.timeline.events.isEmpty ? time.nanoseconds : at) { object in
        object.add("s", "t")
        object.add("cat", name)
        object.add("args") { arguments in
          if let message { arguments.add("message", message) }
          arguments.add("time", time)
        }
      }
    }
  }

  /// An arrow from each value to each value of another row that was made from it.
  private mutating func writeArrows() {
    for (position, row) in recording.rows.enumerated() where !row.isInput {
      for (index, event) in row.timeline.events.enumerated() {
        for key in event.from.newest(Self.arrows) where key.row < recording.rows.count {
          let source = key.index - recording.rows[key.row].earlier
          guard starts[key.row].indices.contains(source), starts[key.row][source] < starts[position][index] else {
            continue
          }
          let flow = nextFlow
          nextFlow += 1
          add("s", "made from", row: key.row, at: starts[key.row][source]) { object in
            object.add("cat", "lineage")
            object.add("id", flow)
          }
          add("f", "made from", row: position, at: starts[position][index]) { object in
            object.add("bp", "e")
            object.add("cat", "lineage")
            object.add("id", flow)
          }
        }
      }
    }
  }

  // MARK: Text

  private func title(_ value: Value) -> String { value.summary(maxLength: 40) }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - phase: what kind of event it is, as the format calls it.
  ///   - row: the position of its row; nil for the process.
  ///   - time: nanoseconds; nil for metadata.
  ///   - rest: adds its other members.
  private mutating func add(
    _ phase: String, _ name: String, row: Int? = nil, at time: Int64? = nil, _ rest: (inout JSONObject) -> Void
  ) {
    lines.append(
      JSONObject { object in
        object.add("ph", phase)
        object.add("name", name)
        object.add("pid", Self.process)
        if let row { object.add("tid", row + 1) }
        if let time { object.add("ts", json: Self.microseconds(time)) }
        rest(&object)
      }.text)
  }

  /// Nanoseconds as microseconds, exactly: `1500.25`.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return String(whole) }
    let digits = String(1_000 + rest).dropFirst()
    return "\(whole).\(digits)"
  }
}
