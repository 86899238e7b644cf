internal import Marbles
internal import Synchronization

/// What closures of a row do to every value without an error, and surely not on purpose: they ask for a member that no value
/// has, or compare values that can't be equal.
public struct ClosureFinding: Hashable, Sendable {
  /// The position in the expression: 1-based, in characters.
  public var column: Int
  /// How often: each time that this part of the expression was computed.
  public var count: Int
  /// What is wrong, and what may be meant.
  public var message: String
  /// The finding as a clause: `column 12, 3 times: no value has …`.
  public var clause: String { "column \(column), \(count == 1 ? "once" : "\(count) times"): \(message)" }

  /// Creates a finding.
  public init(column: Int, count: Int, message: String) {
    (self.column, self.count, self.message) = (column, count, message)
  }
}

/// Collects ``ClosureFinding``s while the closures of a row are computed, from any thread.
public final class ClosureFindings: Sendable {
  /// A part of the expression.
  private struct Site: Sendable {
    var column: Int
    /// How often nothing was found there, which is an end to it.
    var isFine = false
    var count = 0
    var message = ""
  }

  private let sites = Mutex<[Site]>([])

  /// The maximum number of parts of an expression.
  private static let most = 100
  /// The maximum number of members that a message lists.
  private static let listed = 8

  /// Creates a collection without findings.
  public init() {}

  /// The findings that hold for every value so far, by their positions.
  public var all: [ClosureFinding] {
    sites.withLock { sites in
      sites.filter { !$0.isFine && $0.count > 0 }
        .map { ClosureFinding(column: $0.column, count: $0.count, message: $0.message) }
    }.sorted { $0.column < $1.column }
  }

  /// Notes that a member of a value was asked for.
  func noteMember(_ name: String, of value: Value, found: Value, column: Int) {
    guard case .object(let members) = value else { return }
    note(column, isFine: found != .null || members[name] != nil) {
      let names = members.keys.sorted()
      let rest = names.count > Self.listed ? ", …" : ""
      let list = names.prefix(Self.listed).map { "`\($0)`" }.joined(separator: ", ") + rest
      let have = names.isEmpty ? "they have no members" : "they have \(list)"
      return "no value has `\(name)`; \(have)\(Suggestion.clause(for: name, among: names))"
    }
  }

  /// Notes that two values were compared by `==` or `!=`.
  func noteComparison(_ symbol: String, _ left: Value, _ right: Value, column: Int) {
    guard left != .null, right != .null else { return }
    note(column, isFine: left.canEqual(right)) {
      let hint =
        switch (left, right) {
        case (.int, .string(let text)), (.double, .string(let text)), (.string(let text), .int),
          (.string(let text), .double):
          Double(text) == nil ? "" : "; write the number without quotes, or make one of the text: `Int($0)`"
        default: ""
        }
      return "`\(symbol)` compares \(left.kindName) with \(right.kindName), which are never equal\(hint)"
    }
  }

  private func note(_ column: Int, isFine: Bool, _ message: () -> String) {
    sites.withLock { sites in
      let place = sites.firstIndex { $0.column == column } ?? sites.endIndex
      if place == sites.endIndex {
        guard place < Self.most else { return }
        sites.append(Site(column: column))
      }
      if isFine {
        sites[place].isFine = true
      } else {
        sites[place].count += 1
        if sites[place].message.isEmpty { sites[place].message = message() }
      }
    }
  }
}

extension Value {
  /// Whether values of these kinds can be equal.
  fileprivate func canEqual(_ other: Value) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int): true
    default: kindName == other.kindName
    }
  }
}
