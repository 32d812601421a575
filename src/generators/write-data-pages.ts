import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeDataset } from "../dataset/describe-dataset.ts";
import { describeImports } from "../importers/run/describe-imports.ts";

const folder = join(import.meta.dirname, "../../data");
for (const [name, page] of [...describeDataset(), ...describeImports()]) {
  await writeFile(join(folder, name), page);
}
