public import Scenes

extension Scene {
  /// The scene that `marbled play` shows: two timelines through merge, zip and combineLatest.
  public static let sample = sample(SceneDefaults())

  /// The same, played as `defaults` say where it says nothing itself.
  static func sample(_ defaults: SceneDefaults) -> Scene {
    do throws(SceneFileError) {
      let shipped = SceneLibrary(folders: [], defaults: defaults)
      guard let sample = try shipped.file(named: "sample") else { preconditionFailure("no sample") }
      return sample.scene
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
