internal import Platform

/// Adjacent cells of one row to send to a terminal; a run never cuts a wide character.
struct CellRun: Hashable {
  var row: Int
  var columns: Range<Int>
}

extension Canvas {
  /// The cells to paint, in reading order, on a terminal that shows `old`, which has the same size.
  ///
  /// Cells that look the same at `depth` are left out. Where a wide character was removed, both columns differ, because
  /// one was a continuation. Cells that a character of disputed width may overwrite are painted after it.
  func runs(from old: Canvas, depth: ColorDepth) -> [CellRun] {
    precondition(old.size == size)
    let sharesClusters = old.clusters == clusters
    var runs: [CellRun] = []
    var reduced = ColorDepthCache(to: depth)
    let columns = size.columns
    old.withUnsafeCells { oldGlyphs, oldPens in
      withUnsafeCells { glyphs, pens in
        for row in 0..<size.rows {
          let start = row * columns
          if sharesClusters && isEqual(oldGlyphs, glyphs, start, columns) && isEqual(oldPens, pens, start, columns) {
            continue
          }
          var overwritten = 0
          var column = 0
          while column < columns {
            let index = start + column
            let (before, glyph) = (oldGlyphs[index], glyphs[index])
            // The fast path for most cells: a continuation equals its left half, and clusters need a lookup.
            if before == glyph, oldPens[index] == pens[index], column >= overwritten,
              sharesClusters || !glyph.isCluster
            {
              column += 1
              continue
            }
            let width = max(1, glyph.width)
            // Not compared as strings, which treat é and e with a combining accent as equal.
            let isSame =
              sharesClusters || !(before.isCluster && glyph.isCluster)
              ? before == glyph : old.text(of: before).utf8.elementsEqual(text(of: glyph).utf8)
            if !isSame || column < overwritten || reduced(oldPens[index]) != reduced(pens[index]) {
              if let last = runs.last, last.row == row, last.columns.upperBound == column {
                runs[runs.count - 1].columns = last.columns.lowerBound..<column + width
              } else {
                // Moving pictures have many runs.
                if runs.isEmpty { runs.reserveCapacity(256) }
                runs.append(CellRun(row: row, columns: column..<column + width))
              }
              if !glyph.isSettled { overwritten = max(overwritten, column + glyph.reach) }
            }
            column += width
          }
        }
      }
    }
    return runs
  }

  private func withUnsafeCells(_ body: (UnsafeBufferPointer<Glyph>, UnsafeBufferPointer<PackedStyle>) -> Void) {
    glyphs.withUnsafeBufferPointer { glyphs in pens.withUnsafeBufferPointer { body(glyphs, $0) } }
  }
}

/// Whether a range of both arrays is equal, byte for byte; the elements have no padding.
private func isEqual<Element>(
  _ left: UnsafeBufferPointer<Element>, _ right: UnsafeBufferPointer<Element>, _ start: Int, _ count: Int
) -> Bool {
  guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return true }
  return memcmp(left + start, right + start, count * MemoryLayout<Element>.stride) == 0
}
