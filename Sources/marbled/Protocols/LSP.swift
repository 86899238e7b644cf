import ArgumentParser
import CommandSupport

/// `marbled lsp`: a language server for scenes.
struct LSP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: completion, errors and pictures in scenes.",
    discussion: """
      An editor starts this program, and speaks the Language Server Protocol over its standard input and output. In scene files, \
      and in code blocks of Markdown documents that are marked `marbled`, it completes keys and expressions, marks mistakes \
      and rows that differ from their `expect:`, and shows what keys and operators do.
      """)

  @Flag(help: "Use standard input and output. There is no other way; editors pass this flag.")
  var stdio = false

  func run() {
    StandardStreams.ignoreBrokenPipes()
    LanguageServerLoop(version: Version.current).run()
  }
}
