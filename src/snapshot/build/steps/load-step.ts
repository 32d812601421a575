import { join } from "node:path";
import type { TableFile } from "../../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../../dataset/table-definition.ts";
import { codeDigest } from "../../../runtime/files/code-digest.ts";
import { checksumOf, type Step } from "../../graph/step.ts";
import { checkRejects, isOverThreshold, type LoadOptions } from "../../load/check-rejects.ts";
import type { TableReport } from "../../load/load-report.ts";
import { loadAbsentTable, loadTable } from "../../load/load-table.ts";
import { readFailure } from "../../load/read-failure.ts";
import { Rejects } from "../../load/rejects.ts";
import { describeFile } from "../../store/verify.ts";
import type { BuildDatabase } from "../../tables/write-tables.ts";

/** File for a table's rejected rows until the load ends. */
export function rejectsFile(table: string): string {
  return `rejects/${table}.ndjson`;
}

/** A step that loads one table; its result is the report and the list of rejected rows. */
export async function loadStep(
  table: TableDefinition,
  file: TableFile | undefined,
  root: string,
  declaredSources: readonly string[],
  options: LoadOptions,
): Promise<Step<BuildDatabase>> {
  const code = await codeDigest(import.meta.url);
  const targets = table.columns.flatMap(({ references }) => references?.split(".")[0] ?? []);
  const path = rejectsFile(table.name);
  return {
    kind: "load",
    name: table.name,
    reads: [
      ...(file === undefined ? [] : [file.name]),
      ...[...new Set(targets)].filter((target) => target !== table.name).map((target) => `main.${target}`),
    ],
    creates: new Map([[`main.${table.name}`, null]]),
    definition: code && checksumOf([code, table, file?.name, declaredSources]),
    accepts: (facts) => !isOverThreshold(facts as TableReport, options),
    run: async (lane) => {
      if (file === undefined) return { files: [], facts: await loadAbsentTable(lane, table) };
      const rejects = new Rejects(lane, table);
      try {
        const report = await loadTable(lane, table, file, rejects, declaredSources, options.signal);
        await checkRejects(report, rejects, options);
        if (report.rowsRejected === 0) return { files: [], facts: report };
        await rejects.write(join(root, path));
        return { files: [await describeFile(root, path)], facts: report };
      } catch (cause) {
        // Report the first failure, even if writing the rejects fails too (full disk).
        await rejects.write(join(root, path)).catch(() => undefined);
        throw readFailure(file, cause, options.signal);
      }
    },
  };
}
