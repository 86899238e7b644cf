/// Which streams a row shows, as it is written after `tap:`. `orders` are those of one process: of the running ones,
/// the first that has reported a tap of this name. `orders@4711` are those of process 4711.
public struct TapAddress: Hashable, Sendable {
  /// The name of the tap.
  public var name: String
  /// The number of the process; nil for the first one.
  public var process: Int?

  /// Creates an address.
  public init(name: String, of process: Int? = nil) { (self.name, self.process) = (name, process) }

  /// Parses `orders` or `orders@4711`. A name that looks like an address has `@` behind it: `a@7@` is the name `a@7`.
  public init(parsing text: some StringProtocol) {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else {
      self.init(name: String(text))
      return
    }
    let (name, number) = (String(text[..<at]), text[text.index(after: at)...])
    if number.isEmpty {
      self.init(name: name)
    } else if number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let process = Int(number) {
      self.init(name: name, of: process)
    } else {
      self.init(name: String(text))
    }
  }
}

extension TapAddress: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads, also behind which the number of an iteration may follow.
  public var description: String {
    if let process { return "\(name)@\(process)" }
    return TapAddress(parsing: name) != self || name.contains("#") ? name + "@" : name
  }
}

extension TapAddress: ExpressibleByStringInterpolation {
  /// Parses a text, as ``init(parsing:)`` does.
  public init(stringLiteral text: String) { self.init(parsing: text) }
}

/// The processes that report the taps of one name, in the order in which they began to.
struct TapProcesses {
  private var all: [(process: Int, connections: Int)] = []

  /// The one that `tap:NAME` stands for.
  var first: Int? { all.first?.process }
  var isEmpty: Bool { all.isEmpty }
  /// The others.
  var others: ArraySlice<Int> { all.map(\.process).dropFirst() }

  /// How many connections of a process report it.
  func connections(of process: Int) -> Int { all.first { $0.process == process }?.connections ?? 0 }

  /// Adds a connection; returns whether the process is new.
  mutating func join(_ process: Int) -> Bool {
    guard let index = all.firstIndex(where: { $0.process == process }) else {
      all.append((process, 1))
      return true
    }
    all[index].connections += 1
    return false
  }

  /// Removes a connection; returns whether it was the last one of its process.
  mutating func leave(_ process: Int) -> Bool {
    guard let index = all.firstIndex(where: { $0.process == process }) else { return false }
    all[index].connections -= 1
    guard all[index].connections == 0 else { return false }
    all.remove(at: index)
    return true
  }

  /// A process in a sentence; a program need not tell its number.
  static func text(_ process: Int) -> String { process == 0 ? "a program without a number" : "process \(process)" }
}
