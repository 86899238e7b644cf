internal import Marbles
internal import Scenes

extension CheckReport {
  /// A note about the diagram of an input: its digits may have been meant as numbers.
  public struct NumberNote: Hashable, Sendable {
    /// The name of the row.
    public var row: String
    /// Where the diagram is.
    public var location: ScalarLocation
    /// The note, without a full stop.
    public var sentence: String
  }
}

extension CheckReport.File {
  /// Notes about inputs such as `10-20-30|`, in the order of their rows.
  ///
  /// There are none where all rows meet their expectations: who wrote those knows what the digits are.
  public var numberNotes: [CheckReport.NumberNote] {
    guard let source, source.scene.dialect == .marbled, rows.isEmpty || !failures.isEmpty else { return [] }
    return source.scene.rows.compactMap { row in
      guard let location = source.diagrams[row.name], let note = Diagram.noteOnNumbers(in: location.value) else {
        return nil
      }
      return CheckReport.NumberNote(row: row.name, location: location, sentence: note)
    }
  }
}
