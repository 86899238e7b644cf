public import Marbles
public import Operators
package import Playback
public import Scenes

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

  /// Whether files that have nothing to do with scenes are left out of the report also if their paths are given, and folders
  /// with nothing else, rather than reported as problems.
  public var ignoresOthers = false
  /// The rows to check; nil for all.
  public var filter: CheckFilter?
  /// Whether to end after the first file that fails.
  public var failsFast = false

  /// Events in place of those of input rows, also of live ones, by the names of the rows.
  public var inputs: [String: Scene.Input] = [:]

  /// The orders of an instant that are compared.
  public static let orders = InstantOrder.all

  /// Creates a checker, by default with the standard operators.
  public init(catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  /// The results of the rows of a scene, or why it can't be checked; nil when the filter leaves it out.
  func result(
    of path: String, _ cancellation: Cancellation, parsing parse: () throws(SceneFileError) -> SceneFile
  ) -> CheckReport.File? {
    let clock = ContinuousClock()
    let start = clock.now
    var file = CheckReport.File(path: path, outcome: .success([]), duration: .zero)
    do throws(CheckReport.Problem) {
      let source: SceneFile
      do throws(SceneFileError) { source = try parse() } catch { throw CheckReport.Problem(error) }
      file.source = source
      let chosen = filter?.rows(of: source.scene, at: path)
      if let filter, chosen?.isEmpty == true, !filter.matches(source.scene, at: path) { return nil }
      file.outcome = .success(try rows(of: source, cancellation).filter { chosen?.contains($0.name) ?? true })
      if checksOrders {
        file.races = try races(in: source, cancellation).filter { chosen?.contains($0.row) ?? true }
      }
      if checksLints {
        file.lints = lints(in: source, races: file.races, cancellation).filter { chosen?.contains($0.row) ?? true }
      }
    } catch {
      file.outcome = .failure(error)
    }
    file.duration = clock.now - start
    return file
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
        throw problem("\(error)", in: file)
      }
      return expecting.map { CheckReport.Row(name: $0.row.name, outcome: .stopped(error), location: $0.location) }
    }
  }

  /// The scene after the solution of its exercise, as its expectations are the goal of that.
  func solved(_ file: SceneFile) throws(CheckReport.Problem) -> Scene {
    do throws(SceneEditError) { return try file.scene.solved() } catch {
      throw problem("the solution of the exercise fails: \(error)", in: file)
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
        throw problem("with --order \(order), \(error)", in: file)
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

  /// Why a scene can't be played.
  private func problem(_ sentence: String, in file: SceneFile) -> CheckReport.Problem {
    let place = CheckReport.Place(file.path, line: file.block?.line)
    return CheckReport.Problem(.malformed, "\(place): error: \(sentence)", at: place)
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
