import Platform
import Testing

@Suite struct SocketFolderTests {
  private func paths(_ environment: [String: String], given: String? = nil, instance: String = "default") -> [String] {
    SocketFolder.candidates(given: given, instance: instance, environment: environment).map(\.path)
  }

  @Test("folders are tried in this order")
  func order() {
    let environment = [
      "MARBLED_SOCKET": "/a", "RUNTIME_DIRECTORY": "/run/marbled/b:/run/other", "XDG_RUNTIME_DIR": "/run/user/7",
    ]
    #expect(paths(environment) == ["/a", "/run/marbled/b", "/run/user/7/marbled/default", "/run/marbled/default"])
    #expect(paths([:], instance: "tty1") == ["/run/marbled/tty1"])
    #expect(paths(["XDG_RUNTIME_DIR": ""]) == ["/run/marbled/default"])
  }

  @Test("a folder that is given is the only one")
  func given() { #expect(paths(["MARBLED_SOCKET": "/a"], given: "/b") == ["/b"]) }

  @Test(
    "an instance is one word",
    arguments: [("tty1", true), ("a-b_c", true), ("", false), ("../x", false), ("-", false), ("é", false)])
  func instance(name: String, isOne: Bool) { #expect(SocketFolder.isInstance(name) == isOne) }
}
