internal import Marbles
public import Scenes
internal import Wire

/// Prints the comparison of two recordings, as text for people or as NDJSON.
public enum RecordingComparisonText {
  /// Both diagrams of each row that differs, with a caret at the first difference, and then the counts; each line ends with a
  /// line feed.
  ///
  /// - Parameters:
  ///   - comparison: the comparison.
  ///   - names: what both recordings are called.
  ///   - width: the maximum width of a line with a diagram, in cells.
  public static func print(
    _ comparison: RecordingComparison, of names: (expected: String, actual: String), width: Int = 100
  ) -> String {
    var text = ""
    for row in comparison.rows {
      let name = DisplayText.shortened(row.name, to: 60)
      switch row.outcome {
      case .agrees: break
      case .missing: text += "\(name): only \(names.expected) has this row\n"
      case .added: text += "\(name): only \(names.actual) has this row\n"
      case .differs(let difference, let diagrams):
        let picture = diagrams.picture(
          labels: ("expected", "got"), caret: difference.place, width: max(20, width - 12))
        text += "\(difference)\n" + picture.split(separator: "\n").map { "  \($0)\n" }.joined()
      }
    }
    let (all, differing) = (comparison.rows.count, comparison.differences)
    let rows = all == 1 ? "1 row" : "\(all) rows"
    if differing == 0 { return text + "\(rows) \(all == 1 ? "agrees" : "agree")\n" }
    return "expected: \(names.expected)\ngot: \(names.actual)\n" + text
      + "\(differing) of \(rows) \(differing == 1 ? "differs" : "differ")\n"
  }

  /// An object for each row, and then one with the counts.
  public static func json(_ comparison: RecordingComparison) -> String {
    let lines = comparison.rows.map { row in
      JSONObject { object in
        object.add("row", row.name)
        switch row.outcome {
        case .agrees: object.add("result", "agrees")
        case .missing: object.add("result", "missing")
        case .added: object.add("result", "added")
        case .differs(let difference, let diagrams):
          object.add("result", "differs")
          object.add("time", difference.time)
          object.add("message", difference.sentence)
          object.add("expected", diagrams.lines[0])
          object.add("actual", diagrams.lines[1])
        }
      }.text + "\n"
    }
    let counts = JSONObject { object in
      object.add("rows", comparison.rows.count)
      object.add("differ", comparison.differences)
    }
    return lines.joined() + counts.text + "\n"
  }
}
