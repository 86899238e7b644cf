package import Marbles
package import Scenes

extension Narration {
  /// Where a value of a row is inside the expressions that read it, a sentence for each reading: what each stage has made of it,
  /// and what the last one has done with it. Empty when no expression reads it, or when the stages were not recorded.
  ///
  /// - Parameters:
  ///   - key: the event of a row.
  ///   - time: the moment.
  ///   - stages: the recording of the whole scene, with stages.
  package func ways(of key: EventKey, at time: SceneTime, in stages: Recording) -> [String] {
    let ways = ValueWays(self, in: stages)
    return stages.rows.indices.flatMap { row in
      ways.clauses(about: key, inRow: row, at: time).map { "Inside \(name(ofRow: row)): \($0)." }
    }
  }
}
