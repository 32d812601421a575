import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeDataset } from "./sources/describe-dataset.ts";
import { describeImports } from "./sources/import/describe-imports.ts";

const folder = join(import.meta.dirname, "../data");
for (const [name, page] of [...describeDataset(), ...describeImports()]) {
  await writeFile(join(folder, name), page);
}
