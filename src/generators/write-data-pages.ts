import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeDataset } from "../dataset/describe-dataset.ts";
import { describeMetricPage } from "../domains/suburbs/metrics/metric-page.ts";
import { describeImports } from "../importers/run/describe-imports.ts";

const folder = join(import.meta.dirname, "../../data/tables");
for (const [name, page] of [...describeDataset(), ...describeImports(), describeMetricPage()]) {
  await writeFile(join(folder, name), page);
}
