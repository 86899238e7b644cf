public import Expressions

extension ArrivalQueue {
  /// Input that did not become events: dropped or malformed at a live row, or missed by an output row.
  public struct Counts: Hashable, Sendable {
    /// Values dropped because the queue was full.
    public var dropped = 0
    /// Lines without a valid value.
    public var malformed = 0
    /// How many of the malformed lines exceed a limit.
    public var tooLong = 0
    /// The numbers of the first malformed lines, from 1; empty when the source does not count its lines.
    public private(set) var malformedLines: [Int] = []
    /// The maximum number of ``malformedLines``.
    private static let listedLines = 5
    /// Lines of text with a NUL or with bytes that are not UTF-8; they are values, too.
    public var invalidCharacters = 0
    /// The numbers of the first of these lines.
    public private(set) var invalidLines: [Int] = []
    /// Lines with fewer or more fields than the header line; they are values, too.
    public private(set) var ragged = 0
    /// The number of the first of these lines.
    public private(set) var raggedLine: Int?
    /// Values that a row had forgotten before this output row asked for them.
    public var missed = 0
    /// Events of the row that a recording lacks, because they could not be written.
    public var unrecorded = 0
    /// How often a closure of this output row failed for a value, so that its result was `nil`.
    public var failed = 0
    /// The first of these errors; nil when there was none.
    public var failureReason: String?
    /// What the closures of this output row do to every value so far, and surely not on purpose.
    public var findings: [ClosureFinding] = []

    /// Creates counts, by default zero.
    public init(dropped: Int = 0, malformed: Int = 0, missed: Int = 0) {
      (self.dropped, self.malformed, self.missed) = (dropped, malformed, missed)
    }

    /// Counts a malformed line; see ``ArrivalQueue/noteMalformed(line:isTooLong:)``.
    public mutating func noteMalformed(line: Int? = nil, isTooLong: Bool = false) {
      malformed += 1
      if isTooLong { tooLong += 1 }
      if let line, malformedLines.count < Self.listedLines { malformedLines.append(line) }
    }

    /// Counts a line with fewer or more fields than the header line.
    mutating func noteRagged(line: Int) {
      ragged += 1
      raggedLine = raggedLine ?? line
    }

    /// Counts a line of text with a NUL or with bytes that are not UTF-8.
    mutating func noteInvalidCharacters(line: Int) {
      invalidCharacters += 1
      if invalidLines.count < Self.listedLines { invalidLines.append(line) }
    }
  }
}
