/** The process that answers operators' questions in SQL: `SqlProcess` starts it, and ends it when it takes too much. */
import { writeFileSync } from "node:fs";
import { openSandbox, type Sandbox } from "../../../engine/sql/sandbox.ts";
import { loadWriter } from "../../../exports/formats.ts";
import { type RowBound, sqlTable } from "../../../exports/sql-table.ts";
import { isTerraceError, TerraceError } from "../../../runtime/errors.ts";
import type { SqlMessage, SqlTask } from "./sql-process.ts";

// Where memory runs out, this process goes first.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Only Linux has it.
}

/** The tables of the snapshot that was asked last, as they could be seen then. */
let opened: { readonly key: string; readonly sandbox: Sandbox } | undefined;

async function sandboxOf({ directory, tables, hidden, memoryLimitMb }: SqlTask): Promise<Sandbox> {
  const key = JSON.stringify([directory, [...(hidden ?? [])]]);
  if (opened?.key !== key) {
    opened?.sandbox.close();
    opened = undefined;
    opened = { key, sandbox: await openSandbox({ directory, tables, hidden, memoryLimitMb }) };
  }
  return opened.sandbox;
}

async function answer(task: SqlTask): Promise<void> {
  // The side that gives up a question ends the process.
  const { signal } = new AbortController();
  const bound: RowBound = { most: task.maxRows, isCut: false };
  const writer = await loadWriter(task.format);
  const sandbox = await sandboxOf(task);
  const table = sqlTable(await sandbox.ask(task.sql, signal), task.sources, bound);
  let bytes = 0;
  for await (const piece of writer.write(table, task.facts, { signal, onRows: () => {} })) {
    bytes += piece.byteLength;
    if (bytes > task.maxBytes) {
      throw new TerraceError(
        "resource_exhausted",
        `the answer has more than ${task.maxBytes} bytes; ask for less`,
      );
    }
    say({ kind: "piece", bytes: piece });
  }
  say({ kind: "done", isCut: bound.isCut, contentType: writer.contentType });
}

function say(message: SqlMessage): void {
  process.send!(message);
}

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (task: SqlTask) => {
  answer(task).catch((error: unknown) => {
    const { code, message } = isTerraceError(error) ? error : new TerraceError("internal", String(error));
    say({ kind: "failed", code, message });
  });
});
