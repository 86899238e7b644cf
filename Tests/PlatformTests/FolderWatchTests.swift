import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FolderWatchTests {
  @Test(
    "changes in each of several folders are reported, and each once", .enabled(if: FolderWatch(".").descriptor >= 0))
  func severalFolders() throws {
    let folders = try [TemporaryFolder(), TemporaryFolder()]
    let path = folders[0].file("a")
    try "x".write(toFile: folders[1].file("b"), atomically: false, encoding: .utf8)
    let watch = FolderWatch(folders.map(\.path) + [path + "/none"])
    #expect(!watch.wait(for: 0))
    try "x".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(watch.wait(for: .max) && !watch.wait(for: 0))
    try FileManager.default.removeItem(atPath: folders[1].file("b"))
    #expect(watch.wait(for: .max) && !watch.wait(for: 0))
  }

  @Test func theTimeOfDayHasTwoDigitsEach() {
    #expect(RealTime.timeOfDay.wholeMatch(of: /[0-2]\d:[0-5]\d:[0-6]\d/) != nil)
  }
}
