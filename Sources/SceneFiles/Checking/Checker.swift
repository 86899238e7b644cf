internal import Dispatch
internal import Marbles
public import Operators
internal import Scenes
internal import Synchronization

/// Plays scenes and compares each row with its expectation.
///
/// ```swift
/// let report = Checker().check(["zip.yaml"]) { path in try String(contentsOfFile: path) }
/// print(report.failures)
/// ```
public struct Checker: Sendable {
  /// The available operators.
  public var catalogue: Catalogue

  /// Creates a checker, by default with the standard operators.
  public init(catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  /// Checks files, several in parallel, each scene on a separate executor.
  ///
  /// - Parameters:
  ///   - paths: the paths of the files, in the order of the report.
  ///   - read: returns the text of a file; called concurrently from several threads.
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

  /// The results of a scene's rows with an expectation.
  ///
  /// - Throws: when the scene can't be played, or was stopped and has no expectations.
  func rows(of file: SceneFile) throws(CheckReport.Problem) -> [CheckReport.Row] {
    let expecting = file.scene.rows.enumerated().compactMap { position, row in
      row.expectation.flatMap { expectation in
        file.expectations[row.name].map { (position: position, row: row, expectation: expectation, location: $0) }
      }
    }
    // A live scene can't run to its end at once, so it is only parsed; it has no expectations.
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
    // It was parsed before, so it can be parsed again.
    let places = try? Diagram.places(
      in: location.value, row: row, step: scene.step, dialect: scene.dialect, isExpectation: true)
    let position = location.position(ofCharacter: places.map(difference.offset) ?? 0)
    return Mismatch(
      difference: difference, expected: expected, actual: actual, line: position.line, column: position.column,
      form: places?.form ?? .grid, step: scene.step, dialect: scene.dialect)
  }
}

extension SceneError {
  /// Whether the scene was stopped while it played.
  fileprivate var wasWhilePlaying: Bool {
    switch self {
    case .runaway, .tooManyParts, .tooManyEvents, .playback: true
    case .duplicateRow, .expression, .unknownRow, .cycle, .tooManyRows, .tooManyCharacters, .duplicateID,
      .reservedID, .beforeZero, .live, .liveExpectation, .liveSpeed:
      false
    }
  }
}
