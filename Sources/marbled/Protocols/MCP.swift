import AgentTools
import ArgumentParser
import CommandSupport
import Platform

struct MCP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve tools for agents on standard input and output.",
    discussion: """
      The protocol is the Model Context Protocol: a message of JSON-RPC on each line. A client starts the command, as in \
      {"command": "marbled", "args": ["mcp"]}.

      The tools are run, explain, check, lint, picture and convert. They take scenes and recordings as text. They read no files, \
      start no commands and open no connections, and nothing is kept between calls. Each call takes 10 s at most, and answers that \
      are too long are cut. The article "Agents and scripts" lists the limits.

        echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"subject":"switchMap"}}}' |
          marbled mcp

      The command ends with 0 at the end of its input.
      """)

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    if StandardStreams.inputIsTerminal {
      StandardStreams.printError(
        "note: an agent starts this command and sends messages; `marbled mcp --help` says more")
    }
    AgentSession(limits: AgentLimits()).serve(reading: STDIN_FILENO)
  }
}
