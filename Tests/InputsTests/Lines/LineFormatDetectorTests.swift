import Scenes
import Testing

@testable import Inputs

/// What the first lines of a source look like.
@Suite struct LineFormatDetectorTests {
  /// The format, and the line that decided, from 1.
  private static func detected(_ text: String) -> (format: LineSettings.Form, line: Int)? {
    var detector = LineFormatDetector()
    var found: [(LineSettings.Form, Int)] = []
    for (index, line) in text.utf8.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      if let format = detector.read(Array(line)) { found.append((format, index + 1)) }
    }
    #expect(found.count <= 1)
    return found.first
  }

  private static let log = #"10.0.0.1 - - [24/Nov/2026:07:00:00 +0000] "GET / HTTP/1.1" 200 17"#

  @Test(
    "What is recognized, and with which line",
    arguments: [
      ("{\n  \"type\": \"Normal\",\n  \"count\": 0\n}", LineSettings.Form.json, 2), ("{\n\n\"a\":", .json, 3),
      ("[\n  1,\n  2\n]", .json, 2), ("{\"a\": {\n\"b\": 1}}", .json, 2), ("[\n{\"a\":1},", .json, 2),
      // From the middle of a value.
      ("  \"reason\": \"Pulled\",\n  \"count\": 3", .json, 2), ("  \"a\": {\n    \"name\": \"pod\"\n  },", .json, 2),
      ("}\n{\n  \"a\": 1,\n", .json, 3), ("  },\n  \"count\": 3\n  \"x\": [", .json, 3),
      ("\u{FEFF}{\n\"a\": 1", .json, 2),
      ("time,host,cpu,mem\n0,h0,88,22\n1,h1,7,80\n", .csv, 3), ("id,name\n1,\"a, b\"\n2,c", .csv, 3),
      ("name,since\r\nweb,2026-11-24\r\ndb,2026-11-25\r", .csv, 3),
      ("\"time\",\"cpu (%)\"\n\"07:00:01\",3\n\"07:00:02\",4", .csv, 3),
      ("Stadt,Einwohner pro km²,Größe\nBonn,2300,1\nKöln,2700,2", .csv, 3),
      ("time\thost\n1\ta\n2\tb", .tsv, 3), ("name\tsize in MB\nx y\t1.5\nz\t2", .tsv, 3),
      ("level=info msg=\"a b\"\nlevel=warn msg=c", .logfmt, 2), ("started\nts=1 n=2\nts=2 n=3", .logfmt, 3),
      (log, .clf, 1), (log + " \"-\" \"curl/8\"", .clf, 1), ("starting\n" + log, .clf, 2),
    ] as [(String, LineSettings.Form?, Int)])
  func recognized(text: String, format: LineSettings.Form?, line: Int) {
    let found = Self.detected(text)
    #expect(found?.format == format && found?.line ?? 0 == line, "\(text)")
  }

  @Test(
    "What is nothing of it",
    arguments: [
      // Prose, words, numbers.
      "Hello, world, this is text\nand, well, 3 more lines\nof, it, 4", "one\ntwo\nthree", "1\n2\n3", "1,2\n3,4\n5,6",
      "Dear John,\nthe price is 3,50\nand 4,20", "yes,no\nno,yes\nyes,yes", "a = 1\nb = 2\nc = 3", "[1] a\n[2] b", "{",
      "Either a, b,c\n1,2,3\n4,5,6", "\"quoted\"\n\"lines\"\n\"here\"", "\"He said: no\", she said\n\"a\" : b",
      // Logs.
      "Nov 24 07:00:00 web0 sshd[1000]: Accepted publickey for root\n"
        + "Nov 24 07:00:01 web1 sshd[1001]: Failed password for invalid user admin from 1.2.3.4\n"
        + "Nov 24 07:00:02 web0 kernel: IN=eth0 OUT= MAC=00:11",
      "2026-11-24 07:00:00,123 INFO start\n2026-11-24 07:00:00,124 INFO a\n2026-11-24 07:00:00,125 INFO b",
      "[INFO] started\n[WARN] slow\n[INFO] done", "INFO x=1 y=2\nINFO x=2 y=3\nINFO x=3 y=4",
      "64 bytes from 1.1.1.1: icmp_seq=1 ttl=57 time=16.6 ms\n64 bytes from 1.1.1.1: icmp_seq=2 ttl=57 time=16 ms\n",
      // Commands.
      "HOME=/root\nPATH=/bin:/usr/bin\nTERM=xterm", "total 8\ndrwxr-xr-x 2 root root 4096 Nov 24 07:00 a\n",
      "4.0K\t./a\n8.0K\t./b\n12K\t.", "M\tSources/a.swift\nM\tSources/b.swift\nA\tSources/c.swift",
      "R100\ta.txt\tb.txt\nR100\tc.txt\td.txt\nR090\te.txt\tf.txt", "1\t2\ta\n3\t4\tb\n5\t6\tc",
      "CONTAINER ID   NAME      CPU %\nabc0           web-0     3.2%\nabc1           web-1     4.2%",
      "a, b, c\nd, e, f\ng, h, i", "int a,b;\nint c,d;\nint e,f;", "f(a,b)\nf(1,2)\nf(3,4)",
      "<a x=\"1\" y=\"2\">\n<b x=\"1\" y=\"2\">",
      "http://a/?x=1&y=2\nhttp://a/?x=2&y=3", "127.0.0.1\tlocalhost\n::1\tip6\n10.0.0.1\tweb",
      "{ echo hi; }\n{ echo ho; }", "[main 1a2b3c] message\n 1 file changed, 2 insertions(+)\n", "", "\n\n",
      // JSON of one line each is read without a flag.
      "{\"a\":1}\n{\"a\":2}\n{\"a\":3}",
      // Not within three lines.
      "a\nb\nc\n" + log, "time,host\n1,a\n2\n3,c\n4,d",
    ])
  func nothing(text: String) { #expect(Self.detected(text) == nil, "\(text)") }

  @Test("It says something once, and after three lines nothing")
  func once() {
    var detector = LineFormatDetector()
    #expect(detector.read(Array(Self.log.utf8)) == .clf && detector.isDone)
    #expect(detector.read(Array(Self.log.utf8)) == nil)
    detector = LineFormatDetector()
    for line in ["", "a", " ", "b"] { #expect(detector.read(Array(line.utf8)) == nil && !detector.isDone) }
    #expect(detector.read(Array("c".utf8)) == nil && detector.isDone)
    detector = LineFormatDetector()
    #expect(detector.read([UInt8](repeating: 0x5B, count: 1 << 20)) == nil && detector.isDone)
  }

  @Test("A suggestion names the flag")
  func suggestion() {
    #expect(LineSettings.Form.csv.suggestion(row: "log") == "this looks like CSV: --lines log=csv")
    #expect(LineSettings.Form.json.suggestion(row: "k") == "this looks like JSON over several lines: --lines k=json")
  }
}
