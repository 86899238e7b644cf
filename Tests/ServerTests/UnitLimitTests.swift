import Foundation
import Inputs
import Platform
import Testing

@testable import Server

/// The shipped units leave room for what marbled itself allows and documents.
@Suite struct UnitLimitTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "systemd")

  private func number(_ key: String, in unit: String) throws -> Int {
    let text = try String(contentsOf: Self.folder.appending(path: unit), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(key)=") }, "\(unit) has no \(key)=")
    return try #require(Int(line.dropFirst(key.count + 1)))
  }

  // The unit of a user has the limits of its session.
  private static let units = ["marbled.service", "marbled-kiosk@.service"]

  @Test(
    "TasksMax= has room for the threads of marbled on a large machine, and for 64 rows with `exec:`", arguments: units)
  func tasks(unit: String) throws {
    let limit = try number("TasksMax", in: unit)
    #expect(TaskBudget(limit: limit, processors: 128).commands >= TaskBudget.documentedCommands)
  }

  @Test(
    "LimitNOFILE= has room for all viewers, connections, taps, and 64 rows each with `exec:` and `tail:`",
    arguments: units)
  func descriptors(unit: String) throws {
    let limit = try number("LimitNOFILE", in: unit)
    let configuration = DaemonConfiguration()
    let rows = TaskBudget.documentedCommands
    let sources = 64 * SourceNeeds.perStream + rows * (SourceNeeds.perCommand + SourceNeeds.perFile)
    #expect(DescriptorBudget(limit: limit).following >= configuration.viewers + configuration.viewConnections + sources)
  }
}
