import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(1))) struct AttachmentTests {
  @Test("a connection on which nothing is told any more is given up")
  func silent() async {
    var wasCancelled = false
    wasCancelled = await withCheckedContinuation { continuation in
      Task {
        await Attachment.unlessSilent(for: .milliseconds(20)) { heard in
          heard()
          // As long as it takes.
          try? await Task.sleep(for: .seconds(1000))
          continuation.resume(returning: Task.isCancelled)
        }
      }
    }
    #expect(wasCancelled)
  }

  @Test("one that ends by itself is not waited for")
  func ends() async {
    await Attachment.unlessSilent(for: .seconds(1000)) { heard in heard() }
  }
}
