internal import Foundation
internal import Wire

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Why a daemon can't have a folder for its sockets.
public enum SocketFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another one has it.
  case taken(path: String, process: String)
  /// A socket's path would be longer than the system allows.
  case tooLong(path: String, limit: Int)
  /// It can't be used.
  case unusable(path: String, reason: String)

  /// What is wrong, and what to do, for a person.
  public var description: String {
    switch self {
    case .taken(let path, let process):
      "a daemon (process \(process)) has \(path) already; end it with `marbled control quit`, or name another --instance"
    case .tooLong(let path, let limit):
      "the path of a socket would have \(path.utf8.count) bytes, and may have \(limit): \(path)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    }
  }
}

/// A folder that this process alone has its sockets in, as long as it lives: a killed one leaves no lock behind.
final class InstanceLock: Sendable {
  let folder: SocketFolder
  private let descriptor: Int32

  /// The most bytes of a socket's path: those of `sun_path` but for the zero at its end.
  static let maximumPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Makes the folder, and takes it.
  init(_ folder: SocketFolder) throws(SocketFolderError) {
    self.folder = folder
    for path in [folder.control, folder.hatchery(of: "control.sock") + "/s"] where path.utf8.count > Self.maximumPath {
      throw .tooLong(path: path, limit: Self.maximumPath)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw .unusable(path: folder.path, reason: "the folder can't be made")
    }
    descriptor = try Self.take(folder)
    let text = "\(getpid())\n"
    ftruncate(descriptor, 0)
    _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
  }

  private static func take(_ folder: SocketFolder) throws(SocketFolderError) -> Int32 {
    while true {
      let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .unusable(path: folder.lock, reason: String(cString: strerror(errno))) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let process = (try? String(contentsOfFile: folder.lock, encoding: .utf8)) ?? ""
        close(descriptor)
        throw .taken(path: folder.path, process: process.split(separator: "\n").first.map(String.init) ?? "unknown")
      }
      // Another one may have removed the file while it was opened here: then the lock is on nothing.
      var (ours, named) = (stat(), stat())
      if fstat(descriptor, &ours) == 0, stat(folder.lock, &named) == 0, ours.st_ino == named.st_ino {
        return descriptor
      }
      close(descriptor)
    }
  }

  /// The path at which a socket is bound: nobody else can reach it before its mode is set.
  func hatchingPath(of name: String) throws(SocketFolderError) -> String {
    let hatchery = folder.hatchery(of: name)
    do {
      try FileManager.default.createDirectory(
        atPath: hatchery, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable(path: hatchery, reason: "the folder can't be made")
    }
    unlink("\(hatchery)/s")
    return "\(hatchery)/s"
  }

  /// Sets a bound socket's mode and gives it its name, in the place of one that was left behind.
  func publish(_ name: String, mode: mode_t) throws(SocketFolderError) {
    let (source, target) = ("\(folder.hatchery(of: name))/s", "\(folder.path)/\(name)")
    guard chmod(source, mode) == 0, rename(source, target) == 0 else {
      throw .unusable(path: target, reason: String(cString: strerror(errno)))
    }
    rmdir(folder.hatchery(of: name))
  }

  /// Removes the sockets and the lock.
  func release() {
    for path in [folder.control, folder.view, folder.lock] { unlink(path) }
    close(descriptor)
  }
}

extension SocketFolder {
  /// Where a socket is bound before anybody may see it.
  fileprivate func hatchery(of name: String) -> String { "\(path)/.\(name)" }
}
