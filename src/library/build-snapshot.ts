import { loadAggregates, loadPageSets } from "../domains/aggregates.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { BuildPlan, BuiltSnapshot } from "../snapshot/build/build.ts";
import { checkObject, checkPath, checkSignal } from "./check-call.ts";

/** How a dataset is built; the aggregates and metrics of all domains unless others are given. */
export type BuildOptions = Omit<BuildPlan, "aggregates" | "pages" | "metrics" | "describeColumn"> &
  Partial<Pick<BuildPlan, "aggregates" | "pages" | "metrics">>;

/**
 * An immutable, checksummed, flushed snapshot of a dataset. The same dataset gives the same bytes and the same id.
 * When it fails or is canceled, nothing of it is left but the list of refused rows.
 */
export async function buildSnapshot(options: BuildOptions): Promise<BuiltSnapshot> {
  checkObject("the options of buildSnapshot", options);
  checkPath("datasetDir", options.datasetDir);
  checkPath("dataDir", options.dataDir);
  checkSignal(options.signal);
  const [{ buildSnapshotBy }, { columnDictionary }, aggregates, pages] = await Promise.all([
    import("../snapshot/build/build.ts"),
    import("../domains/column-dictionary.ts"),
    options.aggregates ?? loadAggregates(),
    // Pages are made from the tables of the domains: other aggregates come with their own, or without any.
    options.pages ?? (options.aggregates === undefined ? loadPageSets() : []),
  ]);
  const metrics = options.metrics ?? METRICS;
  return buildSnapshotBy({
    ...options,
    aggregates,
    pages,
    metrics,
    describeColumn: columnDictionary(metrics),
  });
}
