internal import Foundation

/// The resources that this process uses; nil where the system does not tell.
enum ProcessUsage {
  /// Resident memory, in bytes.
  static var residentBytes: Int? {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The number of open file descriptors.
  static var openDescriptors: Int? {
    // One of them is open for the listing.
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")).map { $0.count - 1 }
  }
}
