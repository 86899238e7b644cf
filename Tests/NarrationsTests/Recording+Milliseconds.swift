import Marbles
import Scenes

extension Recording {
  /// The same at times as people read them.
  var inMilliseconds: Recording {
    var recording = self
    for position in rows.indices {
      let timeline = rows[position].timeline
      let events = timeline.events.enumerated().map { index, event in
        var event = event
        event.name = id(of: key(row: position, at: index))
        event.time = event.time.inMilliseconds
        return event
      }
      let end: Timeline.End =
        switch timeline.end {
        case .finish(let time): .finish(time.inMilliseconds)
        case .error(let time, let message): .error(time.inMilliseconds, message: message)
        case .open: .open
        }
      recording.rows[position].timeline = Timeline(events: events, end: end)
    }
    return recording
  }
}

extension Event {
  /// Each has a name here.
  var id: String { name ?? "" }
}
