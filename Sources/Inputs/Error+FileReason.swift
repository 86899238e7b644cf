internal import Foundation

extension Error {
  /// Why the system refused to read or write a file, such as "Permission denied": in the words of the C library, as all messages
  /// of marbled say it. Foundation's sentences name neither the reason nor what to do.
  package var fileReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    for error in [underlying, self].compactMap(\.self) {
      if let error = error as? POSIXError { return Self.reason(error.code.rawValue) }
      let error = error as NSError
      if error.domain == NSPOSIXErrorDomain { return Self.reason(Int32(truncatingIfNeeded: error.code)) }
    }
    return switch (self as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: Self.reason(ENOENT)
    case .fileWriteNoPermission, .fileReadNoPermission: Self.reason(EACCES)
    case .fileWriteOutOfSpace: Self.reason(ENOSPC)
    case .fileWriteVolumeReadOnly: Self.reason(EROFS)
    case .fileWriteFileExists: Self.reason(EEXIST)
    default: localizedDescription
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
