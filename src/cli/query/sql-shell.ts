import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sqlTable } from "../../exports/sql-table.ts";
import type { Terminal } from "../terminal.ts";
import { type OpenTables, openTables } from "./open-tables.ts";
import { checkFormat, writeResult } from "./write-result.ts";

const HELP = `A statement ends with a semicolon and may have many lines.
.tables            the tables
.schema <table>    the columns of one
.format <name>     how answers are written: table, csv, json, ndjson
.sources           who published the data, and under which licence
.help              this text
.quit              the end; so does ctrl-D`;

const KEYWORDS = [
  "SELECT",
  "FROM",
  "WHERE",
  "GROUP BY",
  "ORDER BY",
  "LIMIT",
  "JOIN",
  "USING",
  "DESCRIBE",
  "SUMMARIZE",
];
const HISTORY_LINES = 1000;

/** Reads statements from standard input and answers each; a mistake is told and does not end the shell. */
export async function runShell(dataDir: string, firstFormat: string, terminal: Terminal): Promise<void> {
  const tables = await openTables(dataDir, terminal.signal);
  const columns = await tables.sandbox.tables();
  const isTerminal = process.stdin.isTTY === true;
  const history = join(homedir(), ".terrace_sql_history");
  const input = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    terminal: isTerminal,
    historySize: HISTORY_LINES,
    history: isTerminal ? oldLines(history) : [],
    completer: completer([...columns.keys(), ...[...columns.values()].flat().map(({ name }) => name)]),
    signal: terminal.signal,
  });
  const { snapshotId, synthetic } = tables.manifest;
  terminal.err(
    `${snapshotId}${synthetic ? ", SYNTHETIC data" : ""}: ${columns.size} tables; .help lists the commands`,
  );
  let format = firstFormat;
  let statement = "";
  const prompt = () => {
    input.setPrompt(statement === "" ? "terrace> " : "      -> ");
    if (isTerminal) input.prompt();
  };
  try {
    prompt();
    for await (const line of input) {
      if (statement === "" && line.trim().startsWith(".")) {
        const next = runDotCommand(line.trim(), tables, columns, terminal);
        if (next === "quit") break;
        if (next !== undefined) format = next;
      } else {
        statement += `${line}\n`;
        if (/;\s*$/.test(statement)) {
          if (isTerminal)
            appendFileSync(history, `${statement.replaceAll(/\s+/g, " ").trim()}\n`, { mode: 0o600 });
          await answer(statement.trim(), format, tables, terminal);
          statement = "";
        } else if (statement.trim() === "") statement = "";
      }
      prompt();
    }
    if (statement.trim() !== "") await answer(statement.trim(), format, tables, terminal);
  } finally {
    input.close();
    await tables.close();
  }
}

async function answer(sql: string, format: string, tables: OpenTables, terminal: Terminal): Promise<void> {
  try {
    const result = await tables.sandbox.ask(sql, terminal.signal);
    const table = sqlTable(result, tables.manifest, { most: Number.POSITIVE_INFINITY, isCut: false });
    await writeResult(table, tables.manifest, { format }, terminal);
  } catch (error) {
    if (terminal.signal.aborted) throw error;
    terminal.err(error instanceof Error ? error.message : String(error));
  }
}

/** What a command says; the format it chooses, or that it was the last. */
function runDotCommand(
  line: string,
  { manifest }: OpenTables,
  columns: ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>,
  terminal: Terminal,
): string | undefined {
  const [command, argument = ""] = line.split(/\s+/);
  switch (command) {
    case ".quit":
    case ".exit":
      return "quit";
    case ".tables":
      terminal.out([...columns.keys()].join("\n"));
      return undefined;
    case ".schema": {
      const known = columns.get(argument);
      if (known === undefined) terminal.err(`no table "${argument}"; .tables lists them`);
      else terminal.out(known.map(({ name, type }) => `${name}  ${type}`).join("\n"));
      return undefined;
    }
    case ".sources":
      terminal.out(
        manifest.sources
          .filter(({ withheld }) => withheld !== true)
          .map(({ publisher, title, licence, vintage }) => `${publisher}: ${title} (${vintage}), ${licence}`)
          .join("\n"),
      );
      return undefined;
    case ".format":
      try {
        return checkFormat(argument);
      } catch (error) {
        terminal.err((error as Error).message.replace("--format", ".format"));
        return undefined;
      }
    default:
      terminal.err(HELP);
      return undefined;
  }
}

/** Offers tables, columns and the words of SQL that begin as the last word does. */
export function completer(names: readonly string[]): (line: string) => [string[], string] {
  const words = [...new Set([...KEYWORDS, ...names])];
  return (line) => {
    const last = /[A-Za-z0-9_]*$/.exec(line)![0];
    const fitting = words.filter((word) => word.toLowerCase().startsWith(last.toLowerCase()));
    return [last === "" ? [] : fitting, last];
  };
}

function oldLines(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-HISTORY_LINES).reverse();
}
