public import Marbles

/// Something that reads texts, and must neither crash nor hang on any: a subject is one file, and one line in ``all``.
public protocol FuzzSubject: Sendable {
  /// What it is called on the command line.
  var name: String { get }

  /// A text to read, from hopeless to valid; the same for the same numbers.
  func text(_ random: inout SplitMix64) -> String

  /// Reads `text`, and checks what came of it.
  func verdict(on text: String) -> FuzzVerdict

  /// A text that takes longer is a failure, even when it is read in the end.
  var limit: Duration { get }
}

extension FuzzSubject {
  /// One second.
  public var limit: Duration { .seconds(1) }
}

/// What came of a text.
public enum FuzzVerdict: Hashable, Sendable {
  /// It was read.
  case accepted
  /// It was refused, as it should be.
  case rejected
  /// Something is wrong with the reader.
  case failed(String)
}

/// The subjects that there are.
public enum FuzzSubjects {
  /// In the order in which they are run.
  public static let all: [any FuzzSubject] = [
    DiagramSubject(), ExpressionSubject(), SceneSubject(), LineSubject(), HubSubject(),
  ]
  /// Asked for by name alone: a text takes a hundred times as long as one of another subject.
  public static let slow: [any FuzzSubject] = [ExtremeSubject()]
}
