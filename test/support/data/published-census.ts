import { findOpenFiles, openFiles } from "../../../src/generators/australia/open-files.ts";
import { plainTableOf } from "../plain/plain-csv.ts";
import type { CsvRow } from "./read-csv.ts";

/** Cells of the Census as its publisher's own files have them, by suburb code: medians, residents and tenure. */
export async function publishedCensus(folders: readonly string[]): Promise<ReadonlyMap<string, CsvRow>> {
  const files = (await openFiles()).filter(({ file }) => /_G(02|04B|37)_AUST_SAL/.test(file));
  const published = new Map<string, CsvRow>();
  for (const row of (await findOpenFiles(folders, files)).flatMap(plainTableOf)) {
    const code = row.SAL_CODE_2021.replace("SAL", "");
    published.set(code, { ...published.get(code), ...row });
  }
  return published;
}
