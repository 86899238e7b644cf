internal import Foundation

/// What this process has of the system, as far as the system tells.
enum ProcessUsage {
  /// Its memory that is in use, in bytes.
  static var residentBytes: Int? {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// How many descriptors are open.
  static var openDescriptors: Int? {
    // One of them is open to list them.
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")).map { $0.count - 1 }
  }
}
