public import Marbles

/// Diagrams, read in every dialect.
public struct DiagramSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "diagrams"

  private static let noise = RandomBytes(
    tokens: Alphabet.allCases.map { String($0.rawValue) } + [
      "a", "1", ".", "s", "m", "µ", "10ms", " 5s ", " 1.5s ", "9999999m ", "99999999999999999999s", "9223372036s",
      "@1", "@-1", "a@2 ", "|@9", "1e9", "\t", "\r\n", "\u{0}", "\u{301}", "🇸", "👩‍👧", "\"", "\\", "--", "''", "'12'",
      "'{\"x\":[1]}'", "'[[['", "e\u{301}", "\u{37E}",
    ]
  ) { random in
    if random.below(2) == 0 { return random.pick(samples) }
    let step = random.pick([.seconds(1), .milliseconds(500), .milliseconds(1)] as [SceneTime])
    return Arbitrary.timeline(&random).diagram(step: step)
  }

  /// Diagrams that printed timelines don't cover: wide groups, tokens of other dialects, unordered absolute forms.
  private static let samples = [
    "1-2-3--4|", "-a-(bc|)", "--x  900ms  y-#", "a,b;c", "--a-^-b--|", "'foo''bar'-|", "[ab|]-c", "|@3 1@0 'long'@1.5s",
    "a@250ms #@2m", "('1' '2') 3s |", " 2m ", "'\"12\"'-'it\\u0027s'|", "",
  ]

  /// Creates the subject.
  public init() {}

  /// A diagram, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Accepted if any dialect accepts the text.
  ///
  /// A rejection must name a column of the text or the one after it, and show it. An accepted diagram must be equal
  /// after printing and parsing.
  public func verdict(on text: String) -> FuzzVerdict {
    var isAccepted = false
    for dialect in Dialect.allCases {
      do throws(DiagramError) {
        let timeline = try Diagram.parse(text, row: "r", dialect: dialect).timeline
        isAccepted = true
        if let problem = Self.problem(printing: timeline) { return .failed("\(dialect): \(problem)") }
      } catch {
        guard (1...text.count + 1).contains(error.column), error.description.contains("column \(error.column):") else {
          return .failed("\(dialect): rejected at column \(error.column): \(error)")
        }
      }
    }
    return isAccepted ? .accepted : .rejected
  }

  private static func problem(printing timeline: Timeline) -> String? {
    for text in [timeline.diagram(), DiagramPrinter.printAbsolute(timeline)] {
      do throws(DiagramError) {
        let read = try Diagram.parse(text, row: "r").timeline
        guard Notated(read) == Notated(timeline) else { return "printed as \(text), read as \(Notated(read))" }
      } catch {
        return "printed as \(text), which is rejected: \(error)"
      }
    }
    return nil
  }
}
