// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import MarblesTesting
import Testing

// Random dice rolls from a seed: the same rolls in every run.
@Suite("random") struct RandomTests {
  @Test("doubles") func doubles() throws {
    try expectMarbles(
      "2@0.604 6@3.153 6@4.367 6@5.307 4@6.247 1@7.039 5@7.587 2@8.527 3@9.189 |@9.189",
      values: .ints,
      gives: "6@4.367 6@5.307 |@9.189"
    ) { dice, _ in
      dice.adjacentPairs().filter { $0.0 == $0.1 }.map { $0.0 }
    }
  }

  @Test("evens") func evens() throws {
    try expectMarbles(
      "2@0.604 6@3.153 6@4.367 6@5.307 4@6.247 1@7.039 5@7.587 2@8.527 3@9.189 |@9.189",
      values: .ints,
      gives: "2@0.604 6@3.153 6@4.367 6@5.307 4@6.247 2@8.527 |@9.189"
    ) { dice, _ in
      dice.filter { $0.isMultiple(of: 2) }
    }
  }

  @Test("records") func records() throws {
    try expectMarbles(
      "2@0.604 6@3.153 6@4.367 6@5.307 4@6.247 1@7.039 5@7.587 2@8.527 3@9.189 |@9.189",
      values: .ints,
      gives: "2@0.604 6@3.153 |@9.189"
    ) { dice, _ in
      dice.reductions { ($0 > $1) ? $0 : $1 }.removeDuplicates()
    }
  }
}
