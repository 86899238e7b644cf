internal import Dispatch
internal import Expressions
public import Marbles
public import Operators
package import Playback
public import Scenes
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
  /// The time for reading and playing a file; nil for no limit. A file that takes longer has no results.
  package var timeLimit: TimeLimit?
  /// What each run may keep and compute.
  package var budget = RunBudget.standard
  /// Whether to play each scene in all ``orders``, too, and to report the rows whose result depends on the order.
  public var checksOrders = false
  /// Whether to look for mistakes in the run of each scene.
  public var checksLints = false
  /// The lints that are not reported, whatever a scene allows.
  public var allowedLints: Set<Lint> = []

  /// Whether files that have nothing to do with scenes are left out of the report, rather than reported as problems.
  public var ignoresOthers = false

  /// Events in place of those of input rows, also of live ones, by the names of the rows.
  public var inputs: [String: Scene.Input] = [:]

  /// The orders of an instant that are compared.
  public static let orders = InstantOrder.all

  /// Creates a checker, by default with the standard operators.
  public init(catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  /// Checks scene files and Markdown documents, several in parallel, each scene on a separate executor.
  ///
  /// - Parameters:
  ///   - paths: the paths of the files, in the order of the report.
  ///   - read: returns the text of a file; called concurrently from several threads.
  public func check(
    _ paths: [String], reading read: @escaping @Sendable (String) throws(CheckReport.Problem) -> String
  ) -> CheckReport {
    let clock = ContinuousClock()
    let start = clock.now
    let checked = Mutex<[[CheckReport.File]]>(Array(repeating: [], count: paths.count))
    DispatchQueue.concurrentPerform(iterations: paths.count) { index in
      let files = checkInTime(paths[index], reading: read)
      checked.withLock { $0[index] = files }
    }
    return CheckReport(files: checked.withLock { $0.flatMap { $0 } }, duration: clock.now - start)
  }

  /// Checks the scene in a text, on this thread.
  ///
  /// - Parameters:
  ///   - text: a scene file, or with a path that ends with `.md`, a document.
  ///   - path: the path for messages.
  ///   - cancellation: stops the check.
  package func check(_ text: String, path: String, _ cancellation: Cancellation) -> CheckReport {
    let clock = ContinuousClock()
    let start = clock.now
    let files = check(path, cancellation) { _ throws(CheckReport.Problem) in text }
    return CheckReport(files: files, duration: clock.now - start)
  }

  /// The scene of a file, or the scenes of a document; a problem instead when the time is up.
  private func checkInTime(
    _ path: String, reading read: @escaping @Sendable (String) throws(CheckReport.Problem) -> String
  ) -> [CheckReport.File] {
    do throws(OutOfTime) {
      return try timeLimit.perform { cancellation in check(path, cancellation, reading: read) }
    } catch {
      return [CheckReport.File(path: path, outcome: .failure(.init(error, path: path)), duration: error.limit)]
    }
  }

  /// The scene of a file, or the scenes of a document.
  private func check(
    _ path: String, _ cancellation: Cancellation, reading read: (String) throws(CheckReport.Problem) -> String
  ) -> [CheckReport.File] {
    guard MarkdownDocument.isDocument(path) else {
      let text: Result<String, CheckReport.Problem>
      do throws(CheckReport.Problem) { text = .success(try read(path)) } catch { text = .failure(error) }
      if ignoresOthers, case .success(let text) = text, !SceneFile.mayBeScene(text) { return [] }
      return [
        result(of: path, cancellation) { () throws(CheckReport.Problem) in
          let text = try text.get()
          return try Self.located { () throws(SceneFileError) in
            try SceneFile(
              parsing: text, path: path, catalogue: catalogue, constants: .constants(cancellation: cancellation),
              inputs: inputs)
          }
        }
      ]
    }
    do throws(CheckReport.Problem) {
      let text = try read(path)
      let document = try Self.located { () throws(SceneFileError) in try MarkdownDocument(parsing: text, path: path) }
      guard !document.scenes.isEmpty || !document.figures.isEmpty else {
        if ignoresOthers { return [] }
        throw CheckReport.Problem(
          .notFound, "error: no scene in \(path); expected a code block that is marked `marbled`")
      }
      return document.scenes.map { block in
        result(of: path, cancellation) { () throws(CheckReport.Problem) in
          try Self.located { () throws(SceneFileError) in
            try SceneFile(
              block, of: document, catalogue: catalogue, constants: .constants(cancellation: cancellation),
              inputs: inputs)
          }
        }
      }
    } catch {
      return [CheckReport.File(path: path, outcome: .failure(error), duration: .zero)]
    }
  }

  /// The results of the rows of a scene, or why it can't be checked.
  private func result(
    of path: String, _ cancellation: Cancellation, parsing parse: () throws(CheckReport.Problem) -> SceneFile
  ) -> CheckReport.File {
    let clock = ContinuousClock()
    let start = clock.now
    var file = CheckReport.File(path: path, outcome: .success([]), duration: .zero)
    do throws(CheckReport.Problem) {
      let source = try parse()
      file.source = source
      file.outcome = .success(try rows(of: source, cancellation))
      if checksOrders { file.races = try races(in: source, cancellation) }
      if checksLints { file.lints = lints(in: source, races: file.races, cancellation) }
    } catch {
      file.outcome = .failure(error)
    }
    file.duration = clock.now - start
    return file
  }

  /// The result of `parse`, with its error as a problem.
  private static func located<Parsed>(
    _ parse: () throws(SceneFileError) -> Parsed
  ) throws(CheckReport.Problem) -> Parsed {
    do throws(SceneFileError) { return try parse() } catch {
      throw CheckReport.Problem(.malformed, error.description)
    }
  }

  /// The names of the rows that differ from their expectation; none for a scene that can't be played.
  public func rowsThatDiffer(in file: SceneFile) -> [String] {
    let rows = (try? rows(of: file)) ?? []
    return rows.filter { if case .differs = $0.outcome { true } else { false } }.map(\.name)
  }

  /// The results of a scene's rows with an expectation.
  ///
  /// - Throws: when the scene can't be played, or was stopped and has no expectations.
  package func rows(
    of file: SceneFile, _ cancellation: Cancellation = Cancellation()
  ) throws(CheckReport.Problem) -> [CheckReport.Row] {
    let expecting = file.scene.rows.enumerated().compactMap { position, row in
      row.expectation.flatMap { expectation in
        file.expectations[row.name].map { (position: position, row: row, expectation: expectation, location: $0) }
      }
    }
    // A live scene can't run to its end at once, so it is only parsed; it has no expectations.
    if file.scene.isLive { return [] }
    let scene = try solved(file)
    do throws(SceneError) {
      let recording = try BoundedRun(scene, budget: budget, cancellation: cancellation, catalogue: catalogue).perform()
        .get()
      return expecting.map { _, row, expectation, location in
        // A solution may add rows before it, and one that it removes does nothing.
        let actual =
          scene.position(of: row.name).map { recording.rows[$0].timeline } ?? Timeline(events: [], end: .open)
        let mismatch = mismatch(expectation.diagram, actual, row: row.name, location: location, in: file.scene)
        return CheckReport.Row(name: row.name, outcome: mismatch.map { .differs($0) } ?? .agrees, location: location)
      }
    } catch {
      guard error.wasWhilePlaying, !expecting.isEmpty else {
        throw CheckReport.Problem(.malformed, "\(file.place): error: \(error)")
      }
      return expecting.map { CheckReport.Row(name: $0.row.name, outcome: .stopped(error), location: $0.location) }
    }
  }

  /// The scene after the solution of its exercise, as its expectations are the goal of that.
  func solved(_ file: SceneFile) throws(CheckReport.Problem) -> Scene {
    do throws(SceneEditError) { return try file.scene.solved() } catch {
      throw CheckReport.Problem(.malformed, "\(file.place): error: the solution of the exercise fails: \(error)")
    }
  }

  /// The output rows whose result depends on the order of an instant, each with the first order that differs from the scene's.
  ///
  /// Results of the other orders are not compared with expectations, but with what the scene's order gives.
  ///
  /// - Throws: when the scene can be played in its order, but not in another.
  func races(
    in file: SceneFile, _ cancellation: Cancellation
  ) throws(CheckReport.Problem) -> [CheckReport.Race] {
    func recording(_ order: InstantOrder) throws(SceneError) -> Recording {
      var scene = file.scene
      scene.order = order
      return try BoundedRun(scene, budget: budget, cancellation: cancellation, catalogue: catalogue).perform().get()
    }
    let scene = file.scene
    // Why a scene can't be played at all is in the results of its rows.
    guard !scene.isLive, let usual = try? recording(scene.order) else { return [] }
    var races: [Int: CheckReport.Race] = [:]
    for order in Self.orders where order != scene.order {
      let other: Recording
      do throws(SceneError) { other = try recording(order) } catch {
        throw CheckReport.Problem(.malformed, "\(file.place): error: with --order \(order), \(error)")
      }
      for (position, row) in scene.rows.enumerated() where races[position] == nil {
        let timelines = (usual.rows[position].timeline, other.rows[position].timeline)
        guard let location = file.expressions[row.name],
          let difference = Difference(
            row: row.name, expected: timelines.0, actual: timelines.1, dialect: scene.dialect)
        else { continue }
        races[position] = CheckReport.Race(
          row: row.name, location: location, order: scene.order, other: order, difference: difference,
          diagrams: DiagramComparison(timelines.0, timelines.1, step: scene.step, dialect: scene.dialect))
      }
    }
    return races.sorted { $0.key < $1.key }.map(\.value)
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
    case .runaway, .tooManyParts, .tooManyEvents, .tooManyBytes, .stopped, .playback: true
    case .duplicateRow, .expression, .unknownRow, .cycle, .tooManyRows, .tooManyCharacters, .duplicateID,
      .reservedID, .beforeZero, .live, .liveExpectation, .liveSpeed, .consumingTime, .consumerOfDemandDiagrams,
      .liveStages, .stagesWithoutRows:
      false
    }
  }
}
