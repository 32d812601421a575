import { metricGap, tableGap } from "../../dataset/not-open.ts";
import { READ_TABLES } from "../../domains/samples.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import type { SnapshotDocument } from "./snapshot-document.ts";

/** `GET /v1/sources`: who published what is served, how old it is, which tables have rows; why others have none, and metrics. */
export const SOURCES: SnapshotDocument = {
  name: "sources",
  missing: "the data names no source",
  make({ manifest: { snapshotId, asOf, synthetic, sources, datasetRows } }) {
    const isServed = (table: string) => {
      const own = sources.filter(({ tables }) => tables.includes(table));
      return own.length === 0 || own.some(({ withheld }) => withheld !== true);
    };
    const tables = Object.entries(datasetRows).filter(([table, rows]) => rows > 0 && isServed(table));
    const held = new Set(tables.map(([table]) => table));
    const waits = METRICS.map((metric) => [metric.key, metricGap(metric)]).filter(([, text]) => text);
    const floors = METRICS.flatMap(({ key, leastResidents }) =>
      leastResidents ? [[key, leastResidents]] : [],
    );
    return {
      snapshot_id: snapshotId,
      as_of: asOf.slice(0, 10),
      synthetic,
      sources: sources
        .filter(({ withheld }) => withheld !== true)
        .map(({ id, publisher, title, licence, vintage, url, attribution, tables }) => ({
          ...{ id, publisher, title, licence, vintage, url, attribution, tables },
        })),
      tables: Object.fromEntries(tables),
      table_gaps: Object.fromEntries(
        READ_TABLES.filter((table) => !held.has(table)).map((table) => [table, tableGap(table)]),
      ),
      metric_gaps: synthetic ? {} : Object.fromEntries(waits),
      metric_floors: Object.fromEntries(floors),
    };
  },
};
