internal import Marbles
internal import Operators

extension Scene {
  /// The scene that `marbled play` shows: two timelines through merge, zip and combineLatest.
  public static let sample = Scene(
    name: "sample", about: "two streams, three ways to combine them", step: .milliseconds(500),
    rows: [
      Row(name: "ints", content: .input(.sampleInts)),
      Row(name: "strings", content: .input(.sampleStrings)),
      output("merge", "merge(ints, strings)"),
      output("zip", "zip(ints, strings)"),
      output("latest", "combineLatest(ints, strings)"),
    ])

  private static func output(_ name: String, _ source: String) -> Row {
    do throws(ExpressionError) {
      return Row(name: name, content: .output(try Expression.parse(source)))
    } catch {
      preconditionFailure("the sample: \(error)")
    }
  }
}

extension Timeline {
  /// The ints of the sample: red, ids 0 to 4.
  static let sampleInts = sample([(0, 1), (1, 2), (2, 3), (5, 4), (8, 5)], firstID: 0, color: .red)
  /// The strings of the sample: green, ids 1000 to 1004.
  static let sampleStrings = sample(
    [(1.5, "a"), (2.5, "b"), (4.5, "c"), (6.5, "d"), (7.5, "e")], firstID: 1000, color: .green)

  private static func sample(_ values: [(Double, Value)], firstID: Int, color: MarbleColor) -> Timeline {
    let events = values.enumerated().map { index, value in
      Event(id: String(firstID + index), time: .seconds(value.0), value: value.1, color: color)
    }
    return Timeline(events: events, end: .finish(events.last!.time))
  }
}
