// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// A hot stream starts with the scene; a cold stream starts at each use.
@Suite("cold vs hot") struct ColdVsHotTests {
  // No test of `lateHot`: an inner diagram has no counterpart in Swift, at column 1.
  // lateHot = chain("----|", hot)
  //           ^

  // No test of `lateCold`: an inner diagram has no counterpart in Swift, at column 1.
  // lateCold = chain("----|", cold)
  //            ^

  @Test("twoHot") func twoHot() throws {
    try expectMarbles(
      "'do'--'re'---'mi'---|",
      gives: "'do'--'re'---'mi'---['do''re''mi'|]",
      step: .milliseconds(500)
    ) { hot, _ in
      chain(hot, hot)
    }
  }

  @Test("twoCold") func twoCold() throws {
    try expectMarbles(
      "'do'--'re'---'mi'---|",
      gives: "'do'--'re'---'mi'---'do'--'re'---'mi'---|",
      step: .milliseconds(500)
    ) { cold, _ in
      chain(cold.cold, cold.cold)
    }
  }
}
