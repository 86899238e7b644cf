#if canImport(Testing)
  internal import Testing
#endif

/// The place of a call of `expectMarbles`, where its failure is reported.
///
/// Four values rather than a `SourceLocation` in the signatures: a test that uses only XCTest need not import Testing.
struct CallSite: Sendable {
  let fileID: String
  let filePath: String
  let line: Int
  let column: Int

  init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }

  /// Checks an expectation.
  ///
  /// In a test of Swift Testing, an error becomes an issue at the call, with a picture of the failure as an attachment, and
  /// the test goes on. `swift test --attachments-path DIR` writes the picture into a folder, and editors show it beside the
  /// failure. In a test of XCTest, it becomes a failure at the call, and the test goes on.
  ///
  /// - Throws: the error, outside of a test. A failure then begins with the file and the line.
  func check(_ expectation: () throws -> Void) throws {
    do { try expectation() } catch {
      guard var failure = error as? MarbleTestFailure else {
        if CollectedFailures.current != nil || !report(error) { throw error }
        return
      }
      failure.source = OperationSource(at: self)
      if let collected = CollectedFailures.current {
        failure.location = location
        return collected.append(failure)
      }
      if report(failure) { return }
      failure.location = location
      throw failure
    }
  }

  /// The file and the line.
  var location: String { "\(filePath):\(line)" }

  /// Records an error as a failure of the running test.
  ///
  /// - Returns: whether there is one. Tasks that are detached from a test belong to none.
  func report(_ error: any Error) -> Bool {
    #if canImport(Testing)
      if Test.current != nil { return record(error) }
    #endif
    return XCTestFailure.record("\(error)", filePath: filePath, line: line)
  }

  /// Records an error as an issue of Swift Testing, also where no test runs.
  ///
  /// - Returns: whether there is Swift Testing.
  func record(_ error: any Error) -> Bool {
    #if canImport(Testing)
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      if let failure = error as? MarbleTestFailure {
        Attachment.record(failure.svg, named: attachmentName, sourceLocation: location)
      }
      Issue.record(error, sourceLocation: location)
      return true
    #else
      return false
    #endif
  }

  #if canImport(Testing)
    /// The name of a picture: the file, the test and the line of the call, such as `DebounceTests-emits-7.svg`.
    var attachmentName: String {
      let file = filePath.split(separator: "/").last?.split(separator: ".").first ?? "marbles"
      let test = Test.current?.name.prefix { $0 != "(" } ?? "test"
      return "\(file)-\(test)-\(line).svg".map { "/\\:\n`".contains($0) ? "_" : String($0) }.joined()
    }
  #endif
}
