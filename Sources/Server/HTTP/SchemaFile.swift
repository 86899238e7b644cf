internal import Hummingbird
internal import SceneFiles

/// `GET /v1/scene.schema.json`: the JSON Schema of scene files, for editors.
enum SchemaFile {
  static let name = "scene.schema.json"
  private static let file = StaticFile(
    "v1/\(name)", type: "application/schema+json", bytes: Array(SceneSchema.text.utf8))

  static func add(to router: Router<APIContext>) {
    router.get(RouterPath(file.path)) { request, _ in file.response(to: request) }
  }
}
