public import Marbles
public import Scenes

/// What came of checking scene files: of every row that expects something, whether it did it.
public struct CheckReport: Sendable {
  /// A row that expects something.
  public struct Row: Sendable {
    /// What came of it.
    public enum Outcome: Sendable {
      /// It does what is expected of it.
      case agrees
      /// It does something else.
      case differs(Mismatch)
      /// The scene had to be stopped before its end.
      case stopped(SceneError)
    }

    /// The row's name.
    public var name: String
    /// What came of it.
    public var outcome: Outcome
    /// Where its expectation stands.
    public var location: ScalarLocation

    /// Whether it does what is expected of it.
    public var agrees: Bool { if case .agrees = outcome { true } else { false } }
  }

  /// Why a file can't be checked.
  public struct Problem: Error, Hashable, Sendable {
    /// What kind of problem it is.
    public enum Kind: Hashable, Sendable {
      /// It is no scene, or none that can be played.
      case malformed
      /// There is no such file.
      case notFound
      /// It can't be read.
      case unreadable
    }

    /// What kind of problem it is.
    public var kind: Kind
    /// The place and what is wrong there, for a person; it names the file.
    public var message: String

    /// Creates a problem.
    public init(_ kind: Kind, _ message: String) {
      self.kind = kind
      self.message = message
    }
  }

  /// A file, and its rows that expect something.
  public struct File: Sendable {
    /// The file as it was named; `-` is standard input.
    public var path: String
    /// Its rows that expect something, in scene order; or why it can't be checked.
    public var outcome: Result<[Row], Problem>
    /// What was read; nil when it is no scene.
    public var source: SceneFile?
    /// How long it took to read and to play it.
    public var duration: Duration

    /// Its rows that expect something.
    public var rows: [Row] { (try? outcome.get()) ?? [] }
    /// Its rows that don't do what is expected of them.
    public var failures: [Row] { rows.filter { !$0.agrees } }
    /// Why it can't be checked.
    public var problem: Problem? { if case .failure(let problem) = outcome { problem } else { nil } }
  }

  /// The files, in the order in which they were given.
  public var files: [File]
  /// How long all took together.
  public var duration: Duration

  /// How many rows expect something.
  public var rows: Int { files.reduce(0) { $0 + $1.rows.count } }
  /// How many rows don't do what is expected of them.
  public var failures: Int { files.reduce(0) { $0 + $1.failures.count } }
  /// How many files can't be checked.
  public var problems: Int { files.count { $0.problem != nil } }
  /// How many files hold a row that expects something.
  public var expectingFiles: Int { files.count { !$0.rows.isEmpty } }
}

/// What a row was to do, and what it did instead.
public struct Mismatch: Hashable, Sendable {
  /// The first thing that differs.
  public var difference: Difference
  /// What was expected.
  public var expected: Diagram
  /// What happened.
  public var actual: Timeline
  /// The line and the column, from 1, of the character of the expectation that is to blame.
  public var line: Int
  /// The column, in characters from 1.
  public var column: Int

  /// How the expectation is written.
  let form: DiagramPlaces.Form
  let step: SceneTime
  let dialect: Dialect

  /// The two diagrams.
  public var diagrams: DiagramPair { DiagramPair(expected.timeline, actual, step: step, dialect: dialect) }

  /// The two diagrams under each other, and a caret under the first difference.
  ///
  /// - Parameter width: the most cells that a line takes.
  public func picture(width: Int) -> String {
    let labels = (upper: "expected", lower: "actual")
    return diagrams.picture(labels: labels, caret: difference.place, width: max(20, width - labels.upper.count - 2))
  }
}
