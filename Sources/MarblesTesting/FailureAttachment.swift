#if canImport(Testing)
  internal import Testing
#endif

/// Attaches the picture of a failure to the test that runs.
///
/// `swift test --attachments-path DIR` writes it into a folder, and editors show it beside the failure. Outside of a test
/// of Swift Testing, as in XCTest, nothing is attached.
enum FailureAttachment {
  static func record(_ failure: MarbleTestFailure) {
    #if canImport(Testing)
      guard Test.current != nil else { return }
      Attachment.record(failure.svg, named: "marbles.svg")
    #endif
  }
}
