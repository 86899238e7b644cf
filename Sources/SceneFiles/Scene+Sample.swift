public import Scenes

extension Scene {
  /// The default scene of `marbled play`: two timelines through merge, zip and combineLatest.
  public static let sample = sample(SceneDefaults())

  /// The sample scene with other defaults.
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
