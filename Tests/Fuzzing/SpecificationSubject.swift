internal import Inputs
public import Marbles
internal import Scenes

/// What is written behind flags that say how lines become events: formats, paths of members, inputs and times.
public struct SpecificationSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "specifications"

  private static let noise = RandomBytes(
    tokens: LineSettings.Form.named.map(\.text) + [
      "re:", "re:/", "/", "(?<a>\\d+)", ".a", ".", "[0]", "[\"k\"]", "[", "]", "\"", "\\", "-1", "99999999999999999999",
      "=", "@", "-", "tail:", "exec:", "tap:", "redis://", "random:", "#1", "é", "e\u{301}", " ", "\u{0}", "2026-11-24",
      "T", "07:00:00", ".123456789", "Z", "+01:00", "-23:59", "1e400", "1700000000000", "0001-01-01", "24:00:00", "Feb",
    ]
  ) { random in
    switch random.below(4) {
    case 0:
      return random.pick(
        LineSettings.Form.named.map(\.text) + ["re:/(?<a>[0-9]+) (.*)/", "re:a|b", "re:/\\s+/"])
    case 1:
      return (0..<1 + random.below(4)).map { _ in random.pick([".a", ".b_1", "[0]", "[12]", "[\"a b\"]", ".é"]) }
        .joined()
    case 2:
      return "a="
        + random.pick(["1-2|", "@x", "-", "tail:x", "exec:y z", "tap:t", "redis://h/k", "random:4", "nope/x"])
    default: return date(&random)
    }
  }

  private static func date(_ random: inout SplitMix64) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(1900 + random.below(300), 4))-\(digits(random.below(14), 2))-\(digits(random.below(33), 2))"
    let time = "\(digits(random.below(25), 2)):\(digits(random.below(61), 2)):\(digits(random.below(62), 2))"
    let part = random.below(2) == 0 ? "" : ".\(random.below(1_000_000))"
    return day + random.pick(["T", "T", "t", " "]) + time + part
      + random.pick(["Z", "Z", "z", "+00:00", "-08:00", "+0530", ""])
  }

  /// Creates the subject.
  public init() {}

  /// A specification, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// Rejected if no reader knows the text. A format or a path must be what its own text is read as, and a rejection must say why.
  public func verdict(on text: String) -> FuzzVerdict {
    var isKnown = false
    do throws(LineSettings.Form.Malformed) {
      let form = try LineSettings.Form(parsing: text)
      guard try LineSettings.Form(parsing: form.text) == form else { return .failed("\(form.text) is another format") }
      isKnown = true
    } catch {
      if error.description.isEmpty { return .failed("no format, without a reason") }
    }
    do throws(MemberPath.Malformed) {
      let path = try MemberPath(parsing: text)
      guard try MemberPath(parsing: path.description) == path else { return .failed("\(path) is another path") }
      isKnown = true
    } catch {
      if "\(error)".isEmpty { return .failed("no path, without a reason") }
    }
    do throws(InputError) {
      if try !RowName.isValid(InputSpec(parsing: text).name) { return .failed("an input with an impossible name") }
      isKnown = true
    } catch {
      if "\(error)".isEmpty { return .failed("no input, without a reason") }
    }
    for unit in [nil] + TimeUnit.allCases.map(Optional.some) {
      if TimeUnit.time(.string(text), unit: unit) != nil { isKnown = true }
    }
    return isKnown ? .accepted : .rejected
  }
}
