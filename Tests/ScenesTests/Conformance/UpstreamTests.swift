import Foundation
import Testing

/// Where the checkout of swift-async-algorithms is looked for; in folders of our own.
@Suite struct UpstreamTests {
  private let scratch = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)")

  private func write(_ text: String, to path: String) throws {
    let file = scratch.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func found(from path: String) throws -> Upstream {
    try Upstream(findingFrom: [scratch.appending(path: path).path])
  }

  @Test(arguments: ["", ".build/", "SourcePackages/"])
  func theCheckoutLiesInAScratchFolderAboveTheTests(folder: String) throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    let test = "final class A { func test_b() { validate { $0.inputs[0]\n \"|\" } } }"
    try write(test, to: "\(folder)checkouts/swift-async-algorithms/Tests/Deeper/A.swift")
    try write(
      """
      {"object": {"dependencies": [
        {"packageRef": {"identity": "yams"}, "state": {"checkoutState": {"version": "6.0.0"}}},
        {"packageRef": {"identity": "swift-async-algorithms"}, "state": {"checkoutState": {"version": "9.8.7"}}}]}}
      """, to: "\(folder)workspace-state.json")
    let upstream = try found(from: "\(folder)some-platform/debug/Tests.xctest")
    #expect(upstream.blocks.map(\.name) == ["A.test_b"])
    #expect(upstream.version == "9.8.7")
  }

  @Test func aVersionThatIsNotSaidIsNil() throws {
    defer { try? FileManager.default.removeItem(at: scratch) }
    try write(
      "class A { func test_b() { validate { f\n \"|\" } } }", to: "checkouts/swift-async-algorithms/Tests/A.swift")
    #expect(try found(from: "debug/Tests.xctest").version == nil)
  }

  @Test func aMissingCheckoutIsAnErrorThatSaysWhatToDo() {
    let error = #expect(throws: Problem.self) { try found(from: "debug/Tests.xctest") }
    #expect(error?.description.contains("run `swift package resolve`") == true)
  }
}
