internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Tells the service manager how it goes, as sd_notify(3) describes: one datagram a message.
///
/// Without `NOTIFY_SOCKET`, which is how a daemon is started by hand, nothing is sent. Messages go out in their order from
/// a queue of their own, as a manager that is busy lets whoever sends wait.
public struct ServiceNotifier: Sendable {
  /// What a service manager is told.
  public enum Message: Hashable, Sendable {
    /// It is up, and whoever waited for it may go on.
    case ready
    /// One line for `systemctl status`.
    case status(String)
    /// The configuration is read again; ``ready`` follows.
    case reloading(monotonicMicroseconds: UInt64)
    /// It is about to end.
    case stopping
    /// It is alive.
    case watchdog

    var text: String {
      switch self {
      case .ready: "READY=1"
      case .status(let line): "STATUS=" + line.replacing("\n", with: " ")
      case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time)"
      case .stopping: "STOPPING=1"
      case .watchdog: "WATCHDOG=1"
      }
    }
  }

  /// How often ``Message/watchdog`` is to be sent: twice as often as the manager expects it; nil when it does not.
  public let watchdogInterval: Duration?
  private let path: String?
  private let queue = DispatchQueue(label: "marbled.notify", qos: .userInteractive)

  /// Reads what the manager has left in the environment of its services.
  ///
  /// - Parameter process: the process that may speak for the service.
  public init(environment: [String: String], process: Int32) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let isForAnother = environment["WATCHDOG_PID"].map { Int32($0) != process } ?? false
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
    watchdogInterval = isForAnother ? nil : microseconds.flatMap { $0 > 0 ? .microseconds($0 / 2) : nil }
  }

  /// Sends messages as one datagram; a manager that has gone away is no reason to do anything about it.
  public func send(_ messages: Message...) {
    guard path != nil else { return }
    let text = messages.map(\.text).joined(separator: "\n")
    queue.async { deliver(text) }
  }

  /// Waits until all that was sent before has been taken, but no longer than a time.
  func drain(within time: DispatchTimeInterval = .seconds(1)) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    _ = isDone.wait(timeout: .now() + time)
  }

  private func deliver(_ text: String) {
    guard let path else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    // An abstract name begins with a zero, and has its length instead of an end.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + name.count + (name[0] == 0 ? 0 : 1)

    #if canImport(Glibc)
      let (kind, noSignal) = (Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(MSG_NOSIGNAL))
    #else
      let (kind, noSignal) = (Int32(SOCK_DGRAM), Int32(0))
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)
    _ = bytes.withUnsafeMutableBytes { bytes in
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, bytes.baseAddress, bytes.count, noSignal, $0, socklen_t(length))
        }
      }
    }
  }
}
