internal import Inputs
internal import Logging
internal import SceneFiles
internal import Scenes

/// The recording of the live scenes that a daemon plays; problems are logged.
struct DaemonRecording: Sendable {
  private let file: RecordingFile
  private let logger: Logger

  /// Opens the file at `path`, which is appended to.
  ///
  /// - Parameter limit: the size in bytes at which the file is renamed and a new one is begun; nil for none.
  /// - Throws: ``DaemonRunner/NoRecording`` when it can't be written.
  init(_ path: String, limit: Int?, _ logger: Logger) throws(DaemonRunner.NoRecording) {
    var logger = logger
    logger[metadataKey: "recording"] = "\(path)"
    self.logger = logger
    let problems = AsyncStream<Void>.makeStream()
    let file: RecordingFile
    do throws(InputError) { file = try RecordingFile(path, limit: limit) { problems.continuation.yield() } } catch {
      throw DaemonRunner.NoRecording(description: error.description)
    }
    self.file = file
    // Not on the recorder's thread, which the log must not delay.
    Task { [logger] in for await _ in problems.stream { Self.log(file, logger) } }
  }

  /// The recorder of a run; nil for a scene without live rows.
  func recorder(of scene: Scene) -> (any ArrivalRecorder)? {
    scene.isLive ? file.run(of: scene, yaml: scene.yaml) : nil
  }

  /// Opens the path again, because another program may have moved the file.
  func reopen() { file.reopen() }

  /// Writes what is left.
  func close() {
    file.close()
    Self.log(file, logger)
  }

  private static func log(_ file: RecordingFile, _ logger: Logger) {
    for problem in file.takeProblems() { logger.warning("\(problem)") }
  }
}
