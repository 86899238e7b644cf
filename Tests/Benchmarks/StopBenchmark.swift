import Dispatch
import Drawing
import Fuzzing
import Marbles
import Playback
import Player
import SceneFiles
import Scenes
import Synchronization

/// How soon runs that would take hours stop: at a deadline, and when they are cancelled.
enum StopBenchmark {
  /// The deadline of a run, and the time after which it is cancelled.
  private static let deadline = Duration.milliseconds(200)
  private static let count = 100

  static func run() throws {
    let scenes = hopeless()
    print("| what stops late, of \(scenes.count) runs | median | largest | limit |")
    print("|---|---|---|---|")
    let late = scenes.map { scene in
      let cancellation = Cancellation()
      Watchdog.wall.limit(cancellation, to: deadline)
      return ContinuousClock().measure { _ = BoundedRun(scene, cancellation: cancellation).perform() } - deadline
    }
    show("a run, after its deadline", late, of: scenes, limit: 100)
    let cancelled = scenes.map { scene in
      let cancellation = Cancellation()
      let moment = Mutex<ContinuousClock.Instant?>(nil)
      let watchdog = Watchdog { _, body in
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + deadline / .seconds(1)) {
          moment.withLock { $0 = .now }
          body()
        }
      }
      watchdog.limit(cancellation, to: deadline)
      _ = BoundedRun(scene, cancellation: cancellation).perform()
      return moment.withLock { $0 }.map { .now - $0 } ?? .zero
    }
    show("a run, after it is cancelled", cancelled, of: scenes, limit: 50)
    let edits = scenes.map { scene in
      let run = NewestRun<SceneDrawing>(limit: deadline) {}
      return ContinuousClock().measure {
        run.start(scene) { SceneDrawing(scene: scene, plan: $0) }
        _ = run.take(waiting: nil)
      } - deadline
    }
    show("an edit, after its deadline", edits, of: scenes, limit: 100)
  }

  /// Scenes that are read, and take longer than the deadline.
  private static func hopeless() -> [Scene] {
    let subject = HopelessSubject()
    var random = SplitMix64(seed: 5)
    var scenes: [Scene] = []
    while scenes.count < count {
      guard let scene = try? SceneFile(parsing: subject.text(&random), path: "x.yaml").scene else { continue }
      let cancellation = Cancellation()
      Watchdog.wall.limit(cancellation, to: deadline * 2)
      if case .outOfTime = BoundedRun(scene, cancellation: cancellation).perform() { scenes.append(scene) }
    }
    return scenes
  }

  private static func show(_ what: String, _ times: [Duration], of scenes: [Scene], limit: Int) {
    func text(_ time: Duration) -> String { "\((time / .milliseconds(1) * 10).rounded() / 10) ms" }
    let order = times.indices.sorted { times[$0] < times[$1] }
    let (median, last) = (times[order[order.count / 2]], order[order.count - 1])
    print("| \(what) | \(text(median)) | \(text(times[last])) | \(limit) ms |")
    if times[last] > .milliseconds(limit) { print("\nThe latest of them:\n\n\(scenes[last].yaml)") }
  }
}
