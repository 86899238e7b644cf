@testable import SceneFiles

/// The error of the scene file `x.yaml` with this text, as it is printed.
func error(in text: String) -> String {
  do throws(SceneFileError) {
    let file = try SceneFile(parsing: text, path: "x.yaml")
    return "no error: \(file.scene)"
  } catch {
    return error.description
  }
}
