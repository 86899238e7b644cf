internal import Foundation
internal import Platform
internal import Synchronization
internal import Terminal
internal import Wire

/// Why the daemon can't use its socket folder.
public enum SocketFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another daemon is using the folder.
  case taken(path: String, process: String)
  /// The path of a socket would exceed the limit of the system.
  case tooLong(path: String, limit: Int)
  /// The folder can't be created or accessed.
  case unusable(path: String, reason: String)

  /// What is wrong and what to do, for a person.
  public var description: String {
    switch self {
    case .taken(let path, let process):
      "a daemon (process \(process)) is already using \(path); end that daemon with `marbled control quit`, or start this one with another `--instance NAME`"
    case .tooLong(let path, let limit):
      "the path of a socket has \(path.utf8.count) bytes, more than the limit of \(limit): \(path)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    }
  }
}

/// Locks a socket folder for this process. The lock ends with the process, also when it is killed.
final class InstanceLock: Sendable {
  let folder: SocketFolder
  private let state: Mutex<State>

  private struct State {
    var descriptor: Int32
    /// The names of the sockets that were published.
    var published: Set<String> = []
  }

  /// The maximum length of a socket's path in bytes: the size of `sun_path` without the terminating zero.
  static let maximumPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Creates the folder and locks it.
  init(_ folder: SocketFolder) throws(SocketFolderError) {
    self.folder = folder
    for path in [folder.control, folder.stagingFolder(of: "control.sock") + "/s"]
    where path.utf8.count > Self.maximumPath {
      throw .tooLong(path: path, limit: Self.maximumPath)
    }
    state = Mutex(State(descriptor: try Self.take(folder)))
  }

  private static func take(_ folder: SocketFolder) throws(SocketFolderError) -> Int32 {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw .unusable(path: folder.path, reason: "the folder can't be created")
    }
    let descriptor = try locked(folder)
    let text = "\(getpid())\n"
    ftruncate(descriptor, 0)
    _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
    LastResort.remove(folder.lock)
    return descriptor
  }

  private static func locked(_ folder: SocketFolder) throws(SocketFolderError) -> Int32 {
    while true {
      let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .unusable(path: folder.lock, reason: String(cString: strerror(errno))) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let process = (try? String(contentsOfFile: folder.lock, encoding: .utf8)) ?? ""
        close(descriptor)
        throw .taken(path: folder.path, process: process.split(separator: "\n").first.map(String.init) ?? "unknown")
      }
      // Another daemon may have removed the file after it was opened here: the lock then protects nothing.
      if let ours = FileStatus(descriptor), ours.inode == FileStatus(path: folder.lock)?.inode { return descriptor }
      close(descriptor)
    }
  }

  /// The temporary path at which a socket is bound: no client can connect before its mode is set.
  func stagingPath(of name: String) throws(SocketFolderError) -> String {
    let staging = folder.stagingFolder(of: name)
    do {
      try FileManager.default.createDirectory(
        atPath: staging, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable(path: staging, reason: "the folder can't be created")
    }
    unlink("\(staging)/s")
    return "\(staging)/s"
  }

  /// Sets the mode of a bound socket and renames it to its final path, replacing a stale one.
  func publish(_ name: String, mode: mode_t) throws(SocketFolderError) {
    let (source, target) = ("\(folder.stagingFolder(of: name))/s", "\(folder.path)/\(name)")
    guard chmod(source, mode) == 0, rename(source, target) == 0 else {
      throw .unusable(path: target, reason: String(cString: strerror(errno)))
    }
    LastResort.remove(target)
    rmdir(folder.stagingFolder(of: name))
    state.withLock { _ = $0.published.insert(name) }
  }

  /// Whether a published socket was removed, and can be made again: the folder is still this daemon's. The lock file is made
  /// again if it was removed, too.
  func isRemoved(_ name: String) -> Bool {
    state.withLock { state in
      guard state.published.contains(name), FileStatus(path: "\(folder.path)/\(name)") == nil, errno == ENOENT else {
        return false
      }
      let inode = FileStatus(state.descriptor)?.inode
      if let there = FileStatus(path: folder.lock) { return there.inode == inode }
      guard let descriptor = try? Self.take(folder) else { return false }
      close(state.descriptor)
      state.descriptor = descriptor
      return true
    }
  }

  /// Removes the sockets and releases the lock. A folder that another daemon has taken is left as it is.
  func release() {
    state.withLock { state in
      let lock = FileStatus(path: folder.lock)
      if lock == nil || lock?.inode == FileStatus(state.descriptor)?.inode {
        for path in [folder.control, folder.view, folder.lock] { unlink(path) }
      }
      close(state.descriptor)
    }
  }
}

extension SocketFolder {
  /// The path of a socket before it is published.
  fileprivate func stagingFolder(of name: String) -> String { "\(path)/.\(name)" }
}
