import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { followAbort } from "../../runtime/abort.ts";
import { didYouMean } from "../../runtime/nearest-names.ts";
import type { Terminal } from "../terminal.ts";
import { type OpenTables, openTables, type ShownData } from "./open-tables.ts";
import { checkFormat, RESULT_FORMATS } from "./result-format.ts";
import { answerSql } from "./write-result.ts";

const HISTORY_LINES = 1000;

/** Statements of earlier shells, newest first, as readline expects them. */
function readHistory(file: string): string[] {
  try {
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-HISTORY_LINES).reverse();
  } catch {
    return [];
  }
}

/** Appends a statement to the history as one line, in a file readable by its owner only. */
function appendHistory(file: string, statement: string): void {
  try {
    appendFileSync(file, `${statement.replaceAll(/\s+/g, " ").trim()}\n`, { mode: 0o600 });
  } catch {
    // An unwritable history does not stop the shell.
  }
}

const HELP = `End a statement with a semicolon; it may span many lines. Tab completes, the arrow keys recall
earlier statements, ctrl-C cancels a statement or its query.
.tables            list the tables
.schema <table>    list the columns of a table
.format <name>     set the output format: ${RESULT_FORMATS.join(", ")}
.out <file>        write the next result to a file; without a name, to the screen again
.sources           list the sources with publisher and licence
.help              show this help
.quit              exit, as does ctrl-D`;

/** How hints name the commands for every row and for a file. */
const WORDS = { everyRow: ".format csv", intoFile: ".out FILE" };

interface ShellState {
  format: string;
  out: string | undefined;
  statement: string;
  /** Aborts the answer in progress. */
  stop: (() => void) | undefined;
  isOver: boolean;
}

/** Reads statements from standard input and answers each; errors are printed and do not end the shell. */
export async function runShell(data: ShownData, format: string, terminal: Terminal): Promise<void> {
  const tables = await openTables(data, terminal.signal);
  const columns = await tables.sandbox.tables();
  const isTerminal = process.stdin.isTTY === true;
  const history = join(homedir(), ".terrace_sql_history");
  const input = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    terminal: isTerminal,
    historySize: HISTORY_LINES,
    history: isTerminal ? readHistory(history) : [],
    completer: completer(columns),
    signal: terminal.signal,
  });
  const { snapshotId, synthetic } = tables.manifest;
  terminal.err(
    `${snapshotId}${synthetic ? ", SYNTHETIC data" : ""}: ${columns.size} tables; .help lists the commands`,
  );
  const state: ShellState = { format, out: undefined, statement: "", stop: undefined, isOver: false };
  const prompt = () => {
    input.setPrompt(state.statement === "" ? "terrace> " : "      -> ");
    if (isTerminal) input.prompt();
  };
  input.on("SIGINT", () => leave(input, state, prompt));
  try {
    prompt();
    for await (const line of input) {
      if (state.statement === "" && line.trim().startsWith(".")) {
        runDotCommand(line.trim(), state, tables, columns, terminal);
        if (state.isOver) break;
      } else {
        state.statement += `${line}\n`;
        if (/;\s*$/.test(state.statement)) {
          const statement = state.statement.trim();
          state.statement = "";
          if (isTerminal) appendHistory(history, statement);
          await answer(statement, state, tables, terminal);
        } else if (state.statement.trim() === "") state.statement = "";
      }
      prompt();
    }
    if (state.statement.trim() !== "") await answer(state.statement.trim(), state, tables, terminal);
  } finally {
    input.close();
    await tables.close();
  }
}

/** Ctrl-C: aborts the answer in progress, else clears the input, else prints how to quit. */
function leave(input: Interface, state: ShellState, prompt: () => void): void {
  if (state.stop !== undefined) {
    state.stop();
    return;
  }
  const isEmpty = state.statement === "" && input.line === "";
  process.stdout.write(isEmpty ? "\n(.quit or ctrl-D to exit)\n" : "^C\n");
  state.statement = "";
  input.write(null, { ctrl: true, name: "e" });
  input.write(null, { ctrl: true, name: "u" });
  prompt();
}

async function answer(sql: string, state: ShellState, tables: OpenTables, terminal: Terminal): Promise<void> {
  const stop = new AbortController();
  const unfollow = followAbort(terminal.signal, stop);
  state.stop = () => stop.abort();
  try {
    const { format, out } = state;
    await answerSql(tables, sql, { format, out, words: WORDS }, terminal, stop.signal);
    // Cleared after one answer: a second one would overwrite the file.
    state.out = undefined;
  } catch (error) {
    if (terminal.signal.aborted) throw error;
    terminal.err(stop.signal.aborted ? "stopped" : error instanceof Error ? error.message : String(error));
  } finally {
    state.stop = undefined;
    unfollow();
  }
}

function runDotCommand(
  line: string,
  state: ShellState,
  { manifest }: OpenTables,
  columns: TableColumns,
  terminal: Terminal,
): void {
  const [command, argument = ""] = line.split(/\s+/);
  switch (command) {
    case ".quit":
    case ".exit":
      state.isOver = true;
      return;
    case ".tables":
      terminal.out([...columns.keys()].join("\n"));
      return;
    case ".schema": {
      const known = columns.get(argument);
      if (known !== undefined) {
        terminal.out(known.map(({ name, type }) => `${name}  ${type}`).join("\n"));
        return;
      }
      const hint = didYouMean(argument, [...columns.keys()], 1);
      terminal.err(`no table "${argument}"; .tables lists them${hint}`);
      return;
    }
    case ".sources":
      terminal.out(
        manifest.sources
          .filter(({ withheld }) => withheld !== true)
          .map(({ publisher, title, licence, vintage }) => `${publisher}: ${title} (${vintage}), ${licence}`)
          .join("\n"),
      );
      return;
    case ".out":
      state.out = argument === "" ? undefined : argument;
      return;
    case ".format":
      try {
        state.format = checkFormat(argument);
      } catch (error) {
        terminal.err((error as Error).message.replace("--format", ".format"));
      }
      return;
    default:
      if (command !== ".help") terminal.err(`no command "${command}"`);
      terminal.err(HELP);
  }
}

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

const SHELL_COMMANDS = [".tables", ".schema", ".format", ".out", ".sources", ".help", ".quit"];

type TableColumns = ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>;

/** Completes dot commands, tables (after FROM, JOIN and the like), or tables, columns and SQL keywords. */
export function completer(tables: TableColumns): (line: string) => [string[], string] {
  const names = [...tables.keys()];
  const columns = [...tables.values()].flat().map(({ name }) => name);
  const words = [...new Set([...KEYWORDS, ...names, ...columns])];
  const fitting = (offered: readonly string[], last: string): [string[], string] => [
    offered.filter((word) => word.toLowerCase().startsWith(last.toLowerCase())),
    last,
  ];
  return (line) => {
    const last = /[A-Za-z0-9_]*$/.exec(line)![0];
    if (/^\s*\.[a-z]*$/.test(line)) return fitting(SHELL_COMMANDS, line.trim());
    if (/^\s*\.format\s/.test(line)) return fitting(RESULT_FORMATS, last);
    if (/^\s*\.schema\s/.test(line) || /\b(from|join|describe|summarize)\s+[A-Za-z0-9_]*$/i.test(line)) {
      return fitting(names, last);
    }
    return last === "" ? [[], last] : fitting(words, last);
  };
}
