internal import Foundation
internal import Platform

/// The file of a recording: appends whole lines, and goes on in a new file when the old one was moved, removed or truncated, or
/// has become too large.
///
/// Only the thread that writes uses it.
struct RecordingOutput: Sendable {
  /// The path as given.
  let path: String
  /// A number that increases when writing goes on in another file, or at the beginning of a truncated one: what is written
  /// next must be readable without what was written before.
  private(set) var part = 0

  private let limit: Int?
  private var descriptor: Int32
  private var isRegular = false
  /// The size of the file after the last write, in bytes.
  private var size = 0
  /// When the file at the path was last compared with the open one, in nanoseconds.
  private var lastLook: Int64

  /// How often the file at the path is compared with the open one, in nanoseconds.
  static let lookInterval: Int64 = 1_000_000_000

  /// Opens the file at `path`, which is created if necessary; an existing file is appended to.
  ///
  /// - Parameters:
  ///   - limit: the size in bytes at which the file is renamed to `path` and `.1`; nil for none. A single chunk, and the
  ///     header before it, may be larger.
  ///   - now: the time, in nanoseconds.
  /// - Throws: ``InputError`` when the file can't be written.
  init(_ path: String, limit: Int?, at now: Int64) throws(InputError) {
    (self.path, self.limit, lastLook) = (path, limit, now)
    descriptor = Self.open(path)
    guard descriptor >= 0 else {
      throw InputError(.unreadable, "\(path) can't be written: \(String(cString: strerror(errno)))")
    }
    begin()
  }

  // Without blocking: opening a pipe would wait for a reader.
  private static func open(_ path: String) -> Int32 {
    let descriptor = Platform.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_APPEND) }
    return descriptor
  }

  private mutating func begin() {
    isRegular = FileStatus(descriptor)?.kind == .regular
    AppendedFile.endCutLine(of: descriptor, at: path)
    size = FileStatus(descriptor)?.size ?? 0
  }

  /// Closes the file.
  mutating func close() {
    if descriptor >= 0 { _ = Platform.close(descriptor) }
    descriptor = -1
  }

  // MARK: Rotation

  /// Opens the path again.
  ///
  /// - Returns: whether it is open; false with `errno`. The old file stays open then.
  @discardableResult
  mutating func reopen() -> Bool {
    let next = Self.open(path)
    guard next >= 0 else { return false }
    close()
    descriptor = next
    part += 1
    begin()
    return true
  }

  /// Makes sure that `count` bytes can be appended to the file at the path.
  ///
  /// - Parameter now: the time, in nanoseconds.
  /// - Returns: false with `errno` when they can't.
  mutating func prepare(for count: Int, at now: Int64) -> Bool {
    guard isRegular else { return true }
    guard let status = FileStatus(descriptor), status.links > 0 else { return reopen() }
    if status.size < size {
      // Truncated by a program that has copied it.
      AppendedFile.endCutLine(of: descriptor, at: path)
      size = status.size
      part += 1
    }
    if now - lastLook >= Self.lookInterval {
      lastLook = now
      let there = FileStatus(path: path)
      if there?.inode != status.inode || there?.device != status.device { return reopen() }
    }
    guard let limit, status.size > 0, status.size + count > limit else { return true }
    return rename(path, path + ".1") == 0 && reopen()
  }

  // MARK: Writing

  /// Writes lines; returns how many bytes of whole lines were written, all of them or those before an error.
  mutating func write(_ bytes: ArraySlice<UInt8>) -> Int {
    var written = 0
    defer { size += written }
    while written < bytes.count {
      let count = bytes.dropFirst(written).withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        let whole = bytes.prefix(written).lastIndex(of: UInt8(ascii: "\n")).map { $0 - bytes.startIndex + 1 } ?? 0
        cutBack(by: written - whole)
        written = whole
        return whole
      }
    }
    return written
  }

  /// Removes the beginning of a line from the end of the file.
  private func cutBack(by count: Int) {
    let error = errno
    defer { errno = error }
    guard count > 0, isRegular else { return }
    let size = lseek(descriptor, 0, SEEK_END)
    if size >= count { _ = ftruncate(descriptor, size - off_t(count)) }
  }
}
