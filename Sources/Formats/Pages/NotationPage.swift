internal import Marbles

/// The output of `marbled explain notation`: every token with a sample and the computed times.
public enum NotationPage {
  private static let samples: [(diagram: String, meaning: String)] = [
    ("a-b|", "a value takes one step, and so does `-`; `|` finishes"),
    ("12-x|", "digits are ints, other characters strings"),
    ("'12'-'long'|", "quoted: JSON where it is JSON, else a string"),
    ("'\"12\"'|", "a string that looks like something else"),
    ("a[bc]d|", "several at one instant, in one step"),
    ("a(bc)d|", "several at one instant; time then passes by the width of the text"),
    ("a-^", "`^` or `#` fails"),
    ("a 2s b|", "a time span; spaces around it"),
    ("a - - b |", "a space is nothing"),
    ("a-b", "without an end mark the row stays open"),
    ("a@0 b@1.5 'long'@250ms |@8", "the absolute form: every time written"),
  ]

  /// The page; each line ends with a line feed.
  public static func print() -> String {
    let width = samples.map(\.diagram.count).max() ?? 0
    var text = "One character is one time step, 1 s unless --step says otherwise.\n\n"
    for (diagram, meaning) in samples {
      let padded = diagram + String(repeating: " ", count: width - diagram.count)
      text += "  \(padded)  \(meaning)\n"
      guard let timeline = try? Diagram.parse(diagram, row: "sample").timeline else { continue }
      text += "  \(String(repeating: " ", count: width))  = \(DiagramPrinter.printAbsolute(timeline))\n"
    }
    return text
  }
}
