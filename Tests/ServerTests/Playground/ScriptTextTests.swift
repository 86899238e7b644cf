import Foundation
import TestSupport
import Testing

@testable import Server

/// Scripts and styles as they are sent.
@Suite struct ScriptTextTests {
  private func minified(_ text: String) -> String {
    String(decoding: ScriptText.minified(Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    "a script loses comments and white space, and nothing else",
    arguments: [
      ("// About.\nconst a = 1; // why\n\n  /* one */\n  b(2);\n/* open\n end */ d\n", "const a=1;b(2);d"),
      // Texts, templates and regular expressions stay as they are.
      ("a = 'x // y' + \"/* z */\" + 'it\\'s  '", "a='x // y'+\"/* z */\"+'it\\'s  '"),
      ("a = `  ${ b(`${ { c: 1 }.c }  //`) }  } `", "a=`  ${b(`${{c:1}.c}  //`)}  } `"),
      ("a = /[/ ]+\\/ '/g .test(b) / c / 2", "a=/[/ ]+\\/ '/g.test(b)/c/2"),
      ("if (a) /b  c/.test(d);\nreturn /e  f/", "if(a)/b  c/.test(d);return/e  f/"),
      ("a = (b) / c / d; e = f[0] / g / h", "a=(b)/c/d;e=f[0]/g/h"),
      ("if (a) { b } /c  d/.test(e); f = { g } / h / i", "if(a){b}/c  d/.test(e);f={g}/h/i"),
      ("`${a}` / b / c; d++ / e / f", "`${a}`/b/c;d++/e/f"),
      // What would be another sign, or a comment.
      ("a + +b - -c - --d + ++e", "a+ +b- -c- --d+ ++e"), ("a < !--b; c-- > d", "a< !--b;c-- >d"),
      ("a / /b/.exec(c)[0]", "a/ /b/.exec(c)[0]"),
      ("/a/ in b; /a/g in b; /a/ && b", "/a/ in b;/a/g in b;/a/&&b"),
      ("a ? .5 : b ?. c", "a?.5:b?.c"), ("1 .toFixed()", "1 .toFixed()"),
      ("typeof a in b instanceof c; case 'd': void 0", "typeof a in b instanceof c;case'd':void 0"),
      ("return `a`; for (const b of [c]) yield* d; async () => {}", "return`a`;for(const b of[c])yield*d;async()=>{}"),
      ("const { é } = a; #b in c; 0x1e + 1e+5", "const{é}=a;#b in c;0x1e+1e+5"),
      // A statement may end at the end of a line.
      ("return\na", "return\na"), ("a\n++b", "a\n++b"), ("a = b\n(c)\n[d]\n`e`", "a=b\n(c)\n[d]\n`e`"),
      ("let a = () => {\n  b\n}\nc", "let a=()=>{b}\nc"), ("a = b +\n  c\n  .d\n  ?? e,\nf", "a=b+c.d??e,f"),
      ("return /* a\n */ b", "return\nb"),
      // The last semicolon of a block goes, unless it is a statement.
      ("{ a(); }\nfor (;;);\nwhile (b);", "{a()}\nfor(;;);while(b);"), ("{ for (;;); }", "{for(;;);}"),
      ("if (a) { if (b) c; else; }", "if(a){if(b)c;else;}"), ("class A { b = 1; }", "class A{b=1}"),
    ]) func scripts(text: String, expected: String)
  {
    #expect(minified(text) == expected)
  }

  @Test(
    "a style sheet loses comments and white space that mean nothing",
    arguments: [
      ("/* a */\na , b > c { d : e ; f: g }\n", "a,b>c{d :e;f:g}"), ("a :hover { } a:hover { }", "a :hover{}a:hover{}"),
      ("a { width: calc(1px + 2px - (3px * 4)); }", "a{width:calc(1px + 2px - (3px * 4))}"),
      ("a::before { content: \"  ; /* x */ \\\" }\"; }", "a::before{content:\"  ; /* x */ \\\" }\"}"),
      (
        "@media (a: b) and (c) { d + e ~ f * g { h: i !important } }",
        "@media (a:b) and (c){d + e ~ f * g{h:i!important}}"
      ),
      ("a { b: c/* d */e }", "a{b:c e}"), (":is( a , b ) .c { }", ":is(a,b) .c{}"), ("a\\ b { }", "a\\ b{}"),
    ]) func styles(text: String, expected: String)
  {
    #expect(String(decoding: PageStyle.minified(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test("a document loses indentation and lines of comments")
  func documents() {
    #expect(PageDocument.trimmed(Array("<p\n  a>\n\n  // b\n  {{c}} //\n".utf8)) == "<p\na>\n{{c}} //")
  }
}
