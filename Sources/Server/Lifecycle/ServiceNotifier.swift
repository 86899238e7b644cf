internal import Dispatch
internal import Platform

/// Notifies the service manager as described in sd_notify(3), one datagram per notification.
///
/// Without `NOTIFY_SOCKET`, as when the daemon is started by hand, it sends nothing. Datagrams are sent in order from a
/// separate queue, as a busy manager blocks the sender.
public struct ServiceNotifier: Sendable {
  /// A notification to the service manager.
  public enum Message: Hashable, Sendable {
    /// The daemon is up; dependent units may start.
    case ready
    /// A line for `systemctl status`.
    case status(String)
    /// A reload has begun; ``ready`` follows.
    case reloading(monotonicMicroseconds: UInt64)
    /// The shutdown has begun.
    case stopping
    /// The daemon is alive.
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

  /// How often to send ``Message/watchdog``: half the interval that the manager expects; nil when it expects none.
  public let watchdogInterval: Duration?
  private let path: String?
  private let queue = DispatchQueue(label: "marbled.notify", qos: .userInteractive)

  /// Reads the environment variables that the service manager sets.
  ///
  /// - Parameter process: the process that may notify for the service.
  public init(environment: [String: String], process: Int32) {
    path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let isForAnother = environment["WATCHDOG_PID"].map { Int32($0) != process } ?? false
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
    watchdogInterval = isForAnother ? nil : microseconds.flatMap { $0 > 0 ? .microseconds($0 / 2) : nil }
  }

  /// Sends messages as one datagram; errors are ignored, as the manager may be gone.
  public func send(_ messages: Message...) {
    guard path != nil else { return }
    let text = messages.map(\.text).joined(separator: "\n")
    queue.async { deliver(text) }
  }

  /// Waits until all pending messages are sent, but at most `time`.
  func drain(within time: Duration = .seconds(1)) {
    let isDone = TimedSemaphore()
    queue.async { isDone.signal() }
    _ = isDone.wait(nanoseconds: time.wholeNanoseconds)
  }

  private func deliver(_ text: String) {
    guard let path else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    // An abstract name begins with a zero byte, and its length takes the place of a terminator.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + name.count + (name[0] == 0 ? 0 : 1)

    let descriptor = Sockets.make(AF_UNIX, .datagram)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)
    _ = bytes.withUnsafeMutableBytes { bytes in
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, bytes.baseAddress, bytes.count, Sockets.noSignal, $0, socklen_t(length))
        }
      }
    }
  }
}

/// `CLOCK_MONOTONIC` in microseconds, as systemd expects it.
func monotonicMicroseconds() -> UInt64 { UInt64(MonotonicClock.awake()) / 1000 }
