import Foundation
import Platform
import TestSupport

/// The sockets of the internet that a process has, as Linux lists them in /proc.
struct NetworkSockets {
  /// The addresses of its TCP sockets that listen, such as `127.0.0.1:8080`; those of IPv6 in hexadecimal digits.
  let listening: [String]
  /// The number of its TCP and UDP sockets, whatever they do.
  let count: Int

  static let isKnown = FileManager.default.fileExists(atPath: "/proc/self/net/tcp")

  init(of process: pid_t) throws {
    let folder = "/proc/\(process)/fd"
    // A descriptor may be closed meanwhile.
    let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    let own = Set(links.compactMap { $0.wholeMatch(of: /socket:\[(\d+)\]/).map { String($0.1) } })
    var (listening, count): ([String], Int) = ([], 0)
    for table in ["tcp", "tcp6", "udp", "udp6"] {
      // A machine may have no IPv6.
      guard let text = try? String(contentsOfFile: "/proc/\(process)/net/\(table)", encoding: .utf8) else { continue }
      for line in text.split(separator: "\n").dropFirst() {
        // proc_pid_net(5): number, local and remote address, state, queues, timers, retransmissions, user, timeout, inode.
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count > 9, own.contains(fields[9]) else { continue }
        count += 1
        if table.hasPrefix("tcp"), fields[3] == "0A" { listening.append(try Self.address(fields[1])) }
      }
    }
    (self.listening, self.count) = (listening, count)
  }

  /// `0100007F:1F90` as `127.0.0.1:8080`.
  private static func address(_ text: String) throws -> String {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { throw Problem("no address: \(text)") }
    guard let number = UInt32(parts[0], radix: 16) else { return "[\(parts[0])]:\(port)" }
    // The bytes of the number in memory are those of the address.
    return withUnsafeBytes(of: number) { $0.map { "\($0)" }.joined(separator: ".") } + ":\(port)"
  }
}
