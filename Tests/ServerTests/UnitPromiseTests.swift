import Foundation
import Testing

/// The shipped units of the system do what SECURITY.md and the article on daemons promise.
@Suite struct UnitPromiseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "systemd")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The settings of a unit: the values of each key of each section, in order.
  private struct Unit {
    private var values: [String: [String]] = [:]

    init(_ name: String) throws {
      var section = ""
      for line in try UnitPromiseTests.text(name).split(separator: "\n") where !line.hasPrefix("#") {
        if line.hasPrefix("["), line.hasSuffix("]") {
          section = String(line.dropFirst().dropLast())
          continue
        }
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 2 && !line.hasSuffix("\\"), "\(name): \(line)")
        values["\(section).\(parts[0])", default: []].append(parts[1])
      }
    }

    /// The values of a key of `[Service]`, or of another section that is named as in `Unit.After`.
    subscript(_ key: String) -> [String] { values[key.contains(".") ? key : "Service.\(key)"] ?? [] }
  }

  private static let units = ["marbled.service", "marbled-kiosk@.service"]

  @Test("the units run as the user `marbled`, whom sysusers.d makes, and who can't get more rights", arguments: units)
  func user(name: String) throws {
    let unit = try Unit(name)
    #expect(unit["User"] == ["marbled"] && unit["Group"] == ["marbled"])
    #expect(unit["NoNewPrivileges"] == ["yes"] && unit["RestrictSUIDSGID"] == ["yes"])
    #expect(unit["CapabilityBoundingSet"] == [""] && unit["AmbientCapabilities"] == [""])
    // A prefix such as `+` or `!` would give a command the rights of root.
    for key in ["ExecStart", "ExecReload"] {
      #expect(unit[key].count == 1 && unit[key].allSatisfy { $0.hasPrefix("/") }, "\(key)")
    }
    for key in ["ExecStartPre", "ExecStartPost", "ExecStop", "ExecStopPost", "PermissionsStartOnly"] {
      #expect(unit[key] == [], "\(key)")
    }
    #expect(try Self.text("sysusers.d/marbled.conf").split(separator: "\n").contains { $0.hasPrefix("u marbled - ") })
  }

  @Test("the units have no network: no interface, no sockets but local ones, no address, no port", arguments: units)
  func network(name: String) throws {
    let unit = try Unit(name)
    #expect(unit["PrivateNetwork"] == ["yes"])
    #expect(unit["RestrictAddressFamilies"] == ["AF_UNIX"])
    #expect(unit["IPAddressDeny"] == ["any"] && unit["IPAddressAllow"] == [])
    #expect(unit["SocketBindDeny"] == ["any"] && unit["SocketBindAllow"] == [])
    #expect(unit["JoinsNamespaceOf"] == [] && unit["Unit.JoinsNamespaceOf"] == [] && unit["NetworkNamespacePath"] == [])
  }

  @Test("after five failures within a minute the kiosk gives the console back to its login prompt")
  func loginPrompt() throws {
    let unit = try Unit("marbled-kiosk@.service")
    #expect(unit["Unit.StartLimitBurst"] == ["5"] && unit["Unit.StartLimitIntervalSec"] == ["60"])
    // `OnFailure=` acts when a start is refused: until then, each failure is followed by a start.
    #expect(unit["Restart"] == ["always"])
    let pause = try #require(unit["RestartSec"].first.flatMap(Int.init))
    #expect(5 * pause < 60, "five failures don't fit into a minute")
    // The terminal of the prompt is that of the kiosk, and only one of them has it.
    #expect(unit["Unit.OnFailure"] == ["getty@%i.service"] && unit["Unit.Conflicts"] == ["getty@%i.service"])
    #expect(unit["TTYPath"] == ["/dev/%I"])
  }
}
