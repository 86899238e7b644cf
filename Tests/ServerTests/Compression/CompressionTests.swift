import Gzip
import HTTPTypes
import Hummingbird
import Testing

@testable import Server

@Suite struct CompressionTests {
  @Test("the files of the page become less than half as long") func files() {
    let script = PackageResources.main_js
    #expect(GzipEncoder.compressed(script).count < script.count / 2)
  }

  @Test(
    "who accepts gzip",
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("br, gzip;q=0.8", true), ("GZIP", true), ("*", true),
      ("identity", false),
      ("gzip;q=0", false), ("gzip; q=0.0, *", false), ("deflate, br", false), ("gzipped", false),
    ] as [(String?, Bool)])
  func accepted(header: String?, isAccepted: Bool) {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
    head.headerFields[.acceptEncoding] = header
    #expect(Compression.isAccepted(by: Request(head: head, body: RequestBody(buffer: .init()))) == isAccepted)
  }
}
