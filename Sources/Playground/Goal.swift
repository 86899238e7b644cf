internal import Marbles
internal import Scenes
internal import Wire

/// What is expected of a row, by its scene or by a visitor who predicts it, compared with what the row does.
struct Goal {
  private let text: String
  /// Nil for a prediction that says nothing, which is not compared: that would tell what the row does.
  private let comparison: TimelineComparison?
  private let difference: Difference?
  /// The offset of the first wrong character in `text`, in characters from 0; nil for a prediction, whose marks tell it.
  private let offset: Int?

  /// The most marks that an answer has.
  private static let marks = 200

  /// Compares an expectation with the timeline of its row.
  ///
  /// - Parameters:
  ///   - isPrediction: whether a visitor predicts what the row does.
  ///   - known: the time through which outputs are shown to that visitor; nil for everything.
  init(
    _ expectation: Scene.Expectation, of row: Scene.Row, _ actual: Timeline, in scene: Scene,
    isPrediction: Bool = false, known: SceneTime? = nil
  ) {
    let expected = expectation.diagram.timeline
    text = expectation.text
    if isPrediction, expected.isBlank {
      (comparison, difference, offset) = (nil, nil, nil)
      return
    }
    comparison = TimelineComparison(
      expected: expected, actual: actual, dialect: scene.dialect, isPrediction: isPrediction,
      known: isPrediction ? known : nil)
    let meant = isPrediction ? expected.read(as: actual, dialect: scene.dialect) : expected
    difference = Difference(row: row.name, expected: meant, actual: actual, dialect: scene.dialect)
    guard !isPrediction else {
      offset = nil
      return
    }
    let places = try? Diagram.places(
      in: text, row: row.name, step: scene.step, dialect: scene.dialect, isExpectation: true)
    offset = difference.flatMap { difference in places.map { difference.offset(in: $0) } }
  }

  /// The marks of what is not hidden.
  private var marks: [TimelineComparison.Mark] {
    comparison.map { comparison in comparison.marks.filter { !comparison.isHidden($0) } } ?? []
  }

  /// Writes the goal into an object.
  func add(to object: inout JSONObject) {
    object.add("text", text)
    object.add("isMet", comparison != nil && difference == nil)
    object.add("summary", comparison?.description ?? "nothing is predicted")
    // The first difference of a prediction may be something that is hidden.
    object.add("difference", comparison?.known == nil ? difference?.sentence : nil)
    object.add("offset", offset)
    object.add("marks", objects: marks.prefix(Self.marks)) { object, mark in
      object.add("verdict", mark.verdict.rawValue)
      object.add("text", comparison?.sentence(of: mark))
      switch mark.happening {
      case .value(let value): object.add("value", value.typed)
      case .finish: object.add("end", "finish")
      case .error: object.add("end", "fail")
      }
      object.add("expected", mark.expected)
      object.add("actual", mark.actual)
    }
  }
}
