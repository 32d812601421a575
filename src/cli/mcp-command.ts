import { aborted } from "node:util";
import type { Command } from "commander";
import { optionalPackage } from "../runtime/node/optional-package.ts";
import { runCommandWith, switchesOf } from "./configuration.ts";
import type { Terminal } from "./terminal.ts";

/** Adds `mcp`: the MCP tools over standard input and output, for assistants on the same machine. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("mcp")
    .description("run an MCP server (Model Context Protocol) for the current snapshot over stdio");
  runCommandWith(command, terminal, ["dataDir"], async ({ config }) => {
    const { serveStdio } = optionalPackage<typeof import("@modelcontextprotocol/server/stdio")>(
      "@modelcontextprotocol/server/stdio",
      "the Model Context Protocol",
    );
    const [{ mcpServers }, { enginePartsOf, openEngine }] = await Promise.all([
      import("../mcp/create-mcp-server.ts"),
      import("../library/open-engine.ts"),
    ]);
    const engine = await openEngine(config.dataDir, { follow: true, switches: switchesOf(config, terminal) });
    try {
      const newServer = mcpServers({ ...enginePartsOf(engine), dataDir: config.dataDir });
      // Standard output belongs to the protocol; messages go to standard error.
      const onerror = (error: Error) => terminal.err(error.message);
      const handle = serveStdio(() => newServer(), { onerror });
      const { snapshotId, synthetic } = engine.manifest;
      terminal.err(`serving ${snapshotId}${synthetic ? " (SYNTHETIC data)" : ""} to an assistant`);
      const ended = new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));
      await Promise.race([ended, aborted(terminal.signal, terminal.signal)]);
      await handle.close();
    } finally {
      await engine.close();
    }
  });
}
