import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { openGap } from "../../domains/suburbs/metrics/open-gaps.ts";
import { COSTS } from "../admission/limits/limits.ts";
import type { SnapshotDocument } from "./snapshot-document.ts";

/** `GET /v1/sources`: who published what is served, how old it is, which tables have rows, what metrics wait for. */
export const SOURCES: SnapshotDocument = {
  name: "sources",
  cost: COSTS.sources,
  missing: "the data names no source",
  make({ manifest: { snapshotId, asOf, synthetic, sources, datasetRows } }) {
    const isServed = (table: string) => {
      const own = sources.filter(({ tables }) => tables.includes(table));
      return own.length === 0 || own.some(({ withheld }) => withheld !== true);
    };
    const waits = METRICS.map(({ key }) => [key, openGap(key)]).filter(([, text]) => text !== undefined);
    return {
      snapshot_id: snapshotId,
      as_of: asOf.slice(0, 10),
      synthetic,
      sources: sources
        .filter(({ withheld }) => withheld !== true)
        .map(({ id, publisher, title, licence, vintage, url, attribution, tables }) => ({
          ...{ id, publisher, title, licence, vintage, url, attribution, tables },
        })),
      tables: Object.fromEntries(
        Object.entries(datasetRows).filter(([table, rows]) => rows > 0 && isServed(table)),
      ),
      metric_gaps: synthetic ? {} : Object.fromEntries(waits),
    };
  },
};
