/// Expands data of DEFLATE (RFC 1951) that comes in pieces.
///
/// Its memory is bounded: it keeps what a repetition may refer to, and the newest bytes.
final class Inflater {
  /// How far back a repetition may begin.
  static let reach = 32_768
  /// The maximum number of bytes that one call makes.
  static let most = 1 << 16
  /// The longest repetition.
  private static let longest = 258

  /// Why data can't be expanded.
  struct Damage: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  private enum Stage {
    case block
    case storedLength
    case stored(left: Int)
    case sizes
    case lengthsOfLengths
    case lengths
    case symbols
    case repetition(left: Int, distance: Int)
    case done
  }

  /// The newest bytes; behind them is room for the rest of a word that is copied.
  let window: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  private(set) var end = 0
  /// Where the oldest byte is to which a repetition may refer.
  private var start = 0
  private var stage = Stage.done
  private var isLast = false

  private let ownLiterals = HuffmanTable(HuffmanTable.Entry.literals)
  private let ownDistances = HuffmanTable(HuffmanTable.Entry.distances)
  private let codeLengths = HuffmanTable(HuffmanTable.Entry.codeLengths)
  private lazy var fixedLiterals = fixed(HuffmanTable.Entry.literals, DeflateTables.fixedLengths)
  private lazy var fixedDistances = fixed(HuffmanTable.Entry.distances, [UInt8](repeating: 5, count: 32))
  /// Those of the current block.
  private var literals: HuffmanTable
  private var distances: HuffmanTable
  /// The lengths of the codes of a block, as far as they are read, and how many there are of which kind.
  private var lengths = [UInt8](repeating: 0, count: 286 + 30)
  private var known = 0
  private var sizes = (literals: 0, distances: 0, lengths: 0)

  init() {
    let size = Self.reach + Self.most + 8
    window = .allocate(capacity: size)
    window.initialize(repeating: 0, count: size)
    (literals, distances) = (ownLiterals, ownDistances)
  }

  deinit { window.deallocate() }

  private func fixed(_ meanings: [HuffmanTable.Entry], _ lengths: [UInt8]) -> HuffmanTable {
    let table = HuffmanTable(meanings)
    _ = table.set(lengths[...])
    return table
  }

  /// Begins data that refers to nothing before it.
  func begin() { (stage, start, isLast) = (.block, end, false) }

  /// Whether the data has come to its end.
  var isDone: Bool { if case .done = stage { true } else { false } }

  /// Forgets old bytes, so that there is room for ``most`` new ones.
  func makeRoom() {
    guard end > Self.reach else { return }
    let dropped = end - Self.reach
    window.update(from: window + dropped, count: Self.reach)
    (start, end) = (max(0, start - dropped), Self.reach)
  }

  /// Expands until ``end`` is at the limit, the input is used up, or the data has come to its end.
  ///
  /// - Parameter limit: at most ``most`` behind ``end`` as ``makeRoom()`` has left it.
  func run(_ input: inout BitInput, until limit: Int) throws(Damage) {
    while end < limit, try step(&input, limit) {}
  }

  /// Does one part; false when the input is used up or the data is at its end.
  private func step(_ input: inout BitInput, _ limit: Int) throws(Damage) -> Bool {
    switch stage {
    case .block:
      guard let header = input.take(3) else { return false }
      isLast = header & 1 == 1
      switch header >> 1 {
      case 0:
        input.align()
        stage = .storedLength
      case 1:
        (literals, distances, stage) = (fixedLiterals, fixedDistances, .symbols)
      case 2: stage = .sizes
      default: throw Damage("a block has an unknown type")
      }
    case .storedLength:
      guard let both = input.take(32) else { return false }
      guard both & 0xFFFF == ~(both >> 16) & 0xFFFF else { throw Damage("the length of a stored block is wrong") }
      stage = .stored(left: both & 0xFFFF)
    case .stored(let left):
      let bytes = input.takeBytes(min(left, limit - end))
      if left > 0, bytes.isEmpty { return false }
      bytes.withUnsafeBufferPointer {
        if let start = $0.baseAddress { (window + end).update(from: start, count: $0.count) }
      }
      end += bytes.count
      stage = left == bytes.count ? afterBlock : .stored(left: left - bytes.count)
    case .sizes, .lengthsOfLengths, .lengths: return try readCodes(&input)
    case .symbols:
      try readSymbols(&input, limit)
      guard case .symbols = stage, end < limit else { return true }
      return try readSymbol(&input)
    case .repetition(let left, let distance):
      let count = min(left, limit - end)
      copy(count, distance, to: end)
      end += count
      stage = count == left ? .symbols : .repetition(left: left - count, distance: distance)
    case .done: return false
    }
    return true
  }

  private var afterBlock: Stage { isLast ? .done : .block }

  // MARK: Codes of a block

  /// The order in which the lengths of the codes of lengths are written.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private func readCodes(_ input: inout BitInput) throws(Damage) -> Bool {
    switch stage {
    case .sizes:
      guard let all = input.take(14) else { return false }
      sizes = (literals: 257 + all & 31, distances: 1 + all >> 5 & 31, lengths: 4 + all >> 10)
      guard sizes.literals <= 286, sizes.distances <= 30 else { throw Damage("a block has too many codes") }
      for index in 0..<19 { lengths[index] = 0 }
      (known, stage) = (0, .lengthsOfLengths)
    case .lengthsOfLengths:
      while known < sizes.lengths {
        guard let length = input.take(3) else { return false }
        lengths[Self.order[known]] = UInt8(length)
        known += 1
      }
      guard codeLengths.set(lengths[..<19]) else { throw Damage("a block has codes that contradict each other") }
      (known, stage) = (0, .lengths)
    default:
      while known < sizes.literals + sizes.distances {
        guard let (length, count) = try nextLengths(&input) else { return false }
        guard known + count <= sizes.literals + sizes.distances else { throw Damage("a block has too many codes") }
        for index in known..<known + count { lengths[index] = length }
        known += count
      }
      guard lengths[256] > 0 else { throw Damage("a block has no code for its end") }
      guard ownLiterals.set(lengths[..<sizes.literals]), ownDistances.set(lengths[sizes.literals..<known]) else {
        throw Damage("a block has codes that contradict each other")
      }
      (literals, distances, stage) = (ownLiterals, ownDistances, .symbols)
    }
    return true
  }

  /// The next lengths of codes, which are equal; nil when the input has not all of it.
  private func nextLengths(_ input: inout BitInput) throws(Damage) -> (length: UInt8, count: Int)? {
    input.fill()
    let entry = codeLengths.entry(input.bits)
    guard entry.length + entry.extra <= input.count else { return nil }
    guard entry.kind == HuffmanTable.Kind.literal.rawValue else { throw Damage("a code has no meaning") }
    input.drop(entry.length)
    guard let more = input.take(entry.extra) else { return nil }
    switch entry.value {
    case 16:
      guard known > 0 else { throw Damage("the first length of a code is a repetition") }
      return (lengths[known - 1], 3 + more)
    case 17: return (0, 3 + more)
    case 18: return (0, 11 + more)
    default: return (UInt8(entry.value), 1)
    }
  }

  // MARK: Symbols

  /// Reads symbols as long as there is enough input and room for any.
  private func readSymbols(_ input: inout BitInput, _ limit: Int) throws(Damage) {
    var (place, bits, count, end) = (input.place, input.bits, input.count, end)
    let (window, literals, distances, start) = (window, literals, distances, start)
    var damage: Damage?
    var isOver = false
    input.bytes.withUnsafeBytes { bytes in
      while place + 8 <= bytes.count, end + Self.longest <= limit {
        // At least 56 bits; above them are some that are read again.
        bits |= UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &<< UInt64(count)
        place &+= (63 &- count) &>> 3
        count |= 56
        let symbol = literals.entry(bits)
        bits &>>= UInt64(symbol.length)
        count &-= symbol.length
        if symbol.kind == HuffmanTable.Kind.literal.rawValue {
          window[end] = UInt8(truncatingIfNeeded: symbol.value)
          end &+= 1
          continue
        }
        if symbol.kind == HuffmanTable.Kind.end.rawValue {
          isOver = true
          break
        }
        let length = symbol.value &+ Int(bits & (1 &<< UInt64(symbol.extra) &- 1))
        bits &>>= UInt64(symbol.extra)
        let far = distances.entry(bits)
        bits &>>= UInt64(far.length)
        let distance = far.value &+ Int(bits & (1 &<< UInt64(far.extra) &- 1))
        bits &>>= UInt64(far.extra)
        count &-= symbol.extra &+ far.length &+ far.extra
        damage = problem(symbol, far, distance, within: end - start)
        if damage != nil { break }
        copy(length, distance, to: end)
        end &+= length
      }
    }
    (input.place, input.count, input.bits) = (place, count, bits & (1 << UInt64(count) - 1))
    self.end = end
    if let damage { throw damage }
    if isOver { stage = afterBlock }
  }

  /// Reads one symbol; false when the input has not all of it.
  private func readSymbol(_ input: inout BitInput) throws(Damage) -> Bool {
    input.fill()
    var (bits, used) = (input.bits, 0)
    func take(_ count: Int) -> Int {
      defer { (bits, used) = (bits >> UInt64(count), used + count) }
      return Int(bits & (1 << UInt64(count) - 1))
    }
    let symbol = literals.entry(bits)
    _ = take(symbol.length)
    guard used <= input.count else { return false }
    switch symbol.kind {
    case HuffmanTable.Kind.literal.rawValue:
      window[end] = UInt8(symbol.value)
      end += 1
    case HuffmanTable.Kind.end.rawValue: stage = afterBlock
    default:
      let length = symbol.value + take(symbol.extra)
      let far = distances.entry(bits)
      _ = take(far.length)
      let distance = far.value + take(far.extra)
      guard used <= input.count else { return false }
      if let damage = problem(symbol, far, distance, within: end - start) { throw damage }
      stage = .repetition(left: length, distance: distance)
    }
    input.drop(used)
    return true
  }

  @inline(__always) private func problem(
    _ length: HuffmanTable.Entry, _ far: HuffmanTable.Entry, _ distance: Int, within most: Int
  ) -> Damage? {
    let base = HuffmanTable.Kind.base.rawValue
    guard length.kind == base, far.kind == base else { return Damage("a code has no meaning") }
    return distance > most ? Damage("a repetition begins before the data") : nil
  }

  /// Copies bytes from before `end` to there; a distance shorter than their number repeats them.
  @inline(__always) private func copy(_ count: Int, _ distance: Int, to end: Int) {
    let target = UnsafeMutableRawPointer(window + end)
    let source = UnsafeRawPointer(target - distance)
    var done = 0
    if distance < 8 {
      while done < count {
        target.storeBytes(of: source.load(fromByteOffset: done, as: UInt8.self), toByteOffset: done, as: UInt8.self)
        done &+= 1
      }
      return
    }
    while done < count {
      let word = source.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: done, as: UInt64.self)
      done &+= 8
    }
  }
}
