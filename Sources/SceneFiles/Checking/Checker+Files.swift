internal import Dispatch
internal import Expressions
package import Playback
internal import Synchronization

/// Several files, in parallel.
extension Checker {
  /// Checks scene files and Markdown documents.
  ///
  /// - Parameters:
  ///   - paths: the paths of the files, in the order of the report.
  ///   - read: returns the text of a file; called concurrently from several threads.
  public func check(
    _ paths: [String], reading read: @escaping @Sendable (String) throws(CheckReport.Problem) -> String
  ) -> CheckReport {
    check(paths.map { SceneFolder.File($0) }) { file throws(CheckReport.Problem) in try read(file.path) }
  }

  /// Checks scene files and Markdown documents, several in parallel, each scene on a separate executor.
  ///
  /// Files of folders that have nothing to do with scenes are left out of the report. A folder that has nothing else is a
  /// problem.
  ///
  /// - Parameters:
  ///   - files: the files, in the order of the report.
  ///   - read: returns the text of a file; called concurrently from several threads.
  public func check(
    _ files: [SceneFolder.File],
    reading read: @escaping @Sendable (SceneFolder.File) throws(CheckReport.Problem) -> String
  ) -> CheckReport {
    let clock = ContinuousClock()
    let start = clock.now
    let progress = Mutex(Progress(count: files.count))
    DispatchQueue.concurrentPerform(iterations: files.count) { _ in
      guard let index = progress.withLock({ $0.takeNext() }) else { return }
      let result = checkInTime(files[index], reading: read)
      progress.withLock { $0.put(result, at: index, isLast: failsFast && result.isFailing) }
    }
    var report = report(of: progress.withLock { $0.results }, files)
    report.duration = clock.now - start
    return report
  }

  /// Checks the scene in a text, on this thread.
  ///
  /// - Parameters:
  ///   - text: a scene file, or with a path that ends with `.md`, a document.
  ///   - path: the path for messages.
  ///   - cancellation: stops the check.
  package func check(_ text: String, path: String, _ cancellation: Cancellation) -> CheckReport {
    let clock = ContinuousClock()
    let start = clock.now
    let file = SceneFolder.File(path)
    let result = check(file, cancellation) { _ throws(CheckReport.Problem) in text }
    var report = report(of: [result], [file])
    report.duration = clock.now - start
    return report
  }

  /// The report of the first files, in order.
  private func report(of results: [FileResult], _ files: [SceneFolder.File]) -> CheckReport {
    var report = CheckReport()
    var end = results.count
    for (index, result) in results.enumerated() {
      switch result {
      case .scenes(let scenes): report.files += scenes
      case .others:
        report.passedOver += 1
        guard let folder = emptyFolder(at: index, files, results) else { continue }
        let problem = CheckReport.Problem(.notFound, "error: \(SceneFolder.noScene(in: folder))")
        report.files.append(CheckReport.File(path: folder, outcome: .failure(problem), duration: .zero))
        if failsFast { end = index + 1 }
      }
      if end == index + 1 { break }
    }
    if failsFast { report.unchecked = files.count - end }
    return report
  }

  /// The folder whose last file this is, if none of its files is a scene and that is a problem.
  private func emptyFolder(at index: Int, _ files: [SceneFolder.File], _ results: [FileResult]) -> String? {
    guard !ignoresOthers, let folder = files[index].folder,
      index + 1 == files.count || files[index + 1].folder != folder
    else { return nil }
    let start = files[...index].lastIndex { $0.folder != folder }.map { $0 + 1 } ?? 0
    return results[start...index].allSatisfy { if case .others = $0 { true } else { false } } ? folder : nil
  }

  /// What came of checking a file.
  private enum FileResult: Sendable {
    /// The scene of a file, or the scenes of a document, as far as they are to be checked.
    case scenes([CheckReport.File])
    /// It has nothing to do with scenes.
    case others

    var isFailing: Bool { if case .scenes(let scenes) = self { scenes.contains(where: \.isFailing) } else { false } }
  }

  /// The results so far; files are taken in their order.
  private struct Progress: Sendable {
    private var all: [FileResult]
    private var next = 0
    /// The position after the first file that is known to fail.
    private var end: Int

    init(count: Int) { (all, end) = (Array(repeating: .others, count: count), count) }

    /// The results up to the first file that fails, when all that were taken are there.
    var results: [FileResult] { Array(all[..<end]) }

    mutating func takeNext() -> Int? {
      guard next < end else { return nil }
      defer { next += 1 }
      return next
    }

    mutating func put(_ result: FileResult, at index: Int, isLast: Bool) {
      all[index] = result
      if isLast { end = min(end, index + 1) }
    }
  }

  /// The result of a file; a problem when the time is up.
  private func checkInTime(
    _ file: SceneFolder.File,
    reading read: @escaping @Sendable (SceneFolder.File) throws(CheckReport.Problem) -> String
  ) -> FileResult {
    do throws(OutOfTime) {
      return try timeLimit.perform { cancellation in check(file, cancellation, reading: read) }
    } catch {
      let problem = CheckReport.Problem(error, path: file.path)
      return .scenes([CheckReport.File(path: file.path, outcome: .failure(problem), duration: error.limit)])
    }
  }

  private func check(
    _ file: SceneFolder.File, _ cancellation: Cancellation,
    reading read: (SceneFolder.File) throws(CheckReport.Problem) -> String
  ) -> FileResult {
    let passesOver = ignoresOthers || !file.isGiven
    let text: String
    do throws(CheckReport.Problem) { text = try read(file) } catch {
      return .scenes([CheckReport.File(path: file.path, outcome: .failure(error), duration: .zero)])
    }
    if MarkdownDocument.isDocument(file.path) {
      return check(document: text, at: file.path, passesOver: passesOver, cancellation)
    }
    if passesOver, !SceneFile.mayBeScene(text) { return .others }
    let scene = result(of: file.path, cancellation) { () throws(SceneFileError) in
      try SceneFile(
        parsing: text, path: file.path, catalogue: catalogue, constants: .constants(cancellation: cancellation),
        inputs: inputs)
    }
    return .scenes(scene.map { [$0] } ?? [])
  }

  private func check(
    document text: String, at path: String, passesOver: Bool, _ cancellation: Cancellation
  ) -> FileResult {
    do throws(CheckReport.Problem) {
      let document: MarkdownDocument
      do throws(SceneFileError) { document = try MarkdownDocument(parsing: text, path: path) } catch {
        throw CheckReport.Problem(error)
      }
      guard document.hasScenes else {
        if passesOver { return .others }
        throw CheckReport.Problem(
          .notFound, "error: no scene in \(path); expected a code block that is marked `marbled`")
      }
      let scenes = document.scenes.compactMap { block in
        result(of: path, cancellation) { () throws(SceneFileError) in
          try SceneFile(
            block, of: document, catalogue: catalogue, constants: .constants(cancellation: cancellation),
            inputs: inputs)
        }
      }
      return .scenes(scenes)
    } catch {
      return .scenes([CheckReport.File(path: path, outcome: .failure(error), duration: .zero)])
    }
  }
}
