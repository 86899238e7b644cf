import Dispatch
import Exports
import Marbles
import Scenes

/// Plays a scene in real time as lines of text, each printed when it happens.
struct PlainPlayer {
  var scene: Scene
  var form: PlainText
  var start: SceneTime

  func run() throws {
    let news = DispatchSemaphore(value: 0)
    let performance = try Performance(
      scene, speedFactor: scene.speedFactor, from: start, reportsInputs: true, onChange: { news.signal() })
    performance.begin()
    var recording = scene.emptyRecording()
    for position in recording.rows.indices { recording.rows[position].timeline = Timeline(end: .open) }
    while true {
      news.wait()
      let isOver = performance.isOver
      for entry in performance.takeEntries() {
        recording.append(entry)
        print(entry)
      }
      if isOver { break }
    }
    if let error = performance.error { throw error }
    // Not where the playhead came to rest, which is a little later each time.
    recording.duration = try scene.recorded().duration
    for entry in recording.entries where entry.kind == .open { print(entry) }
  }

  private func print(_ entry: Recording.Entry) {
    StandardStreams.print(form.line(entry, row: scene.rows[entry.row].name) + "\n")
  }
}
