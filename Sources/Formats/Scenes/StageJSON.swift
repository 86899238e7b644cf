internal import Expressions
internal import Marbles
internal import Operators
package import Scenes
internal import Wire

/// What happened inside an expression, as a JSON object.
package enum StageJSON {
  /// An object for each row whose stages were recorded.
  package static func print(_ recording: Recording, of scene: Scene) -> [String] {
    recording.rows.indices.compactMap { position in
      StageFates(ofRow: position, in: recording, of: scene).map { fates in
        JSONObject { object in
          object.add("row", recording.rows[position].name)
          object.add("kind", "stages")
          write(fates, to: &object)
        }.text
      }
    }
  }

  private static func write(_ fates: StageFates, to object: inout JSONObject) {
    let summaries = fates.summaries()
    object.add("stages", objects: fates.stage.indices) { object, number in
      let stage = fates.stage[number]
      object.add("name", fates.names[number])
      object.add("text", fates.texts[number])
      object.add("column", stage.columns.lowerBound)
      object.add("depth", stage.depth)
      object.add("sources", objects: stage.sources + stage.inner) { object, source in
        switch source {
        case .stage(let number): object.add("stage", number)
        case .row(let name): object.add("row", name)
        case .values: object.add("values", true)
        case .group: object.add("group", true)
        }
      }
      write(summaries[number], to: &object)
    }
    object.add("passes", objects: fates.stages.passes.indices) { object, number in write(number, of: fates, to: &object)
    }
    object.add("notes", objects: fates.stages.notes.indices) { object, index in
      let (note, place) = (fates.note(at: index), fates.stages.notes[index])
      object.add("time", note.time)
      object.add("operator", note.note.name)
      object.add("action", note.note.action.name)
      if let reason = note.note.reason { object.add("reason", reason.name) }
      if let value = note.note.value { object.add("value", value: value) }
      if let pass = place.pass { object.add("pass", pass) }
      object.add("from", json: places(fates.parents(of: place.from)))
      if !place.cause.isEmpty { object.add("cause", json: places(fates.parents(of: place.cause))) }
    }
    if let cut = fates.stages.cut { object.add("cut", cut) }
  }

  private static func write(_ summary: StageSummary, to object: inout JSONObject) {
    object.add("passes", summary.passes)
    object.add("taken", summary.taken)
    if summary.takenInner > 0 { object.add("takenInner", summary.takenInner) }
    object.add("given", summary.given)
    object.add("used", summary.used)
    object.add("dropped") { object in
      // Reasons that differ only in sentences have one name.
      var counts: [(name: String, count: Int)] = []
      for drops in summary.drops {
        if let index = counts.firstIndex(where: { $0.name == drops.reason.name }) {
          counts[index].count += drops.count
        } else {
          counts.append((drops.reason.name, drops.count))
        }
      }
      for (name, count) in counts { object.add(name, count) }
    }
    object.add("ended", summary.ended)
    object.add("cancelled", summary.cancelled)
    object.add("held", summary.held)
    object.add("mostHeld", summary.mostHeld)
    object.add("longestWait", summary.longestWait)
    object.add("longestPause", summary.longestPause)
  }

  private static func write(_ number: Int, of fates: StageFates, to object: inout JSONObject) {
    let pass = fates.stages.passes[number]
    switch pass.stream {
    case .stage(let stage): object.add("stage", stage)
    case .row(let name): object.add("row", name)
    case .values: object.add("values", true)
    case .group: object.add("group", true)
    }
    object.add("reader", pass.reader)
    if let element = pass.element { object.add("element", value: element.value) }
    object.add("begin", pass.begin)
    object.add("asked", json: pass.asked.map(\.description))
    object.add("events", objects: pass.events.indices) { object, index in
      let (event, place) = (pass.events[index], StageFates.Place(pass: number, index: index))
      object.add("time", event.time)
      object.add("value", value: event.value)
      object.add("from", json: places(fates.parents(of: event.from)))
      write(fates.fate(of: place, at: .distantFuture), to: &object)
    }
    object.add("end", pass.end.name)
    if let time = pass.end.time { object.add("endTime", time) }
    if case .error(_, let message) = pass.end { object.add("message", message) }
    if pass.left != nil { object.add("left", true) }
  }

  private static func write(_ fate: StageFates.Fate, to object: inout JSONObject) {
    switch fate {
    case .shown: object.add("fate", "shown")
    case .given(let place):
      object.add("fate", "given")
      object.add("in", json: places([place]))
    case .decided(let note):
      object.add("fate", "used")
      object.add("note", note)
    case .dropped(let note):
      object.add("fate", "dropped")
      object.add("note", note)
    case .counted: object.add("fate", "used")
    case .ended: object.add("fate", "ended")
    case .held: object.add("fate", "held")
    }
  }

  /// Pairs of a pass and of the position of an event in it.
  private static func places(_ places: [StageFates.Place]) -> [String] {
    places.prefix(listed).map { "[\($0.pass),\($0.index)]" }
  }

  /// The most places that are listed: a running sum has all values before it.
  private static let listed = 32
}

extension OperatorNote.Action {
  /// One word for JSON.
  fileprivate var name: String {
    switch self {
    case .dropped: "dropped"
    case .used: "used"
    case .timedOut: "timedOut"
    case .restarted: "restarted"
    case .switched: "switched"
    case .delivered: "delivered"
    }
  }
}

extension Recording.Inner.End {
  /// One word for JSON.
  fileprivate var name: String {
    switch self {
    case .finish: "finish"
    case .error: "error"
    case .cancelled: "cancelled"
    case .open: "open"
    }
  }
}
