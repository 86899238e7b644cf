internal import Expressions
internal import Marbles
public import Operators
package import Playback
internal import Scenes

/// A scene file with its failed expectations replaced by the actual events; all other bytes are unchanged.
public struct ExpectationUpdate: Sendable {
  /// The replacement of a diagram.
  public struct Change: Hashable, Sendable {
    /// The name of the row.
    public var row: String
    /// The line of the expectation, from 1.
    public var line: Int
    /// The column of the expectation, in characters from 1.
    public var column: Int
    /// The previous diagram.
    public var old: String
    /// The new diagram.
    public var new: String
  }

  /// The path as given.
  public let path: String
  /// The updated text of the file.
  public private(set) var text: String
  /// The replacements, in scene order.
  public private(set) var changes: [Change] = []
  /// The rows whose actual events can't be written as a diagram there, in scene order.
  public private(set) var refused: [CheckReport.Row] = []

  /// The updates of all files in which a row differs, in order.
  ///
  /// The scenes of a document have an update each; its text contains the updates before it, so the last one is complete.
  public static func updates(of report: CheckReport, catalogue: Catalogue = .standard) -> [ExpectationUpdate] {
    updates(of: report.files, catalogue: catalogue, cancellation: Cancellation())
  }

  /// The updates of all files in which a row differs, as far as the time that is left of each file's limit allows.
  ///
  /// - Parameters:
  ///   - report: the result of the check; gets a problem for each file that has no update, because its time was up.
  ///   - limit: the time for checking and updating a file.
  package static func updates(
    of report: inout CheckReport, within limit: TimeLimit?, catalogue: Catalogue = .standard
  ) -> [ExpectationUpdate] {
    var found: [ExpectationUpdate] = []
    for path in report.paths {
      let files = report.files.filter { $0.path == path && !$0.failures.isEmpty }
      guard !files.isEmpty else { continue }
      let clock = ContinuousClock()
      let start = clock.now
      do throws(OutOfTime) {
        found += try limit.perform(after: report.duration(of: path)) { cancellation in
          updates(of: files, catalogue: catalogue, cancellation: cancellation)
        }
      } catch {
        report.add(CheckReport.Problem(error, path: path), of: path)
      }
      report.spend(clock.now - start, on: path)
    }
    return found
  }

  private static func updates(
    of files: [CheckReport.File], catalogue: Catalogue, cancellation: Cancellation
  ) -> [ExpectationUpdate] {
    var documents: [String: String] = [:]
    return files.filter { !$0.failures.isEmpty }.map { file in
      var file = file
      if let text = documents[file.path] {
        file.source = try? file.source?.parsed(
          in: text, catalogue: catalogue, constants: .constants(cancellation: cancellation))
      }
      let update = ExpectationUpdate(file, catalogue: catalogue, cancellation: cancellation)
      if file.block != nil, !update.changes.isEmpty { documents[file.path] = update.text }
      return update
    }
  }

  /// Replaces the failed expectations of `file`; does nothing for a file that is not a valid scene.
  public init(_ file: CheckReport.File, catalogue: Catalogue = .standard) {
    self.init(file, catalogue: catalogue, cancellation: Cancellation())
  }

  private init(_ file: CheckReport.File, catalogue: Catalogue, cancellation: Cancellation) {
    path = file.path
    text = file.source?.text ?? ""
    guard var source = file.source else { return }
    for row in file.rows {
      guard case .differs(let mismatch) = row.outcome else { continue }
      guard let (updated, new) = Self.settled(row, mismatch, in: source, catalogue, cancellation) else {
        refused.append(row)
        continue
      }
      let location = source.expectations[row.name] ?? row.location
      changes.append(
        Change(row: row.name, line: location.line, column: location.column, old: location.value, new: new))
      source = updated
    }
    text = source.text
  }

  /// The file with one expectation replaced by the actual events; nil when they can't be written or determined.
  ///
  /// In dialect `asv` the expectation controls the consumer, so a new expectation may change the actual events.
  private static func settled(
    _ row: CheckReport.Row, _ mismatch: Mismatch, in source: SceneFile, _ catalogue: Catalogue,
    _ cancellation: Cancellation
  ) -> (source: SceneFile, diagram: String)? {
    var mismatch = mismatch
    var source = source
    for _ in 0..<8 {
      guard let result = replaced(row, mismatch, in: source, catalogue, cancellation) else { return nil }
      guard mismatch.dialect == .asv else { return result }
      let rows = try? Checker(catalogue: catalogue).rows(of: result.source, cancellation)
      switch rows?.first(where: { $0.name == row.name })?.outcome {
      case .agrees: return result
      case .differs(let next): (source, mismatch) = (result.source, next)
      case .stopped, nil: return nil
      }
    }
    return nil
  }

  /// The file with one expectation replaced, and the diagram; nil when no spelling reproduces the events.
  private static func replaced(
    _ row: CheckReport.Row, _ mismatch: Mismatch, in source: SceneFile, _ catalogue: Catalogue,
    _ cancellation: Cancellation
  ) -> (source: SceneFile, diagram: String)? {
    guard let range = source.expectations[row.name]?.range else { return nil }
    let bytes = Array(source.text.utf8)
    let old = String(decoding: bytes[range], as: UTF8.self)
    for diagram in mismatch.spellings(of: row.location.value) {
      for scalar in YAMLScalarWriter.spellings(of: diagram, inPlaceOf: old) {
        let text = String(
          decoding: bytes[..<range.lowerBound] + Array(scalar.utf8) + bytes[range.upperBound...], as: UTF8.self)
        // The new text is parsed to verify it, as YAML may read a scalar differently.
        guard
          let updated = try? source.parsed(
            in: text, catalogue: catalogue, constants: .constants(cancellation: cancellation)),
          updated.scene.without(expectationOf: row.name) == source.scene.without(expectationOf: row.name),
          let expectation = updated.scene.rows.first(where: { $0.name == row.name })?.expectation,
          mismatch.isSettled(by: expectation.diagram)
        else { continue }
        return (updated, diagram)
      }
    }
    return nil
  }
}

extension Mismatch {
  /// Whether `diagram` describes the actual events for the same consumer.
  fileprivate func isSettled(by diagram: Diagram) -> Bool {
    diagram.cancellation == expected.cancellation && diagram.withheld == expected.withheld
      && Difference(row: difference.row, expected: diagram.timeline, actual: actual, dialect: dialect) == nil
  }

  /// The actual events as diagrams: with the marbles of the expectation `text`, and without.
  fileprivate func spellings(of text: String) -> [String] {
    let written = try? Diagram.parse(
      text, row: difference.row, step: step, dialect: dialect, isExpectation: true
    ).timeline.events
    let named = zip(written ?? [], expected.timeline.events).filter { $0.value != $1.value }
    var diagram = expected
    diagram.timeline = actual
    diagram.zero = nil
    var renamed = diagram
    let events = actual.events.map { event in
      var event = event
      if let name = named.first(where: { $1.value.prints(as: event.value, dialect: dialect) }) {
        event.value = name.0.value
      }
      return event
    }
    renamed.timeline = Timeline(events: events, end: actual.end)
    return (named.isEmpty ? [diagram] : [renamed, diagram])
      .compactMap { $0.printed(as: form, step: step, dialect: dialect) }
  }
}

extension Scene {
  fileprivate func without(expectationOf row: String) -> Scene {
    var scene = self
    for index in scene.rows.indices where scene.rows[index].name == row { scene.rows[index].expectation = nil }
    return scene
  }
}
