#if canImport(Testing)
  internal import Testing
#endif

/// The place of a call of `expectMarbles`, where its failure is reported.
///
/// Four values rather than a `SourceLocation` in the signatures: a test that uses only XCTest need not import Testing.
struct CallSite: Sendable {
  private let fileID: String
  private let filePath: String
  private let line: Int
  private let column: Int

  init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }

  /// Checks an expectation.
  ///
  /// In a test of Swift Testing, an error becomes an issue at the call, with a picture of the failure as an attachment, and
  /// the test goes on. `swift test --attachments-path DIR` writes the picture into a folder, and editors show it beside the
  /// failure.
  ///
  /// - Throws: the error, outside of a test of Swift Testing. A failure then begins with the file and the line.
  func check(_ expectation: () throws -> Void) throws {
    do { try expectation() } catch {
      #if canImport(Testing)
        if Test.current != nil { return record(error) }
      #endif
      guard var failure = error as? MarbleTestFailure else { throw error }
      failure.location = "\(filePath):\(line)"
      throw failure
    }
  }

  #if canImport(Testing)
    private func record(_ error: any Error) {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      if let failure = error as? MarbleTestFailure {
        Attachment.record(failure.svg, named: "marbles.svg", sourceLocation: location)
      }
      Issue.record(error, sourceLocation: location)
    }
  #endif
}
