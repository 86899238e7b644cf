import Testing

@testable import Marbles

/// Numbers keep the spelling that they were read with.
@Suite struct SpelledDoubleTests {
  private func written(_ value: Value) -> String {
    var text = ""
    value.writeAsRead(to: &text)
    return text
  }

  @Test("a number is written as it was spelled, and only odd spellings are kept")
  func spellings() throws {
    for (text, json) in [
      ("1.50", "1.5"), ("12345678901234567890", "1.2345678901234567e+19"), ("1e3", "1000.0"), ("1E+02", "100.0"),
      ("0.00001", "1e-05"), ("0.00010", "0.0001"), ("100.00", "100.0"), ("0.1000000000000000055", "0.1"),
      ("-0.00", "-0.0"), ("9007199254740993.0", "9007199254740992.0"),
    ] {
      let value = try Value(json: text)
      #expect(value.json == json && written(value) == text, "\(text)")
      #expect(written(.array([value, .object(["a": value])])) == #"[\#(text),{"a":\#(text)}]"#)
    }
    for text in ["1.5", "0.0001", "-0.0", "0.0", "100.0", "1e-05", "0.30000000000000004", "1e+16", "123456789012345.0"]
    {
      guard case .double(let number) = try Value(json: text) else {
        Issue.record("\(text) is no double")
        continue
      }
      #expect(number.spelling == nil && written(.double(number)) == text, "\(text)")
    }
  }

  @Test("a quick look at a text agrees with the spelling of its number") func quickLook() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20_000 {
      func digits(_ most: Int) -> String {
        String((0..<1 + random.below(most)).map { _ in "0001234567899".randomElement(using: &random)! })
      }
      let whole = Bool.random(using: &random) ? "0" : "\(1 + random.below(9))" + digits(9)
      let text = (random.below(4) == 0 ? "-" : "") + whole + "." + digits(9)
      guard case .double(let number) = try Value(json: text) else {
        Issue.record("\(text) is no double")
        continue
      }
      #expect(
        (number.spelling ?? "\(number.value)") == text && (number.spelling == nil) == ("\(number.value)" == text),
        "\(text)")
    }
  }

  @Test("the spelling makes no difference between numbers, and what is computed has none") func equality() throws {
    let (first, second) = (try Value(json: "1.50"), try Value(json: "1.5"))
    #expect(first == second && Set([first, second]).count == 1 && first == .double(1.5))
    #expect(first.compared(with: second) == 0)
    // NaN differs from itself, as it did.
    #expect(Value.double(.nan) != Value.double(.nan))
    #expect(written(.double(1.5)) == "1.5" && written(.double(.infinity)) == "null")
  }

  @Test("a long spelling counts as a text does") func size() throws {
    let text = "1." + String(repeating: "0", count: 1_000)
    let value = try Value(json: text)
    #expect(value.parts == 1 + text.utf8.count / 64 && value.storageBytes > 1_000)
    #expect(try Value(json: "1.5").parts == 1)
    let line = try #require(Value(line: Array(#"{"a":\#(text)}"#.utf8)))
    // A line may count more parts than there are.
    #expect(line.parts! >= value.parts! + 1)
  }
}
