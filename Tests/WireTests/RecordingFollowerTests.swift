import Marbles
import Scenes
import Testing

@testable import Wire

/// How the recording of another process is rebuilt.
@Suite struct RecordingFollowerTests {
  @Test("Events are added in place: a copy for each would cost more the longer the row is")
  func inPlace() {
    let scene = Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live()))])
    let follower = RecordingFollower(scene)
    var recording = scene.emptyRecording()
    var places: [UInt] = []
    for number in 0..<1000 {
      let content = EventLine.Content(id: "a#\(number)", value: .int(number))
      let entry = follower.append(EventLine(row: "a", time: .zero, kind: .value(content)), to: &recording)
      #expect(entry?.index == number)
      let place = recording.rows[0].timeline.events.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      if places.last != place { places.append(place) }
    }
    #expect(recording.rows[0].count == 1000)
    // An array that doubles its size moves 10 times.
    #expect(places.count <= 20)
  }

  @Test("What is known of a loop stays when the state of the command changes, and comes with a snapshot")
  func loops() {
    let scene = Scene(name: "live", rows: [Scene.Row(name: "a", content: .live(Scene.Live()))])
    let follower = RecordingFollower(scene)
    var recording = scene.emptyRecording()
    let loop = LoopStatus(waiting: .seconds(1), busy: nil, sendWait: nil, lost: 2, refused: 0, newestLoss: 7)
    follower.take(.loop(row: "a", loop), into: &recording)
    follower.take(.command(row: "a", CommandState(phase: .running, restarts: 1)), into: &recording)
    follower.take(.loop(row: "unknown", LoopStatus()), into: &recording)
    #expect(recording.rows[0].source.loop == loop && recording.rows[0].source.restarts == 1)
  }
}
