internal import Foundation
internal import Inputs

/// The folder of a ``StaticSite``. It has a list of the files that were written, so that a newer site replaces them, and nothing
/// else is touched.
public struct SiteFolder: Sendable {
  /// Why a site can't be written.
  public enum Failure: Error, Hashable, Sendable {
    /// The folder has files that are not of a site.
    case foreign(String)
    /// A file can't be written.
    case unwritable(String)
  }

  private let folder: URL
  /// The path, without a slash at its end.
  public let path: String

  /// The name of the list.
  static let list = ".marbled-site"

  /// - Parameter path: the path of the folder, which need not exist.
  public init(_ path: String) {
    let end = path.lastIndex { $0 != "/" } ?? path.startIndex
    self.path = path.isEmpty ? "." : String(path[...end])
    folder = URL(filePath: self.path, directoryHint: .isDirectory)
  }

  /// Checks that a site can be written here, before it is made.
  ///
  /// - Parameter replaces: as in ``write(_:replaces:)``.
  /// - Throws: ``Failure`` for a file in the way, or a folder with files but without the list of a site.
  public func check(replaces: Bool = false) throws(Failure) {
    var (isFolder, there): (ObjCBool, URL) = (false, folder.standardizedFileURL)
    while !FileManager.default.fileExists(atPath: there.path, isDirectory: &isFolder), there.path != "/" {
      there.deleteLastPathComponent()
    }
    guard isFolder.boolValue else { throw .unwritable("\(there.path) is not a folder") }
    guard FileManager.default.isWritableFile(atPath: there.path) else {
      throw .unwritable("\(there.path) can't be written: no permission")
    }
    guard !replaces, FileManager.default.fileExists(atPath: path) else { return }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw .unwritable("\(path) can't be read: \(error.fileReason)")
    }
    guard !names.isEmpty, listed() == nil else { return }
    throw .foreign("\(path) has files that `marbled site` has not written")
  }

  /// Writes a site, and removes the files of an earlier one that it does not have. Each file is replaced atomically, after those
  /// that it refers to; one that has not changed stays as it is.
  ///
  /// - Parameter replaces: whether files that are not of a site are replaced where they are in the way. Others stay anyway.
  /// - Throws: ``Failure``; the next site then goes on from what was written.
  public func write(_ site: StaticSite, replaces: Bool = false) throws(Failure) {
    let earlier = Set(listed() ?? [])
    let paths = site.files.map(\.path)
    for name in [Self.list] + paths { try checkKind(of: name) }
    let foreign = paths.filter { !earlier.contains($0) && exists($0) }
    if !replaces, let first = foreign.first {
      throw .foreign("\(path)/\(first) is in the way: `marbled site` has not written it")
    }
    // New files are ours before they are written, also if this ends in the middle; files of others are not until they are
    // replaced.
    try write(Self.text(of: earlier.union(Set(paths).subtracting(foreign))), to: Self.list)
    for file in site.files { try write(file.bytes, to: file.path) }
    // A folder, or a file behind a link, is not what was written.
    for old in earlier.subtracting(paths).sorted() where exists(old) && link(above: old) == nil {
      guard unlink(folder.appending(path: old).path) == 0 || errno == EISDIR || errno == EPERM else {
        throw .unwritable("\(path)/\(old) can't be removed: \(String(cString: strerror(errno)))")
      }
      removeEmptyFolders(of: old)
    }
    try write(Self.text(of: Set(paths)), to: Self.list)
  }

  /// Whether there is something at a path, also a link that leads nowhere.
  private func exists(_ name: String) -> Bool { kind(of: name) != nil }

  /// What is at a path, which may be a link; nil for nothing.
  private func kind(of name: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
    return attributes?[.type] as? FileAttributeType
  }

  /// The folders above a file, the outermost first.
  private func folders(above name: String) -> [String] {
    let parts = name.split(separator: "/")
    return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") }
  }

  /// The first folder above a file that is a link; nil for none.
  private func link(above name: String) -> String? {
    folders(above: name).first { kind(of: $0) == .typeSymbolicLink }
  }

  /// - Throws: ``Failure`` for a folder in the place of a file, and for what is no folder in the place of one.
  private func checkKind(of name: String) throws(Failure) {
    for above in folders(above: name) {
      switch kind(of: above) {
      case nil, .typeDirectory: break
      case .typeSymbolicLink: throw .unwritable("\(path)/\(above) is a link; a site is written into folders")
      default: throw .unwritable("\(path)/\(above) is a file, where a folder of the site belongs")
      }
    }
    if kind(of: name) == .typeDirectory {
      throw .unwritable("\(path)/\(name) is a folder, where a file of the site belongs")
    }
  }

  private func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    let file = folder.appending(path: name)
    let data = Data(bytes)
    guard (try? Data(contentsOf: file)) != data else { return }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw .unwritable("\(path)/\(name) can't be written: \(error.fileReason)")
    }
  }

  private func removeEmptyFolders(of name: String) {
    var parts = name.split(separator: "/").dropLast()
    while !parts.isEmpty {
      // Fails where the folder has other files.
      guard rmdir(folder.appending(path: parts.joined(separator: "/")).path) == 0 else { return }
      parts.removeLast()
    }
  }

  // MARK: The list

  private static let title = "Written by marbled site:"

  private static func text(of paths: Set<String>) -> [UInt8] {
    Array(([title] + paths.sorted()).map { "\($0)\n" }.joined().utf8)
  }

  /// The files of an earlier site; nil where there was none. Paths that lead out of the folder are not ours.
  private func listed() -> [String]? {
    guard let data = try? Data(contentsOf: folder.appending(path: Self.list)) else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.first == Self.title else { return nil }
    return lines.dropFirst().filter { line in
      line.first != "/"
        && !line.split(separator: "/", omittingEmptySubsequences: false).contains { [".", "..", ""].contains($0) }
    }
  }
}
