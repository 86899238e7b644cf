public import Marbles

/// A stream of good and bad lines at random speeds, and all that `marbled run` must write of it.
public struct TroubleMixture: Sendable {
  /// How the lines reach the program.
  public enum Way: String, CaseIterable, Sendable {
    /// Standard input is a file.
    case file
    /// Standard input is a pipe.
    case pipe
    /// A FIFO with a name.
    case fifo
  }

  /// What goes wrong.
  private enum Kind: CaseIterable {
    /// A closure that fails, members of text, malformed lines.
    case failures
    /// A member that no value has, malformed lines.
    case members
    /// An Int compared with a String, malformed lines.
    case kinds
    /// Bytes that are no text.
    case characters
    /// Lines with fewer or more fields than the header line.
    case fields
  }

  /// How the lines reach the program.
  public let way: Way
  /// What one write has of the lines, which may end in the middle of one, and how long to wait after it, in milliseconds.
  public let pieces: [(bytes: [UInt8], pause: Int)]
  /// The expression and the flags.
  public let arguments: String
  /// Whether any trouble must fail the run.
  public let isStrict: Bool
  /// What must be written to standard output.
  public private(set) var output: [String] = []
  /// What must be written to standard error, without the error of a strict run.
  public private(set) var warnings: Set<String> = []

  /// The exit code that README promises.
  public var exitCode: Int32 { isStrict && !warnings.isEmpty ? 65 : 0 }

  /// Makes a mixture; the same numbers make the same one.
  public init(_ random: inout SplitMix64) {
    way = random.pick(Way.allCases)
    isStrict = random.below(3) == 0
    var lines = Lines()
    let kind = random.pick(Kind.allCases)
    // Nothing, a few lines, or many; mostly good ones, or mostly bad ones.
    let count = random.pick([0, 1, 2, 3, 10, 100, 1000])
    let share = 1 + random.below(20)
    switch kind {
    case .failures: arguments = "'a.map { 6 / $0.n }' --json a"
    case .members: arguments = "'a.map { $0.stauts }' --json a"
    case .kinds: arguments = "'a.filter { $0.status == \"500\" }' --json a"
    case .characters: arguments = "'a.map { $0.count }' --text a"
    case .fields:
      arguments = "'a.map { $0.status }' --lines a=csv"
      lines.add("status,path")
    }
    for _ in 0..<count {
      let isBad = random.below(share) == 0
      switch kind {
      case .failures: lines.addFailure(isBad: isBad, &random)
      case .members: lines.addMember(isBad: isBad, &random)
      case .kinds: lines.addKind(isBad: isBad, &random)
      case .characters: lines.addText(isBad: isBad, &random)
      case .fields: lines.addFields(isBad: isBad, &random)
      }
    }
    output = lines.output
    warnings = lines.warnings(kind)
    pieces = Self.pieces(of: lines.bytes, &random)
  }

  private static func pieces(of bytes: [UInt8], _ random: inout SplitMix64) -> [(bytes: [UInt8], pause: Int)] {
    var pieces: [(bytes: [UInt8], pause: Int)] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      // At most ten, so that a thousand mixtures take a minute.
      let size = pieces.count == 9 ? rest.count : 1 + random.below(max(1, bytes.count / 3))
      pieces.append((Array(rest.prefix(size)), random.pick([0, 0, 0, 1, 5, 20])))
      rest = rest.dropFirst(size)
    }
    return pieces
  }

  /// What was written, and what must come of it.
  private struct Lines {
    var bytes: [UInt8] = []
    var output: [String] = []
    private var count = 0
    private var malformed = Cases()
    private var invalid = Cases()
    private var ragged = Cases()
    private var failed = Cases()
    private var objects = 0
    private var isMemberKnown = false

    /// How often something happened, and what is said of the first case.
    private struct Cases {
      var count = 0
      var first = ""

      mutating func add(_ what: String) {
        if count == 0 { first = what }
        count += 1
      }
    }

    mutating func add(_ text: String) {
      bytes += Array(text.utf8) + [10]
      count += 1
    }

    private mutating func addMalformed(_ random: inout SplitMix64) {
      let (text, problem) = random.pick([
        ("{bad", "column 2: found `b`, expected a key in double quotes"),
        ("oh", "column 1: found `o`, expected a JSON value"),
      ])
      add(text)
      malformed.add("line \(count): \(problem)")
    }

    mutating func addFailure(isBad: Bool, _ random: inout SplitMix64) {
      guard isBad else {
        add("{\"n\":\(1 + random.below(6))}")
        // The digit before the brace.
        output.append("\(6 / Int(bytes[bytes.count - 3] - 48))")
        return
      }
      switch random.below(3) {
      case 0: addMalformed(&random)
      case 1:
        add("{\"n\":0}")
        failed.add("column 11: division by zero")
        output.append("null")
      default:
        add("\"text\"")
        failed.add("column 16: a String has no `n`")
        output.append("null")
      }
    }

    mutating func addMember(isBad: Bool, _ random: inout SplitMix64) {
      if isBad, random.below(2) == 0 {
        addMalformed(&random)
      } else if isBad, random.below(8) == 0 {
        // One value that has the member, and there is nothing to say.
        add("{\"stauts\":1}")
        isMemberKnown = true
        output.append("1")
      } else {
        add("{\"status\":\(random.below(600))}")
        objects += 1
        output.append("null")
      }
    }

    mutating func addKind(isBad: Bool, _ random: inout SplitMix64) {
      if isBad { return addMalformed(&random) }
      add("{\"status\":\(random.below(600))}")
      objects += 1
    }

    mutating func addText(isBad: Bool, _ random: inout SplitMix64) {
      let length = random.below(5)
      if isBad {
        bytes += [0xFF]
        invalid.add("line \(count + 1)")
      }
      add(String(repeating: "x", count: length))
      output.append("\(length + (isBad ? 1 : 0))")
    }

    mutating func addFields(isBad: Bool, _ random: inout SplitMix64) {
      let status = 100 + random.below(500)
      add("\(status)" + (isBad ? random.pick(["", ",/a,b"]) : ",/a"))
      if isBad { ragged.add("line \(count)") }
      output.append("\(status)")
    }

    func warnings(_ kind: Kind) -> Set<String> {
      var warnings: Set<String> = []
      func warn(_ row: String, _ text: String) { warnings.insert("warning: row \(row): \(text)") }
      if malformed.count > 0 {
        warn("a", malformed.first.replacing(": ", with: " is malformed: ", maxReplacements: 1))
        if malformed.count > 1 { warn("a", "\(malformed.count) lines are malformed; the first is \(malformed.first)") }
      }
      for (cases, what) in [
        (invalid, "invalid characters, which are replaced"), (ragged, "fewer or more fields than the header line"),
      ] where cases.count > 0 {
        warn("a", "\(cases.first) has \(what)")
        if cases.count > 1 { warn("a", "\(cases.count) lines have \(what); the first is \(cases.first)") }
      }
      if failed.count > 0 {
        warn("out", "\(failed.first); the result is nil")
        if failed.count > 1 { warn("out", "\(failed.count) errors became nil; the first: \(failed.first)") }
      }
      let times = objects == 1 ? "once" : "\(objects) times"
      if kind == .members, objects > 0, !isMemberKnown {
        warn(
          "out",
          "column 12, \(times): no value has `stauts`; they have `status`; did you mean `status`?")
      }
      if kind == .kinds, objects > 0 {
        warn(
          "out",
          "column 22, \(times): `==` compares an Int with a String, which are never equal; write the number without quotes, "
            + "or make one of the text: `Int($0)`")
      }
      return warnings
    }
  }
}
