internal import Marbles
public import Scenes

extension Hub {
  /// Does what is asked for, all of it or nothing; reloading and quitting are the daemon's.
  ///
  /// - Parameter library: where scenes are looked up that are not in the playlist.
  /// - Throws: ``ControlRequest/Invalid`` when there is no such scene, or no such time in it.
  public func control(_ request: ControlRequest, library: SceneLibrary) async throws(ControlRequest.Invalid) {
    let target = try target(of: request.scene, library: library)
    if let scene = target.map({ programme.entry(of: $0).scene }) ?? board.current?.entry.scene {
      try Self.check(request, for: scene)
    }
    if let seek = request.seek, request.scene == nil, let duration = board.current?.plan.duration, seek > duration {
      throw ControlRequest.Invalid("`seek` is \(seek); the scene ends at \(duration) s")
    }
    if let target, case .named(let name) = request.scene {
      do throws(ScenePlan.Unplayable) { try await turn(toNamed: target) } catch {
        throw ControlRequest.Invalid("\(name) can't be played: \(error)")
      }
    } else if let target {
      await turn(to: target)
    }
    if let speed = request.speed {
      if case .factor(let factor) = speed { setSpeed(factor) } else { setSpeed(nil) }
    }
    if let message = request.message { setMessage(message.isEmpty ? nil : message) }
    if let isPaused = request.isPaused { setPaused(isPaused) }
    if let seek = request.seek {
      programme.replay()
      replay(from: min(seek, board.current?.plan.duration ?? seek))
    }
    if let count = request.step { step(count) }
  }

  /// What comes from outside comes when it comes, and does not come again.
  private static func check(_ request: ControlRequest, for scene: Scene) throws(ControlRequest.Invalid) {
    guard let row = scene.rows.first(where: { $0.live != nil })?.name else { return }
    if case .factor(let factor) = request.speed, factor != 1 {
      throw .conflict("\(SceneError.liveSpeed(row: row, factor: factor))")
    }
    if let seek = request.seek, seek > .zero {
      throw .conflict("row \(row) is live: what came does not come again, so there is no going to \(seek) s")
    }
  }

  private func target(
    of choice: ControlRequest.Choice?, library: SceneLibrary
  ) throws(ControlRequest.Invalid) -> Programme.Target? {
    switch choice {
    case nil: return nil
    case .next: return .place(programme.nextPlace)
    case .previous:
      return .place(programme.guest == nil ? programme.playlist.place(before: programme.place) : programme.place)
    case .named(let name):
      if let scene = guests.first(where: { $0.name == name }) { return .guest(guest(scene)) }
      if let target = programme.target(named: name) { return target }
      // A word and nothing else: what comes from elsewhere opens no files.
      if SocketFolder.isInstance(name) {
        do throws(SceneRequest.Failure) {
          if let scene = try SceneRequest(targets: [name], library: library).scenes().first {
            return .guest(guest(scene))
          }
        } catch {
          if case .notFound = error {} else { throw ControlRequest.Invalid(error.description) }
        }
      }
      let names = library.names + guests.map(\.name) + programme.playlist.entries.map(\.scene.name)
      throw ControlRequest.Invalid(
        "no scene is called `\(DisplayText.shortened(name, to: 40))`\(Suggestion.clause(for: name, among: Set(names).sorted()))"
      )
    }
  }

  private func guest(_ scene: Scene) -> Playlist.Entry { Playlist.Entry(scene: scene, length: .loops(1)) }

  /// How many scenes that were sent are kept: the newest.
  static let maximumGuests = 100

  /// Keeps a scene that was sent, in the place of one of the same name.
  public func keep(_ scene: Scene) {
    guests.removeAll { $0.name == scene.name }
    guests = (guests + [scene]).suffix(Self.maximumGuests)
  }
}
