import { importedManifest } from "../../../src/importers/run/import-dataset.ts";
import { writeDataset } from "../../../src/importers/run/write-dataset.ts";
import { AREA_LIST, censusCsv, importMade, textFile } from "./import-files.ts";

/** Imports three suburbs into the folder, with `residents` as their only figure. */
export async function writeSmallDataset(out: string, residents: number): Promise<void> {
  const outcome = await importMade([
    textFile("names.csv", AREA_LIST),
    textFile("G04.csv", censusCsv("G04", { SAL10001: { Tot_P: residents } })),
  ]);
  await writeDataset(out, {
    manifest: importedManifest(outcome),
    tables: outcome.tables,
    parts: outcome.parts,
  });
}

// As a program: folder, figure, and before or after which rename the process kills itself.
if (process.argv[1] === import.meta.filename) {
  const [out, residents, moment = "before", count = "0"] = process.argv.slice(2);
  const { default: promises } = await import("node:fs/promises");
  const { syncBuiltinESMExports } = await import("node:module");
  const { rename } = promises;
  let left = Number(count);
  promises.rename = async (from, to) => {
    const isLast = --left === 0;
    if (isLast && moment === "before") process.kill(process.pid, "SIGKILL");
    await rename(from, to);
    if (isLast && moment === "after") process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();
  await writeSmallDataset(out, Number(residents));
}
