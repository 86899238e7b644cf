import Foundation
import TestSupport
import Testing

@testable import Server

@Suite struct ServiceNotifierTests {
  /// What a service manager receives from `body`, a datagram each.
  private func received(_ body: (String) -> Void) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "notify-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = try DatagramReceiver(path: folder + "/notify")
    body(folder + "/notify")
    return manager.received()
  }

  @Test("messages that are sent together are one datagram")
  func messagesAreDatagrams() throws {
    let received = try received { path in
      let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": path], process: 1)
      notifier.send(.ready, .status("zip ×2,\n3 viewers"))
      notifier.send(.reloading(monotonicMicroseconds: 17))
      notifier.send(.watchdog)
      notifier.send(.stopping)
      notifier.drain()
    }
    #expect(
      received == [
        "READY=1\nSTATUS=zip ×2, 3 viewers", "RELOADING=1\nMONOTONIC_USEC=17", "WATCHDOG=1", "STOPPING=1",
      ])
  }

  @Test("a manager that is not there is not missed")
  func nobodyListens() {
    ServiceNotifier(environment: [:], process: 1).send(.ready)
    ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"], process: 1).send(.ready)
    ServiceNotifier(environment: ["NOTIFY_SOCKET": String(repeating: "/x", count: 100)], process: 1).send(.ready)
  }

  @Test("the watchdog is fed twice as often as it expects it, by the process that it watches")
  func watchdog() {
    func interval(_ environment: [String: String]) -> Duration? {
      ServiceNotifier(environment: environment, process: 7).watchdogInterval
    }
    #expect(interval(["WATCHDOG_USEC": "3000000"]) == .milliseconds(1500))
    #expect(interval(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"]) == .milliseconds(1500))
    #expect(interval(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"]) == nil)
    #expect(interval([:]) == nil)
  }
}
