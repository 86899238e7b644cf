extension Scene {
  /// The scene that `marbled play` shows: two timelines through merge, zip and combineLatest.
  public static let sample: Scene = {
    do throws(SceneFileError) {
      guard let sample = try SceneLibrary.shipped.file(named: "sample") else { preconditionFailure("no sample") }
      return sample.scene
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}
