// Child process that runs operators' SQL. `SqlProcess` starts it, and kills it when it takes too much.
import { writeFileSync } from "node:fs";
import { openSandbox, type Sandbox } from "../../../engine/sql/sandbox.ts";
import { loadWriter } from "../../../exports/formats.ts";
import { type RowBound, sqlTable } from "../../../exports/sql-table.ts";
import { isTerraceError, TerraceError } from "../../../runtime/errors.ts";
import type { SqlMessage, SqlTask } from "./sql-process.ts";

// Under memory pressure the kernel should kill this process first.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Only on Linux.
}

/** Sandbox of the last query's snapshot, with the tables visible at that time. */
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
  // Never aborted: to cancel, the parent kills the process.
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
    send({ kind: "piece", bytes: piece });
  }
  send({ kind: "done", isCut: bound.isCut, contentType: writer.contentType });
}

function send(message: SqlMessage): void {
  process.send!(message);
}

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (task: SqlTask) => {
  answer(task).catch((error: unknown) => {
    const { code, message } = isTerraceError(error) ? error : new TerraceError("internal", String(error));
    send({ kind: "failed", code, message });
  });
});
