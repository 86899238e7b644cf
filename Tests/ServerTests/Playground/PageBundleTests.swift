import Foundation
import TestSupport
import Testing

@testable import Server

/// The modules of the page as one script.
@Suite struct PageBundleTests {
  private func joined(_ modules: [String: String], from entry: String = "a.js") throws(PageBundle.Failure) -> String {
    try PageBundle(entry) { modules[$0].map { Array($0.utf8) } }.text
  }

  /// What Node prints, in lines, and whether it ended well.
  private static func node(_ arguments: String...) throws -> (lines: [Substring], isFine: Bool) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["node"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self).split(separator: "\n"), process.terminationStatus == 0)
  }

  /// In CI the tests run, and fail without it.
  private static let isInstalled =
    (try? node("--version").isFine) == true || ProcessInfo.processInfo.environment["CI"] != nil

  private static let modules = [
    "a.js": """
    import { one as first, Two } from './b.js';
    import * as c from './c.js';
    const { length: size, [0]: zero } = ['x', 'y'];
    const show = 'a', log = (text) => console.log(text);
    let open;
    log([first, show, size, zero, new Two().show(), c.show({ show: 1 }), await c.open, open].join());
    """,
    "b.js": """
    import { open } from './c.js';
    export const one = 'b';
    const get = (show) => ({ show, open, get: 1, get two() { return show; }, one() { return 'm'; } });
    export class Two {
      #open = 1;
      open = open;
      show() { const { show, two, get: got = 0, one } = get('s'); return `${show}${two}${got}${one()}${this.#open}${this.open}`; }
    }
    """,
    "c.js": """
    import { one } from './b.js';
    export async function later() { return one; }
    export const open = 'o';
    export function show({ show, name = `${show}${one}` }) { switch (show) { case 1: { return name; } default: return open; } }
    """,
  ]

  @Test(
    "names of modules, of properties and of inner variables stay apart",
    .enabled(if: isInstalled, "node is missing: apt-get install nodejs"))
  func names() throws {
    let folder = try TemporaryFolder()
    try joined(Self.modules).write(toFile: folder.file("page.js"), atomically: true, encoding: .utf8)
    let (lines, isFine) = try Self.node(folder.file("page.js"))
    #expect(isFine && lines == ["b,a,2,x,ss1m1o,1b,o,"])
  }

  @Test("a declaration ends at the end of a line, unless its statement goes on")
  func declarations() throws {
    let text = try joined([
      "a.js": "import { b } from './b.js';\nlet open\nlog(open)\nconst one = {\n  two }\nthree, four\nb",
      "b.js": "export const\n  a = 1\n    + c,\n  b = a\n    , d = (e)\n      .f, g = h\nlet i\n++j",
    ])
    let other = try ScriptModule("b.js", ScriptLexer.tokens(of: Array("let a\n  , b = c\n  in d, e = 1\nf, g".utf8)))
    #expect(other.declared == ["a", "b", "e"])
    #expect(["log(", "two", "three,four"].allSatisfy(text.contains) && !text.contains("open"), "\(text)")
    #expect(["+c", "(e).f", "=h", "++j"].allSatisfy(text.contains), "\(text)")
  }

  @Test(
    "the scripts of the pages can be read", .enabled(if: isInstalled, "node is missing: apt-get install nodejs"))
  func syntax() throws {
    let folder = try TemporaryFolder()
    let scripts =
      (PlaygroundPage.filesOfSites + PlaygroundPage.files).filter { $0.path.hasSuffix(".js") }
      .map { ($0.path, $0.bytes) } + [
        ("viewer.js", PlaygroundPage.script(from: "viewer.js", ["viewer.js": PackageResources.viewer_js]))
      ]
    let names = scripts.map { $0.0.split(separator: "/").last.map(String.init) }
    #expect(
      names.sorted { $0 ?? "" < $1 ?? "" } == ["later.js", "page.js", "site.js", "start.js", "theme.js", "viewer.js"])
    for (path, script) in scripts {
      try Data(script).write(to: URL(filePath: folder.file("page.js")))
      #expect(try Self.node("--check", folder.file("page.js")).isFine, "\(path)")
    }
  }

  @Test("modules run in the order of their imports, each once, in a function of their own")
  func order() throws {
    let text = try joined([
      "a.js": "import './c.js';\nimport { b } from './b.js';\nlog(b);\n",
      "b.js": "import './c.js';\nexport const b = 2;\n",
      "c.js": "log(1);\n",
    ])
    #expect(text == "(async()=>{'use strict';log(1);const a=2;log(a);})();\n")
  }

  @Test(
    "names inside of functions are short, and those of the browser and of properties stay",
    arguments: [
      ("let one = (two) => two.two;", "let b=(a)=>a.two;"),
      (
        "f(async ({ one, two: [three = four] = five }, ...six) => [one, three, six]);",
        "f(async({one:a,two:[c=four]=five},...b)=>[a,c,b]);"
      ),
      (
        "function f(one) { const { [key]: two } = one; return { one, two }; }",
        "function c(a){const{[key]:b}=a;return{one:a,two:b}}"
      ),
      (
        "for (const one of two) { try { g(one); } catch (three) { h(three); } }",
        "for(const a of two){try{g(a)}catch(b){h(b)}}"
      ),
      ("f(`${g((one) => `${one}one`)}one`);", "f(`${g((a)=>`${a}one`)}one`);"),
      (
        "f((one) => ({ two: (3) * one, *one() {}, async *four() {} }));",
        "f((a)=>({two:(3)*a,*one(){},async*four(){}}));"
      ),
      // Each member of a class is a part; all of a function is one.
      (
        "class A { one = (two) => two; three(four) { switch (four) { case five: { let six; six; } } } }",
        "class b{one=(a)=>a;three(a){switch(a){case five:{let b;b}}}}"
      ),
      // No name hides another one that is used there.
      (
        "const one = 1; function two(three) { return (four) => three + four + one; }",
        "const b=1;function d(c){return(a)=>c+a+b}"
      ),
      // A name is the browser's where no declaration reaches.
      (
        "function f(one) { { const name = one; g(name); } return name; } (name) => name;",
        "function b(a){{const name=a;g(name)}return name}(name)=>name;"
      ),
      ("f((close) => close, close);", "f((close)=>close,close);"),
      ("for (const one of two) one(); one;", "for(const one of two)one();one;"),
    ])
  func locals(text: String, expected: String) throws {
    #expect(try joined(["a.js": text]) == "(async()=>{'use strict';\(expected)})();\n")
  }

  @Test("what is imported later is in another script, with what only that needs, and shares the rest")
  func later() throws {
    let bundle = try PageBundle("a.js") { name in
      [
        "a.js": "import { one } from './b.js';\nf(one, () => import('./c.js'));\n", "b.js": "export let one = 1;\n",
        "c.js": "import * as b from './b.js';\nimport { two } from './d.js';\nexport const three = b.one + two;\n",
        "d.js": "import './b.js';\nexport const two = 2;\n",
      ][name].map { Array($0.utf8) }
    }
    #expect(
      bundle.text == "(async()=>{'use strict';globalThis.marbledMain=()=>[a];let a=1;"
        + "f(a,()=>globalThis.marbledLater('c.js'));})();\n")
    #expect(
      bundle.later
        == "globalThis.marbledRest=(a)=>{'use strict';const b=2;const c=a+b;\nreturn{'c.js':{three:c}}};\n")
    #expect(try PageBundle("a.js") { _ in Array("f();".utf8) }.later == "")
  }

  @Test("what can't be joined is an error, which names the modules")
  func failures() {
    for (text, error) in [
      ("import { b } from './b.js';", "a.js: b.js exports no b"),
      ("import { c } from './c.js';", "a.js: there is no module c.js"),
      ("import * as all from './b.js';\nlog(all);", "a.js: all is used as a whole"),
      ("import * as all from './b.js';\nlog(all.b);", "a.js: b.js exports no b"),
      ("f(() => import(one));", "a.js: it imports a module later whose name is not written there"),
      ("f(() => import('./c.js'));", "a.js: there is no module c.js"),
      ("export { a };", "a.js: an export declares no name"),
      ("const { b = c } = d;", "a.js: a pattern has a value: [\"b\"]"),
    ] {
      let failure = #expect(throws: PageBundle.Failure.self, "\(text)") {
        try joined(["a.js": text, "b.js": "const b = 1;\n"])
      }
      #expect(failure?.description == error)
    }
  }

  @Test("each module belongs to a script", arguments: [["main.js", "viewer.js"]])
  func modules(entries: [String]) throws {
    var used: Set<String> = []
    for entry in entries {
      let bundle = try PageBundle(entry) { name in
        used.insert(name)
        return name == "viewer.js" ? PackageResources.viewer_js : PlaygroundPage.modules[name]
      }
      #expect(!bundle.text.contains("import ") && !bundle.text.contains("import.meta"))
    }
    #expect(used.subtracting(["viewer.js"]) == Set(PlaygroundPage.modules.keys))
  }
}
