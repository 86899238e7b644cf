import Foundation
import TestSupport

/// The resources of a process, seen from outside.
struct ProcessReading {
  /// Resident memory, in bytes.
  var memory: Int
  /// The most resident memory so far, in bytes.
  var peakMemory: Int
  var threads: Int
  var descriptors: Int
  /// Processor time so far, in seconds.
  var processorTime: Double

  /// Nil when the process has ended, or without `/proc`.
  init?(process: Int32) {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let memory = Self.number("VmRSS", in: status), let peak = Self.number("VmHWM", in: status),
      let threads = Self.number("Threads", in: status),
      let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    else { return nil }
    (self.memory, peakMemory) = (memory * 1024, peak * 1024)
    (self.threads, self.descriptors) = (threads, descriptors)
    // proc(5): utime and stime are the 14th and the 15th field; the name, the second one, may have blanks.
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
    processorTime = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

extension ProcessReading {
  /// What processes take together.
  ///
  /// - Throws: `Problem` when one of them has ended.
  static func of(_ processes: [Int32]) throws -> ProcessReading {
    let readings = processes.map { ProcessReading(process: $0) }
    guard var sum = readings.first ?? nil else { throw Problem("the server is gone") }
    for case let reading in readings.dropFirst() {
      guard let reading else { throw Problem("the server is gone") }
      sum.memory += reading.memory
      sum.descriptors += reading.descriptors
      sum.processorTime += reading.processorTime
    }
    return sum
  }

  private static func number(_ key: String, in status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) }
  }
}

/// A size in MiB for people.
func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / 1_048_576 * 10).rounded() / 10) MiB" }

/// A percentage for people.
func percent(_ share: Double) -> String { "\((share * 10_000).rounded() / 100) %" }

extension Array where Element: Comparable {
  /// The median of a non-empty list.
  var middle: Element { sorted()[count / 2] }
}
