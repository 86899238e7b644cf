public import Platform
public import Scenes

/// Appends what arrives in live rows to a file, as timed NDJSON that ``RecordedRun`` reads.
///
/// A thread writes; the threads of scenes only add lines to a queue. If the queue is full, they wait a short time, and
/// then lines are discarded and counted. A write error does not end the recording: later lines are tried again, after a
/// line that says how many are missing.
///
/// Other programs may move, remove or truncate the file: the recording goes on in a new file at its path, within a second, which
/// begins with a header as the first one does, and can be read without it.
///
/// The thread ends when the recording is closed, or when nothing refers to it and its queue is written.
public final class RecordingFile: Sendable {
  let writer: RecordingWriter

  /// The path as given.
  public var path: String { writer.path }

  /// The largest limit that is of use, in bytes: a file of this size, with a header and some lines more, can be read.
  public static let maximumLimit = TimedNDJSON.fileBytes - (4 << 20)

  /// Opens the file at `path`, which is created if necessary; an existing file is appended to.
  ///
  /// - Parameters:
  ///   - path: a file, or a pipe that another program reads.
  ///   - limit: the size in bytes at which the file is renamed, with the suffix `.1`, and a new one is begun; an older one
  ///     with this suffix is replaced. Nil for no limit.
  ///   - roomWait: how long a scene waits for room in the queue.
  ///   - clock: measures what scenes and ``close(within:)`` wait.
  ///   - onProblem: called on another thread when ``takeProblems()`` has something to say.
  /// - Throws: ``InputError`` when the file can't be written.
  public init(
    _ path: String, limit: Int? = nil, roomWait: Duration = .milliseconds(100), clock: MonotonicClock = .system,
    onProblem: @escaping @Sendable () -> Void = {}
  ) throws(InputError) {
    writer = try RecordingWriter(path, limit, roomWait, clock, onProblem)
  }

  deinit { writer.finish() }

  /// The recording of one run of a scene.
  ///
  /// - Parameters:
  ///   - scene: the scene that will run.
  ///   - yaml: the scene as YAML, which is kept in the header.
  public func run(of scene: Scene, yaml: String) -> any ArrivalRecorder {
    RecordingFileRun(scene, yaml: yaml, file: self)
  }

  /// Opens the path again before anything else is written, because another program has moved the file.
  public func reopen() { writer.reopen() }

  /// What went wrong since the last call, as sentences; each kind of problem is named once.
  public func takeProblems() -> [String] { writer.takeProblems() }

  /// The number of events that could not be written so far.
  public var unrecorded: Int { writer.unrecorded }

  /// Writes what is in the queue, and accepts nothing more.
  ///
  /// - Parameter limit: how long to wait for the file. What is not written then counts as missing.
  public func close(within limit: Duration = .seconds(2)) { writer.close(within: limit) }
}
