import { join } from "node:path";
import type { Metric } from "../../../dataset/metric.ts";
import { codeDigest } from "../../../runtime/files/code-digest.ts";
import { checksumOf, type Step } from "../../graph/step.ts";
import { describeFile } from "../../store/verify.ts";
import type { BuildDatabase } from "../../tables/write-tables.ts";
import { writeColumns } from "../write-columns.ts";
import type { BuildTables } from "./build-tables.ts";

const READS = ["serve.suburb_metrics", "serve.suburbs"];

/** A step that writes the suburb columns; its facts are rows by state and the file's layout. */
export async function columnsStep(
  metrics: readonly Metric[],
  file: string,
  { root, tables }: { readonly root: string; readonly tables: BuildTables },
): Promise<Step<BuildDatabase>> {
  const code = await codeDigest(import.meta.url);
  return {
    kind: "columns",
    name: "suburbs",
    reads: READS,
    creates: new Map(),
    definition: code && checksumOf([code, metrics]),
    run: (lane) =>
      tables.within(lane, { step: "columns suburbs", reads: READS }, async (db) => {
        const facts = await writeColumns(db, join(root, file), metrics);
        return { files: [await describeFile(root, file)], facts };
      }),
  };
}
