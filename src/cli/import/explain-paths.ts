import { listFiles, openFile } from "../../importers/files/find-files.ts";
import type { Importer } from "../../importers/importer.ts";
import { IMPORTERS } from "../../importers/registry.ts";
import type { ImportFile } from "../../importers/run/import-file.ts";
import { recogniseFile } from "../../importers/run/run-import.ts";
import { isTerraceError } from "../../runtime/errors.ts";

/** How one file would be read, or why it would not be. */
export interface Explanation {
  readonly path: string;
  readonly importer?: string;
  readonly what?: string;
  readonly confidence?: number;
  readonly sources?: Importer["sources"];
  readonly lines?: readonly string[];
  readonly problem?: string;
}

/** How each file at and below the paths would be read, one after the other. Writes nothing. */
export async function* explainPaths(paths: readonly string[]): AsyncGenerator<Explanation> {
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
      return { path, problem: `no importer knows this content${file.isHtml ? ": it is a web page" : ""}` };
    const { importer, recognition } = match;
    const { what, confidence } = recognition;
    const { id, sources } = importer;
    return { path, importer: id, what, confidence, sources, lines: importer.explain(file) };
  } catch (error) {
    if (!isTerraceError(error) || error.code !== "bad_dataset") throw error;
    return { path, problem: error.message };
  }
}

/** The same for a person. */
export function explanationText({
  path,
  importer,
  what,
  confidence,
  sources = [],
  lines = [],
  problem,
}: Explanation): string {
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
