internal import Dispatch
internal import Marbles
public import Operators
internal import Scenes
internal import Synchronization

/// Plays scenes, and compares what their rows do with what is expected of them.
///
/// ```swift
/// let report = Checker().check(["zip.yaml"]) { path in try String(contentsOfFile: path) }
/// print(report.failures)
/// ```
public struct Checker: Sendable {
  /// The operators that expressions may use.
  public var catalogue: Catalogue

  /// Creates a checker.
  public init(catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  /// Checks files, several at a time, each scene on an executor of its own.
  ///
  /// - Parameters:
  ///   - paths: the files; their order is that of the report.
  ///   - read: gives the text of a file; called on several threads at once.
  public func check(
    _ paths: [String], reading read: @Sendable (String) throws(CheckReport.Problem) -> String
  ) -> CheckReport {
    let clock = ContinuousClock()
    let start = clock.now
    let checked = Mutex<[CheckReport.File?]>(Array(repeating: nil, count: paths.count))
    withoutActuallyEscaping(read) { read in
      DispatchQueue.concurrentPerform(iterations: paths.count) { index in
        let start = clock.now
        var file = check(paths[index], reading: read)
        file.duration = clock.now - start
        checked.withLock { $0[index] = file }
      }
    }
    return CheckReport(files: checked.withLock { $0.compactMap { $0 } }, duration: clock.now - start)
  }

  private func check(
    _ path: String, reading read: (String) throws(CheckReport.Problem) -> String
  ) -> CheckReport.File {
    var file = CheckReport.File(path: path, outcome: .success([]), duration: .zero)
    do throws(CheckReport.Problem) {
      let text = try read(path)
      let source: SceneFile
      do throws(SceneFileError) {
        source = try SceneFile(parsing: text, path: path, catalogue: catalogue)
      } catch {
        throw CheckReport.Problem(.malformed, error.description)
      }
      file.source = source
      file.outcome = .success(try rows(of: source))
    } catch {
      file.outcome = .failure(error)
    }
    return file
  }

  /// What comes of the rows of a scene that expect something.
  ///
  /// - Throws: when it can't be played at all, or was stopped and nothing was expected of it.
  func rows(of file: SceneFile) throws(CheckReport.Problem) -> [CheckReport.Row] {
    let expecting = file.scene.rows.enumerated().compactMap { position, row in
      row.expectation.flatMap { expectation in
        file.expectations[row.name].map { (position: position, row: row, expectation: expectation, location: $0) }
      }
    }
    // What can't be run at once is only read; it expects nothing.
    if file.scene.isLive { return [] }
    do throws(SceneError) {
      let recording = try file.scene.recorded(catalogue: catalogue)
      return expecting.map { position, row, expectation, location in
        let mismatch = mismatch(
          expectation.diagram, recording.rows[position].timeline, row: row.name, location: location, in: file.scene)
        return CheckReport.Row(name: row.name, outcome: mismatch.map { .differs($0) } ?? .agrees, location: location)
      }
    } catch {
      guard error.wasWhilePlaying, !expecting.isEmpty else {
        throw CheckReport.Problem(.malformed, "\(file.path): error: \(error)")
      }
      return expecting.map { CheckReport.Row(name: $0.row.name, outcome: .stopped(error), location: $0.location) }
    }
  }

  private func mismatch(
    _ expected: Diagram, _ actual: Timeline, row: String, location: ScalarLocation, in scene: Scene
  ) -> Mismatch? {
    guard
      let difference = Difference(row: row, expected: expected.timeline, actual: actual, dialect: scene.dialect)
    else { return nil }
    // It was read once already, so it can be read again.
    let places = try? Diagram.places(
      in: location.value, row: row, step: scene.step, dialect: scene.dialect, isExpectation: true)
    let position = location.position(ofCharacter: places.map(difference.offset) ?? 0)
    return Mismatch(
      difference: difference, expected: expected, actual: actual, line: position.line, column: position.column,
      form: places?.form ?? .grid, step: scene.step, dialect: scene.dialect)
  }
}

extension SceneError {
  /// Whether the scene began to play before it was stopped.
  fileprivate var wasWhilePlaying: Bool {
    switch self {
    case .runaway, .tooManyParts, .tooManyEvents, .playback: true
    case .duplicateRow, .expression, .unknownRow, .cycle, .tooManyRows, .tooManyCharacters, .duplicateID,
      .reservedID, .beforeZero, .live, .liveExpectation, .liveSpeed:
      false
    }
  }
}
