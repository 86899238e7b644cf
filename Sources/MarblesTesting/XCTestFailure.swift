internal import Platform

/// Failures of tests of XCTest, recorded without linking XCTest.
///
/// An import would load XCTest into each process that uses this library, also where only Swift Testing runs. Its
/// `XCTFail` is no help either: outside of a test it does nothing, and does not say so. `XCTAssertTrue` asks for its
/// message only when it records a failure, so an assertion, looked up by its name, tells whether a test of XCTest runs.
///
/// Only on Linux, where this is tested; elsewhere nothing is recorded, and `expectMarbles` throws.
enum XCTestFailure {
  /// Records a failure of the running test of XCTest.
  ///
  /// - Parameters:
  ///   - text: what went wrong.
  ///   - filePath: the file in which XCTest shows it.
  ///   - line: its line there, from 1.
  /// - Returns: whether a test of XCTest runs; if not, nothing is recorded.
  static func record(_ text: String, filePath: String, line: Int) -> Bool {
    #if canImport(Glibc)
      guard let assertTrue else { return false }
      var isRecorded = false
      let message = {
        isRecorded = true
        return text
      }
      assertTrue({ false }, message, immortal(filePath), UInt(clamping: line))
      return isRecorded
    #else
      return false
    #endif
  }

  #if canImport(Glibc)
    private typealias Assertion = @convention(thin) (() throws -> Bool, () -> String, StaticString, UInt) -> Void

    /// `XCTest.XCTAssertTrue(_:_:file:line:)`; nil in a process without XCTest.
    private static var assertTrue: Assertion? {
      let name = "$s6XCTest13XCTAssertTrue__4file4lineySbyKXK_SSyXKs12StaticStringVSutF"
      return unsafeBitCast(dlsym(nil, name), to: Assertion?.self)
    }

    /// A static string, which a helper has no way to make of a path that it got as a `String`.
    ///
    /// The type is frozen: a pointer, the number of bytes, and flags that are 0 for a pointer to UTF-8. The bytes are
    /// never freed; there are as many as failures.
    private static func immortal(_ text: String) -> StaticString {
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8.count + 1)
      for (index, byte) in text.utf8.enumerated() { bytes[index] = byte }
      bytes[text.utf8.count] = 0
      return unsafeBitCast((Int(bitPattern: bytes), text.utf8.count, UInt8(0)), to: StaticString.self)
    }
  #endif
}
