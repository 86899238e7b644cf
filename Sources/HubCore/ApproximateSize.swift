internal import Expressions
internal import Marbles
package import Scenes

// How much memory values take, roughly: caches count it, so that a few large scenes can't fill what the daemon may have.
//
// The storage of arrays and of texts that don't fit into their references is counted for each holder, though it may be
// shared: what is counted is never less than what is taken.

extension Recording {
  /// Roughly how many bytes it takes; counting ends at the first sum above `limit`.
  package func approximateBytes(upTo limit: Int = .max) -> Int {
    var bytes = 0
    for row in rows {
      row.timeline.addBytes(to: &bytes, upTo: limit)
      for inner in row.inner {
        bytes += MemoryLayout<Inner>.stride + inner.value.bytes
        for event in inner.events where bytes <= limit { bytes += event.bytes }
      }
      bytes += row.through.count * 64
      if bytes > limit { return bytes }
    }
    return bytes
  }
}

extension Scene {
  /// Roughly how many bytes it takes; counting ends at the first sum above `limit`.
  package func approximateBytes(upTo limit: Int = .max) -> Int {
    var bytes = name.bytes + title.bytes + about.bytes
    for row in rows {
      bytes += MemoryLayout<Row>.stride + row.name.bytes
      row.timeline?.addBytes(to: &bytes, upTo: limit)
      // The tree of an expression takes about this much for each byte of its text.
      if let expression = row.expression { bytes += expression.source.utf8.count * 32 }
      if bytes > limit { return bytes }
    }
    return bytes
  }
}

extension Timeline {
  fileprivate func addBytes(to bytes: inout Int, upTo limit: Int) {
    for event in events {
      guard bytes <= limit else { return }
      bytes += event.bytes
    }
  }
}

extension Event {
  fileprivate var bytes: Int {
    MemoryLayout<Event>.stride + (name?.bytes ?? 0) + value.bytes + from.bytes + sources.bytes
  }
}

extension String {
  /// What it takes beside its reference: nothing for up to 15 bytes.
  fileprivate var bytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}

extension Lineage {
  /// What it adds to those that it is made of: a node, or a few keys.
  fileprivate var bytes: Int { isEmpty || only != nil ? 0 : 128 }
}

extension Value {
  /// What it takes beside itself.
  fileprivate var bytes: Int {
    switch self {
    case .null, .bool, .int, .double: 0
    case .string(let text): text.bytes
    // Each part is a value, or 64 bytes of a text.
    case .array, .tuple, .object: 32 + (parts ?? Value.maximumParts) * 64
    }
  }
}
