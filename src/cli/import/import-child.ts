import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles, openFile } from "../../importers/files/find-files.ts";
import type { Importer } from "../../importers/importer.ts";
import { IMPORTERS } from "../../importers/registry.ts";
import type { ImportFile } from "../../importers/run/import-file.ts";
import { recogniseFile } from "../../importers/run/run-import.ts";
import { isTerraceError } from "../../runtime/errors.ts";
import { type ImportRequest, importPaths } from "./import-paths.ts";
import type { ImportMessage, ImportTask } from "./import-process.ts";
import { importReport, REPORT_FILE } from "./import-report.ts";

/** Resolves when the message was sent: exiting while a long message is in flight would lose it. */
const send = (message: ImportMessage) =>
  new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));

const print = (text: string) => send({ kind: "print", text });

process.once("message", async (task: ImportTask) => {
  try {
    if (task.kind === "import") await importFiles(task.request, task.asJson);
    else await explainFiles(task.paths, task.asJson);
    await send({ kind: "done" });
  } catch (error) {
    // Sent as a message: a rethrown error would be lost when the IPC channel closes with the process.
    const { message, stack } = error as Error;
    await send({ kind: "failed", code: isTerraceError(error) ? error.code : "internal", message, stack });
    process.exitCode = 1;
  } finally {
    process.disconnect();
  }
});
// The parent has gone, so nobody needs the report.
process.once("disconnect", () => process.exit());

async function importFiles(request: ImportRequest, asJson: boolean): Promise<void> {
  const progress = {
    report: (step: string, done: number, total: number) => void send({ kind: "progress", step, done, total }),
    finish: () => void send({ kind: "finish" }),
  };
  const result = await importPaths(request, progress, new AbortController().signal);
  const { parts: _, tables: __, origins: ___, ...outcome } = result.outcome;
  const { rows, coverage, manifest } = result;
  if (asJson) return print(JSON.stringify({ ...outcome, rows, coverage, asOf: manifest.asOf }));
  const { screen, whole } = importReport(result);
  if (whole !== undefined) await writeFile(join(request.out, REPORT_FILE), whole);
  await print(screen);
}

/** Prints the explanation of each file as soon as it is known; with asJson one array at the end. */
async function explainFiles(paths: readonly string[], asJson: boolean): Promise<void> {
  const explained: Explanation[] = [];
  for await (const one of explainPaths(paths)) {
    if (asJson) explained.push(one);
    else await print(explanationText(one));
  }
  if (asJson) await print(JSON.stringify(explained));
}

/** How one file would be read, or the problem that prevents it. */
interface Explanation {
  readonly path: string;
  readonly importer?: string;
  readonly what?: string;
  readonly confidence?: number;
  readonly sources?: Importer["sources"];
  readonly lines?: readonly string[];
  readonly problem?: string;
}

/** Explains each file at and below the paths, one at a time. Writes nothing. */
async function* explainPaths(paths: readonly string[]): AsyncGenerator<Explanation> {
  for (const path of await listFiles(paths)) {
    for await (const found of openFile(path)) {
      yield "unreadable" in found
        ? { path: found.unreadable.path, problem: found.unreadable.problem }
        : explanationOf(found.file);
    }
  }
}

function explanationOf(file: ImportFile): Explanation {
  const { path } = file;
  try {
    const match = recogniseFile(file, IMPORTERS);
    if (match === undefined)
      return {
        path,
        problem: `no importer recognises this content${file.isHtml ? ": it is a web page" : ""}`,
      };
    const { importer, recognition } = match;
    const { what, confidence } = recognition;
    const { id, sources } = importer;
    return { path, importer: id, what, confidence, sources, lines: importer.explain(file) };
  } catch (error) {
    if (!isTerraceError(error) || error.code !== "bad_dataset") throw error;
    return { path, problem: error.message };
  }
}

function explanationText(explained: Explanation): string {
  const { path, importer, what, confidence, sources = [], lines = [], problem } = explained;
  if (problem !== undefined) return problem.startsWith(path) ? problem : `${path}: ${problem}`;
  return [
    `${path}: ${what}`,
    `  by ${importer}, ${confidence} % sure`,
    ...sources.map(
      ({ id, publisher, licence, licenceClass, attribution }) =>
        `  source ${id}: ${publisher}, ${licence} (${licenceClass}); "${attribution}"`,
    ),
    ...lines.map((line) => `  ${line}`),
  ].join("\n");
}
