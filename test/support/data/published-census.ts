import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { findOpenFiles, openFiles } from "../../../src/generators/australia/open-files.ts";

/** Cells of the Census as its publisher's own files have them, by suburb code: medians, residents and tenure. */
export async function publishedCensus(
  folders: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const files = (await openFiles()).filter(({ file }) => /_G(02|04B|37)_AUST_SAL/.test(file));
  const published = new Map<string, Record<string, string>>();
  for (const path of await findOpenFiles(folders, files)) {
    const text = gunzipSync(await readFile(path)).toString();
    const [names, ...rows] = text
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    for (const cells of rows) {
      const row = Object.fromEntries(cells.map((cell, i) => [names[i], cell]));
      const code = row.SAL_CODE_2021.replace("SAL", "");
      published.set(code, { ...published.get(code), ...row });
    }
  }
  return published;
}
