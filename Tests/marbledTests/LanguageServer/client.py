"""Uses `marbled lsp` as an editor does, with the client of pygls, and prints what it saw as JSON.

client.py PROGRAM FOLDER
"""

import asyncio
import json
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SCENE = """rows:
  a: { marbles: "1-2|" }
  b:
    apply: "a.deb"
    color: red
"""


def text_of(position, new, version, uri, end=None):
    return types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(uri=uri, version=version),
        [types.TextDocumentContentChangePartial(text=new, range=types.Range(position, end or position))],
    )


async def main(program, folder):
    client = LanguageClient("marbled-test", "1")
    published = asyncio.Queue()
    messages = []

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def diagnostics(parameters):
        published.put_nowait(parameters)

    @client.feature(types.WINDOW_SHOW_MESSAGE)
    def message(parameters):
        messages.append(parameters.message)

    async def newest(uri, version):
        while True:
            found = await published.get()
            if found.uri == uri and found.version == version:
                return [[d.message, d.range.start.line, d.range.start.character, d.severity] for d in found.diagnostics]

    await client.start_io(program, "lsp", "--stdio")
    seen = {}
    answer = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf8])
            )
        )
    )
    client.initialized(types.InitializedParams())
    seen["encoding"] = answer.capabilities.position_encoding
    uri = (pathlib.Path(folder) / "b c.yaml").as_uri()
    document = types.TextDocumentIdentifier(uri)
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=SCENE))
    )
    seen["mistake"] = await newest(uri, 1)

    completion = await client.text_document_completion_async(
        types.CompletionParams(document, types.Position(3, 17))
    )
    seen["completions"] = [item.label for item in completion.items]
    edit = next(item for item in completion.items if item.label == "debounce").text_edit
    client.text_document_did_change(text_of(edit.range.start, edit.new_text + ".seconds(1))", 2, uri, edit.range.end))
    seen["completed"] = await newest(uri, 2)

    client.text_document_did_change(text_of(types.Position(5, 0), '    expect: "--1|"\n', 3, uri))
    seen["difference"] = await newest(uri, 3)
    # A row is renamed, and what reads it is changed in the same message.
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=uri, version=4),
            [
                types.TextDocumentContentChangePartial(
                    text="input", range=types.Range(types.Position(1, 2), types.Position(1, 3))
                ),
                types.TextDocumentContentChangePartial(
                    text="input", range=types.Range(types.Position(3, 12), types.Position(3, 13))
                ),
            ],
        )
    )
    seen["renamed"] = await newest(uri, 4)

    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(3, 20)))
    seen["hover"] = hover.contents.value
    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(4, 5)))
    seen["key"] = hover.contents.value
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    seen["lenses"] = [[lens.command.title, lens.command.command, lens.command.arguments] for lens in lenses]
    seen["check"] = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="marbled.check", arguments=lenses[1].command.arguments)
    )
    seen["messages"] = messages

    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    seen["closed"] = await newest(uri, None)
    await client.shutdown_async(None)
    client.exit(None)
    server = client._server
    seen["code"] = await server.wait()
    print(json.dumps(seen))
    sys.stdout.flush()
    await client.stop()


asyncio.run(main(sys.argv[1], sys.argv[2]))
