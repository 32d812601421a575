import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isTerraceError } from "../../runtime/errors.ts";
import { type Explanation, explainPaths, explanationText } from "./explain-paths.ts";
import { type ImportRequest, importPaths } from "./import-paths.ts";
import type { ImportMessage, ImportTask } from "./import-process.ts";
import { importReport, REPORT_FILE } from "./import-report.ts";

/** Resolves when the message has gone out: a long one is in flight for a while, and leaving meanwhile would lose it. */
const tell = (message: ImportMessage) =>
  new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));

const print = (text: string) => tell({ kind: "print", text });

process.once("message", async (task: ImportTask) => {
  try {
    if (task.kind === "import") await importFiles(task.request, task.asJson);
    else await explainFiles(task.paths, task.asJson);
    await tell({ kind: "done" });
  } catch (error) {
    // Thrown on, what nobody foresaw would be lost: the process leaves with the end of the connection.
    const { message, stack } = error as Error;
    await tell({ kind: "failed", code: isTerraceError(error) ? error.code : "internal", message, stack });
    process.exitCode = 1;
  } finally {
    process.disconnect();
  }
});
// Nobody waits for the report any more.
process.once("disconnect", () => process.exit());

async function importFiles(request: ImportRequest, asJson: boolean): Promise<void> {
  const progress = {
    report: (step: string, done: number, total: number) => void tell({ kind: "progress", step, done, total }),
    finish: () => void tell({ kind: "finish" }),
  };
  const result = await importPaths(request, progress, new AbortController().signal);
  const { parts: _, tables: __, origins: ___, ...outcome } = result.outcome;
  const { rows, coverage, manifest } = result;
  if (asJson) return print(JSON.stringify({ ...outcome, rows, coverage, asOf: manifest.asOf }));
  const { screen, whole } = importReport(result);
  if (whole !== undefined) await writeFile(join(request.out, REPORT_FILE), whole);
  await print(screen);
}

/** People read of each file as soon as it is known, programs of all of them at the end. */
async function explainFiles(paths: readonly string[], asJson: boolean): Promise<void> {
  const explained: Explanation[] = [];
  for await (const one of explainPaths(paths)) {
    if (asJson) explained.push(one);
    else await print(explanationText(one));
  }
  if (asJson) await print(JSON.stringify(explained));
}
