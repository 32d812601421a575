import type { Command } from "commander";
import { badConfig } from "../../runtime/errors.ts";
import { JSON_FLAG, runCommandWith, switchesOf } from "../configuration.ts";
import { pathOf } from "../query/query-command.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `load`: copies the tables of a snapshot into PostgreSQL or ClickHouse. */
export function addLoadCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command("load")
    .argument("<address>", "postgres://user@host/database or clickhouse://host:8123")
    .description(
      "load the snapshot's tables into PostgreSQL or ClickHouse, replacing those loaded before in one step",
    )
    .option("--schema <name>", "schema (ClickHouse: database) to load into", "terrace")
    .option("--at <snapshot>", "id, tag or day of the snapshot (default: the current one)")
    .option("--again", "reload even if this snapshot is already loaded")
    .option(...JSON_FLAG);
  runCommandWith(command, terminal, ["dataDir"], async ({ config, flags, say }, address: string) => {
    const schema = String(flags.schema);
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
      throw badConfig(`--schema "${schema}" is not a name of lower-case letters, digits and _`);
    }
    const data = { path: await pathOf(config, flags.at), switches: switchesOf(config, terminal) };
    const { loadTables } = await import("./load-tables.ts");
    await loadTables(address, data, { schema, isAgain: flags.again === true, say }, terminal);
  });
}
