import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { removeWorkspaces } from "../../importers/run/write-dataset.ts";
import { type ErrorCode, TerraceError } from "../../runtime/errors.ts";
import type { Progress } from "../progress.ts";
import type { ImportRequest } from "./import-paths.ts";

/** Message to the child process. */
export type ImportTask =
  | { readonly kind: "import"; readonly request: ImportRequest; readonly asJson: boolean }
  | { readonly kind: "explain"; readonly paths: readonly string[]; readonly asJson: boolean };

export interface ImportListener {
  readonly progress?: Progress;
  readonly print: (text: string) => void;
}

/** Messages from the child process. */
export type ImportMessage =
  | { readonly kind: "progress"; readonly step: string; readonly done: number; readonly total: number }
  | { readonly kind: "finish" }
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "done" }
  | {
      readonly kind: "failed";
      readonly code: ErrorCode;
      readonly message: string;
      readonly stack: string | undefined;
    };

/**
 * Runs an import or an explanation in a child process; resolves when it has ended. Reading a large workbook
 * blocks the event loop, so an abort kills the child; the dataset stays as it was.
 */
export async function importInProcess(
  task: ImportTask,
  { progress, print }: ImportListener,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const file = fileURLToPath(new URL(`./import-child${extname(import.meta.filename)}`, import.meta.url));
  const child = fork(file, { serialization: "advanced" });
  const gone = once(child, "exit");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on("message", (sent) => {
    const message = sent as ImportMessage;
    if (message.kind === "progress") progress?.report(message.step, message.done, message.total);
    else if (message.kind === "finish") progress?.finish();
    else if (message.kind === "print") print(message.text);
    else if (message.kind === "done") resolve();
    // The stack points into the child.
    else reject(Object.assign(new TerraceError(message.code, message.message), { stack: message.stack }));
  });
  child.on("error", reject);
  child.on("exit", (code, killedBy) =>
    reject(
      new TerraceError(
        "internal",
        `the import process exited without a report: ${killedBy ?? `exit code ${code}`}`,
      ),
    ),
  );
  const stop = () => {
    child.kill("SIGKILL");
    reject(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  child.send(task);
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await gone;
    // However the process ended, it writes no more.
    if (task.kind === "import") await removeWorkspaces(task.request.out, child.pid!);
  }
}
