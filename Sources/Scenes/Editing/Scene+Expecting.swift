package import Marbles
package import Operators
package import Playback

extension Scene {
  /// The scene with what its outputs emitted as their expectations.
  ///
  /// - Parameter recording: what happened in the scene.
  public func expecting(_ recording: Recording) -> Scene {
    var scene = self
    for (position, row) in scene.rows.enumerated() where row.expression != nil {
      scene.rows[position].expectation = scene.expectation(ofRow: position, meeting: recording.rows[position].timeline)
    }
    return scene
  }

  /// The expectation of an output that a timeline meets, as it is read from a file, which has no tuples. In dialect `asv`, its
  /// consumer asks and cancels as before.
  private func expectation(ofRow position: Int, meeting timeline: Timeline) -> Expectation {
    var diagram = Diagram(timeline: timeline)
    if dialect == .asv, let old = rows[position].expectation?.diagram {
      (diagram.cancellation, diagram.withheld) = (old.cancellation, old.withheld)
    }
    let text = diagram.written(step: step, dialect: dialect)
    let read = try? Expectation(parsing: text, row: rows[position].name, step: step, dialect: dialect)
    return read ?? Expectation(text: text, diagram: diagram)
  }

  /// The edit by which outputs expect what they emit now. An expectation that its row meets stays as it is written.
  ///
  /// - Parameters:
  ///   - positions: the positions of the outputs.
  ///   - cancellation: stops the run.
  /// - Throws: ``SceneEditError`` when the scene can't be run to its end, or a diagram can't say what a row emits.
  package func expectingResults(
    ofRows positions: [Int], catalogue: Catalogue = .standard, cancellation: Cancellation = Cancellation()
  ) throws(SceneEditError) -> SceneEdit {
    if isLive { throw .live(SceneEdit.noResult) }
    var scene = self
    // In dialect `asv` an expectation says when the consumer asks, so a new one may change what its row emits.
    for _ in 0..<8 {
      let recording: Recording
      do throws(SceneError) {
        recording = try BoundedRun(scene, cancellation: cancellation, catalogue: catalogue).perform().get()
      } catch { throw .scene(error) }
      func isMet(_ position: Int) -> Bool {
        guard let expected = scene.rows[position].expectation?.diagram.timeline else { return false }
        return Difference(
          row: scene.rows[position].name, expected: expected, actual: recording.rows[position].timeline,
          dialect: dialect)
          == nil
      }
      let open = positions.filter { !isMet($0) }
      for position in open {
        scene.rows[position].expectation = scene.expectation(
          ofRow: position, meeting: recording.rows[position].timeline)
      }
      if dialect != .asv, let row = open.first(where: { !isMet($0) }) {
        throw .unwritable(scene.rows[row].name, dialect)
      }
      guard open.isEmpty || dialect != .asv else { continue }
      let edits = positions.map { SceneEdit.setExpectation(row: $0, scene.rows[$0].expectation) }
      return edits.count == 1 ? edits[0] : .all(edits)
    }
    throw .unwritable(positions.map { rows[$0].name }.joined(separator: ", "), dialect)
  }
}

extension SceneEditError {
  fileprivate static func unwritable(_ row: String, _ dialect: Dialect) -> SceneEditError {
    .command("what \(row) emits can't be written as a diagram of dialect \(dialect.rawValue)")
  }
}

extension Timeline {
  /// The timeline as a diagram: short ones in one line, others with an event on each line.
  package func written(step: SceneTime, dialect: Dialect) -> String {
    Diagram(timeline: self).written(step: step, dialect: dialect)
  }
}

extension Diagram {
  fileprivate func written(step: SceneTime, dialect: Dialect) -> String {
    let text = printed(step: step, dialect: dialect) ?? ""
    guard text.utf8.count > 100, let long = printed(as: .absolute, separator: "\n", dialect: dialect) else {
      return text
    }
    return long
  }
}
