import AsyncAlgorithms
import Marbles
import MarblesTesting
import Playback
import Testing

/// Failed marble tests as tests of AsyncSequenceValidation.
@Suite struct ValidationTests {
  /// The test for AsyncSequenceValidation of the first failure.
  private func validation(_ test: () throws -> Void) throws -> String? {
    try #require(try marbleFailures(of: test).first).validation
  }

  @Test("A test has the same diagrams, one step later, and durations in steps")
  func oneInput() throws {
    let validation = try validation {
      try expectMarbles(
        "a-b----|", through: { input, clock in input.debounce(for: .seconds(3), clock: clock) }, gives: "----b--|")
    }
    #expect(
      validation == """
        validate {
          "a-b----|"
          $0.inputs[0].debounce(for: .steps(3), clock: $0.clock)
          "----b--|"
        }

        """)
  }

  @Test("The marks of the consumer stay, and so does the dialect")
  func upstream() throws {
    let validation = try validation {
      try expectMarbles(
        "a-bcd|", through: { input, _ in input.buffer(policy: .bufferingLatest(1)) }, gives: "a,,,,[c|]", dialect: .asv)
    }
    #expect(validation?.contains("  \"a,,,,[c|]\"\n") == true, "\(validation ?? "")")
    #expect(validation?.contains("  $0.inputs[0].buffer(policy: .bufferingLatest(1))\n") == true)
  }

  @Test("Several inputs, shorthand, arrays and several lines are translated")
  func forms() throws {
    func operation(_ test: () throws -> Void) throws -> String? {
      try validation(test)?.split(separator: "\n").dropFirst().dropLast(2).filter { !$0.hasPrefix("  \"") }
        .joined(separator: "\n")
    }
    // Not in `#expect`, where calls have the places of what the macro makes of them.
    let two = try operation { try expectMarbles("a|", "b|", through: { a, b, _ in merge(a, b) }, gives: "x|") }
    #expect(two == "  merge($0.inputs[0], $0.inputs[1])")
    let shorthand = try operation {
      try expectMarbles(
        "a|", through: { $0.map { $0 + "!" }.debounce(for: .milliseconds(200), clock: $1) }, gives: "x|",
        step: .milliseconds(100))
    }
    #expect(shorthand == #"  $0.inputs[0].map { $0 + "!" }.debounce(for: .steps(2), clock: $0.clock)"#)
    let array = try operation {
      try expectMarbles(["a|", "b|"], through: { inputs, _ in merge(inputs[0], inputs[1]) }, gives: "x|")
    }
    #expect(array == "  merge($0.inputs[0], $0.inputs[1])")
    let lines = try operation {
      try expectMarbles(
        "a|", "b|",
        through: { input, other, _ in
          input
            .map { text in "\(text)!" }
            .prefix(1)
        }, gives: "x|")
    }
    #expect(lines == #"  test.inputs[0]\#n    .map { text in "\(text)!" }\#n    .prefix(1)"#)
    let parameter = try validation {
      try expectMarbles("a|", through: { input, _ in input.map { text in text + "!" } }, gives: "x|")
    }
    #expect(parameter?.hasPrefix("validate { test in\n") == true)
    @Sendable func doubled(_ input: MarbleInput<String>, _ clock: PlaybackClock) -> AsyncMapSequence<
      MarbleInput<String>, String
    > { input.map { $0 + $0 } }
    let function = try operation { try expectMarbles("a|", through: doubled, gives: "a|") }
    #expect(function == "  doubled($0.inputs[0], $0.clock)")
  }

  @Test("A test that can't be the same is none")
  func refusals() throws {
    let refused = try marbleFailures {
      try expectMarbles("1|", values: .ints, through: { input, _ in input }, gives: "2|")
      try expectMarbles("a@0.5 |@1", through: { input, _ in input }, gives: "b|")
      try expectMarbles("a|", through: { input, _ in input.map { input in input } }, gives: "b|")
      try expectMarbles(
        "a|",
        through: { input, _ in
          let mapped = input.map { $0 + "!" }
          return mapped
        }, gives: "b|")
    }
    #expect(refused.count == 4 && refused.allSatisfy { $0.operation != nil && $0.validation == nil })
    let helper = try validation { try expectCapitals("a|", gives: "a|") }
    #expect(helper == nil)
  }
}
