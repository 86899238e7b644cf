internal import RedisClient
internal import Wire

/// An entry of the stream through which a daemon shows other daemons what it plays.
struct RelayEntry: Hashable, Sendable {
  /// What the lines of an entry are.
  enum Kind: String, Hashable, Sendable {
    /// A snapshot: what was shown before is over.
    case snapshot
    /// A snapshot for daemons that start now; the others know it from the changes.
    case checkpoint
    /// Changes, one in each line.
    case changes
  }

  /// What the lines are.
  var kind: Kind
  /// The run of the daemon that plays, which numbers the changes.
  var run: String
  /// The id of the newest snapshot or checkpoint before this entry; nil when there is none.
  var base: String?
  /// Messages as in `GET /v1/events`, each followed by a line feed.
  var lines: String
  /// The version of these messages.
  var wireVersion = WireVersion.current

  /// Whether a daemon can start with this entry.
  var isBase: Bool { kind != .changes }
}

extension RelayEntry {
  /// Reads the fields of an entry; nil when a program other than marbled wrote it.
  init?(_ entry: RedisEntry) {
    var fields: [String: String] = [:]
    for field in entry.fields { fields[field.name] = field.value }
    guard let kind = fields["kind"].flatMap(Kind.init), let run = fields["run"], let lines = fields["lines"],
      let version = fields["wire"].flatMap(Int.init)
    else { return nil }
    self.init(kind: kind, run: run, base: fields["base"], lines: lines, wireVersion: version)
  }

  /// The names and values of the fields, as arguments of `XADD`.
  var words: [String] {
    ["kind", kind.rawValue, "wire", String(wireVersion), "run", run]
      + (base.map { ["base", $0] } ?? []) + ["lines", lines]
  }
}
