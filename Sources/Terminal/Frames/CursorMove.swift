/// A way to move the cursor.
struct CursorMove: Hashable {
  /// How the cursor reaches its column within the row.
  enum Way: Hashable {
    case stay
    /// CUF and CUB.
    case forward(Int)
    case back(Int)
    case backspaces(Int)
    /// Print the cells that are already shown.
    case overprint(from: Int)
  }

  enum Kind: Hashable {
    /// CUP.
    case absolute
    /// Line feeds or CUD, perhaps a carriage return, then along the row.
    case relative(down: Int, returns: Bool, Way)
  }

  var kind: Kind
  /// The number of bytes, including printed ones.
  var cost: Int

  static func absolute(column: Int, row: Int) -> CursorMove {
    // The first column and the first row are optional: CSI H, CSI 5 H, CSI ; 5 H.
    let rowLength = row > 0 ? decimalLength(row + 1) : 0
    let columnLength = column > 0 ? 1 + decimalLength(column + 1) : 0
    return CursorMove(kind: .absolute, cost: 3 + rowLength + columnLength)
  }

  /// The cheaper of `count` line feeds and CUD.
  static func downCost(_ count: Int) -> Int { min(count, distanceCost(count)) }

  /// CUF, CUB or CUD.
  static func distanceCost(_ count: Int) -> Int { count == 0 ? 0 : count == 1 ? 3 : 3 + decimalLength(count) }
}

extension [UInt8] {
  /// Appends a move, without the cells that are printed on the way.
  mutating func append(_ move: CursorMove.Kind, column: Int, row: Int) {
    switch move {
    case .absolute:
      self += [0x1B, UInt8(ascii: "[")]
      if row > 0 { append(decimal: row + 1) }
      if column > 0 {
        append(UInt8(ascii: ";"))
        append(decimal: column + 1)
      }
      append(UInt8(ascii: "H"))
    case .relative(let down, let returns, let way):
      if returns { append(0x0D) }
      if down <= CursorMove.distanceCost(down) {
        for _ in 0..<down { append(0x0A) }
      } else {
        append(distance: down, UInt8(ascii: "B"))
      }
      switch way {
      case .stay, .overprint: break
      case .forward(let count): append(distance: count, UInt8(ascii: "C"))
      case .back(let count): append(distance: count, UInt8(ascii: "D"))
      case .backspaces(let count): for _ in 0..<count { append(0x08) }
      }
    }
  }

  private mutating func append(distance: Int, _ final: UInt8) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if distance > 1 { append(decimal: distance) }
    append(final)
  }
}
