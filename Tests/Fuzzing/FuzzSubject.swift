public import Marbles

/// A reader of texts that must neither crash nor hang. A new subject is one file, and one entry in
/// ``FuzzSubjects/all``.
public protocol FuzzSubject: Sendable {
  /// The name on the command line.
  var name: String { get }

  /// A random text, from nonsense to valid; equal random numbers give equal texts.
  func text(_ random: inout SplitMix64) -> String

  /// Reads `text`, and checks the result.
  func verdict(on text: String) -> FuzzVerdict

  /// The time limit per text; a slower text is a failure.
  var limit: Duration { get }
}

extension FuzzSubject {
  /// One second.
  public var limit: Duration { .seconds(1) }
}

/// The result of reading a text.
public enum FuzzVerdict: Hashable, Sendable {
  /// The text was accepted.
  case accepted
  /// The text was rejected, as it should be.
  case rejected
  /// The reader has a fault.
  case failed(String)
}

/// The available subjects.
public enum FuzzSubjects {
  /// The subjects of a full run, in order.
  public static let all: [any FuzzSubject] = [
    DiagramSubject(), ExpressionSubject(), ClosureSubject(), SceneSubject(), LineSubject(), RecordSubject(),
    GzipSubject(), PatternSubject(), SpecificationSubject(), NameSubject(), TapSubject(), EditSubject(), HubSubject(),
    MessageSubject(), EditorSubject(),
  ]
  /// Subjects that run only by name: their texts take a hundred times as long.
  public static let slow: [any FuzzSubject] = [
    ExtremeSubject(), RunSubject(), StageSubject(), InputSubject(), HopelessSubject(), PictureSubject(),
  ]
}
