import SceneFiles
import Scenes
import Testing

@testable import Client

@Suite struct RefreshRatesTests {
  private func intervals(_ rates: RefreshRates) throws -> [Duration?] {
    let text = """
      refreshInterval: 100ms
      rows: { a: { marbles: "1|", refreshInterval: 1s }, b: { marbles: "1|" }, c: { marbles: "1|", refreshInterval: 2s } }
      """
    let scene = rates.applied(to: try SceneFile(parsing: text, path: "x.yaml").scene)
    return [scene.refreshInterval] + scene.rows.map(\.refreshInterval)
  }

  @Test("a viewer draws as often as it wants, and as the scene says where it wants nothing")
  func applied() throws {
    #expect(try intervals(RefreshRates()) == [.milliseconds(100), .seconds(1), nil, .seconds(2)])
    #expect(try intervals(RefreshRates(interval: .seconds(3))) == [.seconds(3), nil, nil, nil])
    #expect(
      try intervals(RefreshRates(rows: ["a": .seconds(4), "x": .seconds(5)])) == [
        .milliseconds(100), .seconds(4), nil, .seconds(2),
      ])
    #expect(
      try intervals(RefreshRates(interval: .seconds(3), rows: ["b": .seconds(4)])) == [
        .seconds(3), nil, .seconds(4), nil,
      ])
  }
}
