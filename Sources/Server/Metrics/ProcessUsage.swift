internal import Foundation
internal import Platform

/// The resources that this process uses; nil where the system does not tell: macOS has no `/proc`, so there are neither its
/// memory nor its threads.
enum ProcessUsage {
  /// Resident memory, in bytes.
  static var residentBytes: Int? {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// When the process started, in seconds since 1970: when this was first asked for, which the server does when it begins.
  static let startTime = (Double(RealTime.now) / 1e9 * 1000).rounded() / 1000

  /// The processor time that all threads have used, in seconds.
  static var processorSeconds: Double { ProcessorTime.ofProcess / .seconds(1) }

  /// The number of threads.
  static var threads: Int? { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count }

  /// The number of open file descriptors.
  static var openDescriptors: Int? {
    // One of them is open for the listing.
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")).map { $0.count - 1 }
  }
}
