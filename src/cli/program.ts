import { Command, CommanderError } from "commander";
import { isTerraceError } from "../runtime/errors.ts";
import { packageVersion } from "../runtime/package-version.ts";
import { runCommandWith } from "./configuration.ts";
import { addDemoCommands } from "./demo-command.ts";
import { EXIT_CODES, exitCodeOf, NegativeResult } from "./exit-codes.ts";
import { addHelpTexts } from "./help-text.ts";
import { addHooksCommands } from "./hooks-commands.ts";
import { addCoverageCommand } from "./import/coverage-command.ts";
import { addImportCommand } from "./import/import-command.ts";
import { addLoadCommand } from "./load/load-command.ts";
import { addMcpCommand } from "./mcp-command.ts";
import { addQueryCommands } from "./query/query-command.ts";
import { addSnapshotCommands } from "./snapshot/snapshot-commands.ts";
import { addStartCommand } from "./start/start-command.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { addTokenCommands } from "./token-commands.ts";
import { addUpdateCommand } from "./update-command.ts";

export function createProgram(terminal: Terminal): Command {
  const program = new Command("terrace")
    .description("A columnar housing-analytics engine for Australia.")
    .showSuggestionAfterError()
    .showHelpAfterError("(run with --help for options and examples)")
    .version(packageVersion(), "-V, --version", "print the version")
    .exitOverride();
  addStartCommand(program, terminal);
  const serving = program
    .command("serve")
    .description("serve the current snapshot, and switch to each newly published one");
  runCommandWith(serving, terminal, undefined, async ({ config }) => {
    const { serve } = await import("./serve.ts");
    await serve(config, terminal);
  });
  addDemoCommands(program, terminal);
  addImportCommand(program, terminal);
  addUpdateCommand(program, terminal);
  addCoverageCommand(program, terminal);
  addSnapshotCommands(program, terminal);
  addQueryCommands(program, terminal);
  addLoadCommand(program, terminal);
  addHooksCommands(program, terminal);
  addMcpCommand(program, terminal);
  addTokenCommands(program, terminal);
  addHelpTexts(program);
  return program;
}

/** Runs one command; returns the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  // With --json the error goes to standard output too, where a program looks for the result.
  const printJsonError = (code: string, message: string) => {
    if (args.includes("--json")) terminal.out(JSON.stringify({ error: { code, message } }));
  };
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return EXIT_CODES.ok.code;
  } catch (error) {
    if (error instanceof NegativeResult) return error.exitCode;
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT_CODES.ok.code;
      printJsonError("invalid_argument", error.message.replace(/^error: /, ""));
      return EXIT_CODES.usage.code;
    }
    if (terminal.signal.aborted) {
      terminal.err("stopped");
      printJsonError("canceled", "stopped");
      return EXIT_CODES.interrupted.code;
    }
    const message = error instanceof Error ? error.message : String(error);
    printJsonError(isTerraceError(error) ? error.code : "internal", message);
    terminal.err(`terrace: ${message}`);
    if (isUnexpected(error)) terminal.err(error.stack ?? "");
    return exitCodeOf(error);
  }
}

/** True for errors without a message written for users; only these print a stack trace. */
function isUnexpected(error: unknown): error is Error {
  if (isTerraceError(error)) return error.code === "internal";
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === undefined;
}

/** A second signal within this time counts as the first: npm forwards a ctrl-C that its child also gets. */
const SAME_SIGNAL_MS = 1000;

/** Aborts at the first SIGINT or SIGTERM; a later one exits at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  let askedAtMs = 0;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        askedAtMs = performance.now();
        controller.abort();
      } else if (performance.now() - askedAtMs > SAME_SIGNAL_MS) process.exit(EXIT_CODES.interrupted.code);
    });
  }
  return controller.signal;
}

export async function runProcess(): Promise<void> {
  // A reader that closes early (`terrace … | head`) is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_CODES.ok.code);
    throw error;
  });
  process.exitCode = await runCommand(process.argv.slice(2), processTerminal(stopSignal()));
}
