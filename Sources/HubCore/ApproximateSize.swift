internal import Expressions
internal import Marbles
package import Scenes

// Approximate memory use of values: caches count it, so that a few large scenes can't exceed the daemon's memory limit.
//
// Shared storage of arrays and long strings is counted for each holder, so the result is an upper bound.

extension Recording {
  /// The approximate size in bytes; counting stops at the first sum above `limit`.
  package func approximateBytes(upTo limit: Int = .max) -> Int {
    var bytes = 0
    for row in rows {
      row.timeline.addBytes(to: &bytes, upTo: limit)
      for inner in row.inner {
        bytes += MemoryLayout<Inner>.stride + inner.value.storageBytes
        for event in inner.events where bytes <= limit { bytes += event.bytes }
      }
      bytes += row.through.count * 64
      row.stages?.addBytes(to: &bytes, upTo: limit)
      if bytes > limit { return bytes }
    }
    return bytes
  }
}

extension Scene {
  /// The approximate size in bytes; counting stops at the first sum above `limit`.
  package func approximateBytes(upTo limit: Int = .max) -> Int {
    var bytes = name.bytes + title.bytes + about.bytes
    for row in rows {
      bytes += MemoryLayout<Row>.stride + row.name.bytes
      row.timeline?.addBytes(to: &bytes, upTo: limit)
      // The syntax tree of an expression takes about this much per byte of its text.
      if let expression = row.expression { bytes += expression.source.utf8.count * 32 }
      if bytes > limit { return bytes }
    }
    return bytes
  }
}

extension Recording.Stages {
  fileprivate func addBytes(to bytes: inout Int, upTo limit: Int) {
    bytes += notes.count * MemoryLayout<Note>.stride + inner.count * 64
    for pass in passes {
      guard bytes <= limit else { return }
      bytes += MemoryLayout<Pass>.stride + pass.asked.count * MemoryLayout<SceneTime>.stride
      for event in pass.events where bytes <= limit {
        bytes += MemoryLayout<Event>.stride + event.value.storageBytes + event.from.bytes
      }
    }
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
    MemoryLayout<Event>.stride + (name?.bytes ?? 0) + value.storageBytes + from.bytes + sources.bytes
  }
}

extension String {
  /// The size of the storage beside the reference: none for up to 15 bytes.
  fileprivate var bytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}

extension Lineage {
  /// The size beyond that of its parents: a node, or a few keys.
  fileprivate var bytes: Int { isEmpty || only != nil ? 0 : 128 }
}
