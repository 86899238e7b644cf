/// What a server says about the stream that feeds a row, and what its reader did with entries of others.
public struct StreamStatus: Hashable, Sendable {
  /// The number of entries that the reader, or its group, has not been given yet; nil when the server does not say.
  public var lag: Int?
  /// The number of entries that the consumers of the group have been given and not acknowledged; nil without a group.
  public var pending: Int?
  /// The number of entries that this consumer took over from others that gave no sign of life.
  public var claimed = 0
  /// The number of entries that were set aside because they were delivered too often.
  public var setAside = 0

  /// Creates a status of which nothing is known.
  public init() {}

  /// Creates a status; see the properties for the meaning of each argument.
  public init(lag: Int?, pending: Int?, claimed: Int, setAside: Int) {
    (self.lag, self.pending, self.claimed, self.setAside) = (lag, pending, claimed, setAside)
  }

  /// `lag 120`, `3 pending`, `2 claimed`, `1 set aside`: what is known and not 0, and the lag.
  public var notes: [String] {
    var notes: [String] = []
    if let lag { notes.append("lag \(lag)") }
    if let pending, pending > 0 { notes.append("\(pending) pending") }
    if claimed > 0 { notes.append("\(claimed) claimed") }
    if setAside > 0 { notes.append("\(setAside) set aside") }
    return notes
  }
}
