public import Marbles
public import Scenes

/// The results of checking scene files: one for each row with an expectation.
public struct CheckReport: Sendable {
  /// The result of a row with an expectation.
  public struct Row: Sendable {
    /// The result of comparing a row with its expectation.
    public enum Outcome: Sendable {
      /// The row meets its expectation.
      case agrees
      /// The row differs from its expectation.
      case differs(Mismatch)
      /// The scene was stopped before its end.
      case stopped(SceneError)
    }

    /// The name of the row.
    public var name: String
    /// The result of the comparison.
    public var outcome: Outcome
    /// The location of the expectation in the file.
    public var location: ScalarLocation

    /// Whether the row meets its expectation.
    public var agrees: Bool { if case .agrees = outcome { true } else { false } }
  }

  /// A place in a file, or a whole file.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file as given.
    public var path: String
    /// The line, from 1; nil for the whole file.
    public var line: Int?
    /// The column, from 1, in characters; nil for the whole line.
    public var column: Int?

    /// Creates a place, by default a whole file.
    public init(_ path: String, line: Int? = nil, column: Int? = nil) {
      (self.path, self.line, self.column) = (path, line, column)
    }

    /// `pairs.yaml:7:24`, as far as it is known.
    public var description: String { path + [line, column].compactMap { $0.map { ":\($0)" } }.joined() }
  }

  /// Why a file can't be checked.
  public struct Problem: Error, Hashable, Sendable {
    /// The kind of problem, which determines the exit code.
    public enum Kind: Hashable, Sendable {
      /// The file is not a valid scene, or the scene can't be played.
      case malformed
      /// The file does not exist.
      case notFound
      /// The file can't be read.
      case unreadable
      /// Checking the file takes longer than its time limit.
      case outOfTime
    }

    /// The kind of problem.
    public var kind: Kind
    /// The place and the problem, for a person; names the file.
    public var message: String
    /// The place that the message begins with; nil when it only names the file.
    public var place: Place?

    /// Creates a problem; the message names the file.
    public init(_ kind: Kind, _ message: String, at place: Place? = nil) {
      (self.kind, self.message, self.place) = (kind, message, place)
    }

    /// A scene is not valid.
    public init(_ error: SceneFileError) {
      self.init(.malformed, error.description, at: Place(error.path, line: error.line, column: error.column))
    }
  }

  /// A scene file, or a scene of a Markdown document, and the results of its rows.
  public struct File: Sendable {
    /// The path as given; `-` is standard input.
    public var path: String
    /// The rows with an expectation, in scene order, or why the file can't be checked.
    public var outcome: Result<[Row], Problem>
    /// The parsed file; nil when it is not a valid scene.
    public var source: SceneFile?
    /// The time for reading and playing the scene.
    public var duration: Duration
    /// The rows whose result depends on the order of an instant; nil when that was not checked.
    public var races: [Race]?
    /// What lints have found, without what is allowed; nil when that was not looked for.
    public var lints: [LintFinding]?

    /// The rows with an expectation; empty when the file can't be checked.
    public var rows: [Row] { (try? outcome.get()) ?? [] }
    /// The rows that differ from their expectations or were stopped.
    public var failures: [Row] { rows.filter { !$0.agrees } }
    /// Why the file can't be checked; nil when it was.
    public var problem: Problem? { if case .failure(let problem) = outcome { problem } else { nil } }
    /// Whether it can't be checked, a row differs or depends on the order, or a lint has found something.
    public var isFailing: Bool {
      problem != nil || !failures.isEmpty || races?.isEmpty == false || lints?.isEmpty == false
    }
    /// The code block of the scene, if it is in a Markdown document.
    public var block: MarkdownScene? { source?.block }
  }

  /// A picture in a Markdown document, compared with what marbled draws.
  public struct Picture: Hashable, Sendable {
    /// The result of the comparison.
    public enum Outcome: Hashable, Sendable {
      /// The file is what marbled draws.
      case agrees
      /// There is no file.
      case missing
      /// The file is another picture.
      case outdated
    }

    /// The path of the document as given.
    public var document: String
    /// The path of the picture, relative to the folder of the document.
    public var path: String
    /// The line of the link, from 1.
    public var line: Int
    /// The column of the link, from 1, in characters.
    public var column: Int
    /// The result of the comparison.
    public var outcome: Outcome

    /// Creates the result of comparing the picture at a link.
    public init(_ link: MarkdownFigure.Picture, of document: String, _ outcome: Outcome) {
      (path, line, column) = (link.path, link.line, link.column)
      (self.document, self.outcome) = (document, outcome)
    }
  }

  /// The files and the scenes of documents, in the given order.
  public var files: [File]
  /// The pictures of documents, in the given order.
  public var pictures: [Picture] = []
  /// How many files of folders are no scenes, or documents without scenes.
  public var passedOver = 0
  /// How many files were not checked, because one before them fails; nil when all were to be checked.
  public var unchecked: Int?
  /// The total time, in which several files were checked in parallel.
  public var duration: Duration

  /// Creates a report, by default of no files.
  package init(files: [File] = [], duration: Duration = .zero) { (self.files, self.duration) = (files, duration) }

  /// The number of rows with an expectation.
  public var rows: Int { files.reduce(0) { $0 + $1.rows.count } }
  /// The number of rows that differ from their expectations or were stopped.
  public var failures: Int { files.reduce(0) { $0 + $1.failures.count } }
  /// The number of rows whose result depends on the order of an instant.
  public var races: Int { files.reduce(0) { $0 + ($1.races ?? []).count } }
  /// The number of files that can't be checked.
  public var problems: Int { files.count { $0.problem != nil } }
  /// The number of files with at least one expectation; a document is one file.
  public var expectingFiles: Int { Set(files.filter { !$0.rows.isEmpty }.map(\.path)).count }
  /// Whether scenes were found, and nothing about them was compared: no row with an expectation, no picture, no order.
  ///
  /// Lists, rain and scenes with live rows don't count, because nothing has to be expected of them.
  public var expectsNothing: Bool {
    guard rows == 0, pictures.isEmpty, !files.contains(where: { $0.races != nil }) else { return false }
    return files.contains { file in
      guard let scene = file.source?.scene, file.problem == nil else { return false }
      return scene.kind == .timelines && !scene.isLive
    }
  }
  /// The pictures that are missing or out of date.
  public var outdatedPictures: [Picture] { pictures.filter { $0.outcome != .agrees } }

  /// Leaves out what is known of the files after one that fails.
  ///
  /// - Parameters:
  ///   - index: the position of the file that fails.
  ///   - files: the files of the check.
  package mutating func end(after index: Int, of files: [SceneFolder.File]) {
    let rest = files[(index + 1)...]
    let paths = Set(rest.map(\.path) + rest.compactMap(\.folder))
    self.files.removeAll { paths.contains($0.path) }
    unchecked = rest.count
  }

  /// Adds why a picture of a document can't be checked, unless the same is known of its scene.
  public mutating func add(_ problem: Problem, of document: String) {
    guard !files.contains(where: { $0.problem == problem }) else { return }
    files.append(File(path: document, outcome: .failure(problem), duration: .zero))
  }
}

/// The difference between a row and its expectation.
public struct Mismatch: Hashable, Sendable {
  /// The first difference.
  public var difference: Difference
  /// The expected diagram.
  public var expected: Diagram
  /// The actual events.
  public var actual: Timeline
  /// The line of the expectation's first wrong character, from 1.
  public var line: Int
  /// The column of that character, in characters from 1.
  public var column: Int

  /// The notation of the expectation.
  let form: DiagramSourceMap.Form
  let step: SceneTime
  let dialect: Dialect

  /// Both diagrams, for display.
  public var diagrams: DiagramComparison { DiagramComparison(expected.timeline, actual, step: step, dialect: dialect) }

  /// Both diagrams, one above the other, with a caret under the first difference.
  ///
  /// - Parameter width: the maximum width of a line, in cells.
  public func picture(width: Int) -> String {
    let labels = (upper: "expected", lower: "actual")
    return diagrams.picture(labels: labels, caret: difference.place, width: max(20, width - labels.upper.count - 2))
  }
}
