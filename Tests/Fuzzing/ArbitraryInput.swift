public import Marbles
internal import SceneFiles
internal import Scenes

/// Random bytes that a terminal sends: keys, typed texts, the mouse, pasted text, replies, and nonsense.
public enum ArbitraryInput {
  /// A stream of bytes.
  ///
  /// - Parameter count: the number of keys, texts and gestures.
  public static func bytes(_ random: inout SplitMix64, count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in part(&random) }
  }

  private static let keys = Array("einxcAIXKJouUhHm+-lr?<>,. w:s=").map(String.init)
  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}OB", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~",
    "\u{1B}[6~", "\u{1B}[3~", "\u{1B}[Z", "\u{1B}[1;5C", "\u{1B}[1;2A", "\u{1B}[13;2u", "\u{1B}[97;5u", "\u{1B}OP",
    "\u{1B}[24~", "\u{1B}", "\u{1B}\u{1B}", "\u{1B}b", "\u{1B}f", "\u{1B}d", "\t", "\r", "\n", "\u{7F}", "\u{8}",
    "\u{12}", "\u{15}", "\u{B}", "\u{17}", "\u{19}", "\u{1}", "\u{5}", "\u{C}", "\u{14}", "\u{0}", "\u{1B}[I",
    "\u{1B}[O", "\u{1B}[?62;c", "\u{1B}[?2026;2$y", "\u{1B}]11;rgb:ffff/0000/0000\u{1B}\\", "\u{1B}P>|term\u{1B}\\",
    "\u{1B}[", "\u{1B}[<", "\u{1B}]", "\u{1B}[999999999999999999999~", "\u{9B}1;5C",
  ]

  private static func part(_ random: inout SplitMix64) -> [UInt8] {
    switch random.below(40) {
    case 0...13: Array(random.pick(keys).utf8)
    case 14...21: Array(random.pick(sequences).utf8)
    case 22...29: mouse(&random)
    case 30: Array("\u{1B}[200~\(typed(&random))\(random.below(10) == 0 ? "" : "\u{1B}[201~")".utf8)
    case 31...36: Array((typed(&random) + random.pick(["\r", "\r", "\r", "\t", "\u{1B}", ""])).utf8)
    case 37: (0..<random.below(12)).map { _ in anyByte(&random) }
    case 38: Array(random.pick(Arbitrary.strings).utf8).filter { $0 != 0x1A && $0 != 0x03 && $0 != 0x2F }
    default: Array("e\u{15}\(ArbitraryExpression.text(&random).prefix(60))\r".utf8)
    }
  }

  /// A byte that neither quits, interrupts nor stops the program or its output; no slash, so that no path leaves the
  /// folder.
  private static func anyByte(_ random: inout SplitMix64) -> UInt8 {
    let byte = UInt8(truncatingIfNeeded: random.next())
    return [0x03, 0x13, 0x1A, 0x1C, 0x2F, UInt8(ascii: "q")].contains(byte) ? 0x1B : byte
  }

  /// A press with a drag or a release, a double click, a wheel, or a report from outside of the screen.
  private static func mouse(_ random: inout SplitMix64) -> [UInt8] {
    func report(_ button: Int, _ column: Int, _ row: Int, _ end: String = "M") -> String {
      "\u{1B}[<\(button);\(column);\(row)\(end)"
    }
    let (column, row) = (1 + random.below(130), 1 + random.below(42))
    let text =
      switch random.below(7) {
      case 0, 1: report(0, column, row) + report(0, column, row, "m")
      case 2: (0..<2).map { _ in report(0, column, row) + report(0, column, row, "m") }.joined()
      case 3, 4:
        report(0, column, row)
          + (0..<random.below(6)).map { _ in
            report(random.below(5) == 0 ? 48 : 32, max(1, column + random.below(40) - 20), row)
          }.joined()
          + (random.below(8) == 0 ? "" : report(0, column, row, "m"))
      case 5: report(random.pick([64, 65, 35, 2, 1]), column, row)
      default: report(random.pick([0, 32, 64]), random.pick([0, 99_999, 1]), random.pick([0, 99_999, 1]))
      }
    return Array(text.utf8)
  }

  /// A text as it is typed into a line: an expression, a diagram, a value or a command.
  private static func typed(_ random: inout SplitMix64) -> String {
    let text: String
    switch random.below(5) {
    case 0: text = ArbitraryExpression.text(&random)
    case 1: text = DiagramSubject().text(&random)
    case 2:
      let scene = Scene.sample
      let commands = ArbitraryEdit.edit(of: scene, &random).commands(in: scene)
      text = ":" + (commands?.first ?? "undo")
    case 3: text = ":" + random.pick(["undo", "redo", "save", "w", "save x", "scene step 0", "open", "color a#0 red"])
    default: text = random.pick(Arbitrary.strings)
    }
    return String(text.prefix(80).filter { $0 != "/" && $0 != "q" && $0 != "\u{1A}" && $0 != "\u{3}" })
  }
}
