import { join } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { addressedId } from "../../snapshot/store/addresses.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { runCommandWith, switchesOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { checkFormat, RESULT_FORMATS, refuseParameters, TABLE_FORMAT } from "./result-format.ts";

export function addQueryCommands(program: Command, terminal: Terminal): void {
  const query = program
    .command("query")
    .argument(
      "<question...>",
      "SQL, or: filter <state> [condition], series <key>, drops <kind> <state>, shorts <date>, profile <sal_code>",
    )
    .description("query the current snapshot, in SQL over its plain tables or by a method");
  addResultOptions(query)
    .option("--out <file>", "write to a file instead of standard output")
    .option(
      "--metrics <keys>",
      "filter: comma-separated metrics (default: all; in a table, those in the condition)",
    )
    .option("--sort <name>", "filter and drops: sort by this column; -name for descending")
    .option("--limit <number>", "filter and drops: max rows");
  runCommandWith(query, terminal, ["dataDir"], async ({ config, flags }, words: string[]) => {
    const data = { path: await pathOf(config, flags.at), switches: switchesOf(config, terminal) };
    const options = { format: checkFormat(String(flags.format)), out: flags.out as string | undefined };
    const { isMethodQuery, runMethodQuery } = await import("./method-query.ts");
    const { metrics, sort, limit } = flags as Record<string, string | undefined>;
    if (isMethodQuery(words)) {
      await runMethodQuery({ words, parameters: { metrics, sort, limit }, ...data }, options, terminal);
      return;
    }
    refuseParameters({ metrics, sort, limit }, "SQL");
    const { openTables } = await import("./open-tables.ts");
    const { answerSql } = await import("./write-result.ts");
    const tables = await openTables(data, terminal.signal);
    await answerSql(tables, words.join(" "), options, terminal).finally(tables.close);
  });
  const shell = program
    .command("sql")
    .description(
      "interactive SQL shell over the plain tables of the current snapshot; .help lists the commands",
    );
  addResultOptions(shell);
  runCommandWith(shell, terminal, ["dataDir"], async ({ config, flags }) => {
    const data = { path: await pathOf(config, flags.at), switches: switchesOf(config, terminal) };
    const { runShell } = await import("./sql-shell.ts");
    await runShell(data, checkFormat(String(flags.format)), terminal);
  });
}

/** The data directory, or the directory of the snapshot that --at names. */
export async function pathOf({ dataDir }: Config, at: unknown): Promise<string> {
  if (at === undefined) return dataDir;
  return join(dataDirectory(dataDir).snapshots, await addressedId(dataDir, String(at)));
}

function addResultOptions(command: Command): Command {
  command.option("--format <name>", `one of ${RESULT_FORMATS.join(", ")}`, TABLE_FORMAT);
  return command.option("--at <snapshot>", "id, tag or day of a snapshot (default: the current one)");
}
