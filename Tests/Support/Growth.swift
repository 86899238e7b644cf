import Platform

/// Texts whose reading takes more than linear time.
///
/// Each text repeats one part, and each is read at two lengths, of which one is eight times the other. Linear work takes eight
/// times as long, and quadratic work 64 times. What counts is processor time of this thread, so that other processes and
/// tests don't matter, and the minimum of several runs. The lengths follow from the speed of the reader: short ones take too little to
/// be measured.
package struct Growth {
  /// The largest length, in bytes.
  package var most = 128 << 10
  /// What is too much.
  package var limit = 24.0
  /// What each text begins with, so that its reader comes further than to the first character.
  package var beginnings = [""]
  /// What each text ends with.
  package var end = ""
  /// What is repeated. In a part, `§` is the number of the repetition.
  package var parts: [String]

  /// What nests, quotes, refers, escapes, ends nowhere, or belongs together over any distance.
  package static let hostile = [
    "*a ", "&a ", "&a *b ", "&", "*", "[", "]", "(", "{", "}", "<", "- ", "? ", ": ", "'a", "''", "\"", "\\\"", "\\",
    "\\u0041", "a: ", "a,", "a ", "a", "1", "1-", "1@0 ", "|", "#", "# ", "\n", "a\n", "\r\n", " ", "\t", "\u{301}",
    "\u{0}", "é", ".map", ".a", "a.b", "$0 + ", "!", "%", "%41", "=", "/", "@", "{\"a\":", "\"a\":1,", "1,", "{}\n",
  ]

  /// Creates a search. In a part, `§` is the number of the repetition.
  ///
  /// - Parameters:
  ///   - beginnings: what the texts begin with.
  ///   - parts: what is repeated besides ``hostile``.
  ///   - end: what the texts end with.
  ///   - most: the largest length, in bytes.
  package init(_ beginnings: [String] = [""], _ parts: [String] = [], end: String = "", most: Int = 128 << 10) {
    (self.beginnings, self.parts, self.end, self.most) = (beginnings, Self.hostile + parts, end, most)
  }

  /// The texts for which `read` takes too long, in words.
  package func problems(of read: (String) -> Void) -> [String] {
    beginnings.flatMap { beginning in
      parts.compactMap { part in
        let ratio = ratio(of: read) { size in
          let count = max(1, size / part.utf8.count)
          guard part.contains("§") else { return beginning + String(repeating: part, count: count) + end }
          return beginning + (0..<count).map { part.replacing("§", with: "\($0)") }.joined() + end
        }
        guard ratio >= limit else { return nil }
        let text = "\(beginning.debugDescription), then \(part.debugDescription) again and again"
        return "\(text): ×8 in length takes ×\(Int(ratio.rounded())) in time"
      }
    }
  }

  /// Twice the resolution of what else happens in a process: pages that are touched first, memory that is given back.
  private static let least = 0.000_4

  /// How many times as long `read` takes for eight times the length.
  private func ratio(of read: (String) -> Void, _ text: (Int) -> String) -> Double {
    var size = min(128, most / 8)
    while 16 * size <= most {
      let text = text(size)
      if seconds({ read(text) }) >= Self.least { break }
      size *= 2
    }
    while true {
      let texts = (small: text(size), large: text(8 * size))
      let ratio = ratio({ read(texts.small) }, { read(texts.large) })
      // In short texts linear work hides the rest.
      guard ratio > 12, ratio < limit, 32 * size <= most else { return ratio }
      size *= 4
    }
  }

  /// How many times as long `large` takes as `small`, by the processor time of this thread. Both are measured again only if
  /// the first time seems too long.
  package func ratio(_ small: () -> Void, _ large: () -> Void) -> Double {
    var (least, most) = (Double.infinity, Double.infinity)
    for _ in 0..<5 {
      (least, most) = (min(least, seconds(small)), min(most, seconds(large)))
      if most < limit * max(least, Self.least) { break }
    }
    return most / max(least, Self.least)
  }

  private func seconds(_ work: () -> Void) -> Double {
    let start = processorTime()
    work()
    return processorTime() - start
  }
}

/// The seconds of processor time that this thread has used.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
