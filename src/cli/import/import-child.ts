import { isTerraceError } from "../../runtime/errors.ts";
import { importPaths } from "./import-paths.ts";
import type { ImportMessage, ImportTask } from "./import-process.ts";
import { importReport } from "./import-report.ts";

/** Resolves when the message has gone out: a long one is on its way for a while, and leaving meanwhile would lose it. */
const tell = (message: ImportMessage) =>
  new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));

process.once("message", async ({ request, asJson }: ImportTask) => {
  try {
    const progress = {
      report: (step: string, done: number, total: number) =>
        void tell({ kind: "progress", step, done, total }),
      finish: () => void tell({ kind: "finish" }),
    };
    const result = await importPaths(request, progress, new AbortController().signal);
    const { parts: _, tables: __, ...outcome } = result.outcome;
    const { rows, coverage, manifest } = result;
    const text = asJson
      ? JSON.stringify({ ...outcome, rows, coverage, asOf: manifest.asOf })
      : importReport(result);
    await tell({ kind: "done", text });
  } catch (error) {
    if (!isTerraceError(error)) throw error;
    await tell({ kind: "failed", code: error.code, message: error.message });
  } finally {
    process.disconnect();
  }
});
// Nobody waits for the report any more.
process.once("disconnect", () => process.exit());
