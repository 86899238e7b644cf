internal import Marbles

/// Observes who reads which stream inside an expression: each iteration of a stage, and of a row, a diagram or an array that it
/// reads.
public protocol StageObserver: PassObserver {
  /// An iteration starts.
  ///
  /// - Parameters:
  ///   - stream: what is read.
  ///   - reader: the pass of the stage that reads it; nil for the row itself, or until ``adopt(_:by:)``.
  ///   - element: the value that the enclosing closure was called for; nil outside of closures.
  ///   - depth: the number of enclosing closures.
  /// - Returns: the number of the pass, for later calls; nil for none.
  func begin(_ stream: StageStream, for reader: Int?, madeOf element: Traced?, depth: Int) -> Int?

  /// The pass was begun before the one that reads it, as by an operator that starts its task at once.
  func adopt(_ pass: Int, by reader: Int)

  /// An operator's note was recorded.
  ///
  /// - Parameters:
  ///   - number: the number that its ``OperatorObserver`` gave it.
  ///   - pass: the newest pass of the operator's stage; nil for none.
  func note(_ number: Int, _ note: OperatorNote, in pass: Int?)
}

/// What an iteration inside an expression reads.
public enum StageStream: Hashable, Sendable {
  /// The stage at this position.
  case stage(Int)
  /// A row of the scene.
  case row(String)
  /// A diagram or an array.
  case values
  /// The stream that a closure is given with a key.
  case group
}

/// One build of a stage, which is the reader of the streams that were built for it.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it.
package final class StageReader: @unchecked Sendable {
  /// Its newest pass; nil before the first.
  fileprivate var pass: Int?
  /// What it reads already before its first pass.
  private var early: [Int] = []

  /// Creates the reader before its streams.
  package init() {}

  fileprivate func reads(_ number: Int) { if pass == nil { early.append(number) } }

  fileprivate func begin(_ number: Int, _ observer: any StageObserver) {
    pass = number
    for other in early { observer.adopt(other, by: number) }
    early = []
  }
}

extension TracedStream {
  /// The same elements at the same times, with each iteration reported to `observer`.
  ///
  /// - Parameters:
  ///   - stream: what this is.
  ///   - own: the build of the stage that this is; nil for one that reads nothing.
  ///   - reader: who reads it; nil for the row itself.
  ///   - element: the value that the enclosing closure was called for.
  ///   - depth: the number of enclosing closures.
  package func reported(
    as stream: StageStream, to observer: any StageObserver, own: StageReader?, for reader: StageReader?,
    madeOf element: Traced?, depth: Int
  ) -> TracedStream {
    observed(by: observer) {
      let number = observer.begin(stream, for: reader?.pass, madeOf: element, depth: depth)
      guard let number else { return nil }
      reader?.reads(number)
      own?.begin(number, observer)
      return number
    }
  }
}

/// Reports the notes of one build of a stage with its pass.
package struct StageNotes: OperatorObserver {
  private let notes: any OperatorObserver
  private let stages: any StageObserver
  private let reader: StageReader

  /// Creates an observer for the operator of the build `reader`; nil when nobody wants its notes.
  package init?(_ notes: (any OperatorObserver)?, _ stages: any StageObserver, of reader: StageReader) {
    guard let notes else { return nil }
    (self.notes, self.stages, self.reader) = (notes, stages, reader)
  }

  /// Reports a note, and then its pass.
  package func note(_ note: OperatorNote) -> Int {
    let number = notes.note(note)
    if number >= 0 { stages.note(number, note, in: reader.pass) }
    return number
  }

  /// Removes a note.
  package func retract(_ note: Int) { notes.retract(note) }
}
