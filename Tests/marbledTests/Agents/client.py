"""Uses `marbled mcp` with the client of the Model Context Protocol's own SDK, and prints what it saw as JSON.

    client.py MARBLED MODE

MODE is `auto`, which asks for the newest protocol first, or `legacy`, which begins with `initialize`.
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

DEBOUNCE = {"rows": {"a": "1-2-3|"}, "expressions": ["out = a.debounce(for: .seconds(1))"]}
SCENE = "rows:\n  a: { marbles: '1-2|' }\n  b: { apply: 'a.map { $0 + 1 }', expect: '2-4|' }\n"
# A run that takes as long as the limits allow: an array with many elements, through many closures.
SLOW = {
    "rows": {"a": "'[" + ",".join(["0"] * 4000) + "]'|"},
    "expressions": ["out = a.map { $0" + ".map { $0 + 1 }" * 90 + " }"],
}

GOOD = {
    "run": DEBOUNCE,
    "explain": {"subject": "switchMap"},
    "check": {"scene": SCENE},
    "lint": DEBOUNCE,
    "picture": {**DEBOUNCE, "svg": True},
    "convert": {**DEBOUNCE, "to": "marble"},
}
BAD = {
    "run": {"scene": "rows:\n  a: { live: 'exec:ls' }\n"},
    "explain": {"subject": "debounc"},
    "check": {"scene": "rows: 1"},
    "lint": {"rows": {"a": "1-("}},
    "picture": {**DEBOUNCE, "columns": 1},
    "convert": {"recording": "nope"},
}


def seen(result):
    return {"isError": result.is_error, "texts": [part.text for part in result.content]}


async def main(program, mode):
    # A client checks each answer against the schemas of the protocol.
    async with Client(stdio_client(StdioServerParameters(command=program, args=["mcp"])), mode=mode) as client:
        tools = (await client.list_tools()).tools
        saw = {
            "version": client.protocol_version,
            "server": client.server_info.name,
            "instructions": client.instructions,
            "tools": [tool.name for tool in tools],
            "schemas": [tool.input_schema["type"] for tool in tools],
            "good": {name: seen(await client.call_tool(name, arguments)) for name, arguments in GOOD.items()},
            "bad": {name: seen(await client.call_tool(name, arguments)) for name, arguments in BAD.items()},
        }
        try:
            await client.call_tool("nope", {})
            saw["unknown"] = "no error"
        except MCPError as error:
            saw["unknown"] = error.message
        # A call that runs is cancelled when its task is; the others go on.
        slow = asyncio.create_task(client.call_tool("run", SLOW))
        other = asyncio.create_task(client.call_tool("explain", {"subject": "zip"}))
        saw["beside"] = seen(await other)["texts"][0].split()[0]
        saw["slow"] = "has ended before it was cancelled" if slow.done() else "cancelled"
        slow.cancel()
        try:
            await slow
        except asyncio.CancelledError:
            pass
        saw["after"] = seen(await client.call_tool("explain", {"subject": "map"}))["texts"][0].split()[0]
    print(json.dumps(saw))


asyncio.run(main(*sys.argv[1:]))
