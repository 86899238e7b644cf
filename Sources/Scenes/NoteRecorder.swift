internal import Marbles
internal import Operators
internal import Playback

/// Records the notes of the operators of one row.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it,
/// and between drives.
final class NoteRecorder: OperatorObserver, @unchecked Sendable {
  private let executor: PlaybackExecutor
  private let inner: InnerStreamRecorder?
  private let limits: RecordingLimits
  private var notes: [Recording.Note?] = []

  init(executor: PlaybackExecutor, inner: InnerStreamRecorder?, limits: RecordingLimits) {
    (self.executor, self.inner, self.limits) = (executor, inner, limits)
  }

  func note(_ note: OperatorNote) -> Int {
    // Streams that end only because the run ends drop nothing.
    guard !executor.isCancelled, limits.count(note) else { return -1 }
    var note = note
    if let inner { (note.from, note.cause) = (inner.outside(note.from), inner.outside(note.cause)) }
    notes.append(Recording.Note(time: executor.now, note))
    return notes.count - 1
  }

  func retract(_ note: Int) {
    if !executor.isCancelled, notes.indices.contains(note) { notes[note] = nil }
  }

  private var taken = 0

  /// The notes since the last call, in order of time.
  func take() -> [Recording.Note] {
    defer { taken = notes.count }
    return notes[taken...].compactMap { $0 }
  }

  /// The notes in order of time.
  var recorded: [Recording.Note] { notes.compactMap { $0 } }

  /// The numbers of these notes.
  var numbers: [Int] { notes.indices.filter { notes[$0] != nil } }
}
