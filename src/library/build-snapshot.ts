import { loadAggregates } from "../domains/aggregates.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { BuildPlan, BuiltSnapshot } from "../snapshot/build/build.ts";

/** How a dataset is built; the aggregates and metrics of all domains unless others are given. */
export type BuildOptions = Omit<BuildPlan, "aggregates" | "metrics"> &
  Partial<Pick<BuildPlan, "aggregates" | "metrics">>;

/**
 * An immutable, checksummed, flushed snapshot of a dataset. The same dataset gives the same bytes and the same id.
 * When it fails or is canceled, nothing of it is left but the list of refused rows.
 */
export async function buildSnapshot(options: BuildOptions): Promise<BuiltSnapshot> {
  const [{ buildSnapshotBy }, aggregates] = await Promise.all([
    import("../snapshot/build/build.ts"),
    options.aggregates ?? loadAggregates(),
  ]);
  return buildSnapshotBy({ ...options, aggregates, metrics: options.metrics ?? METRICS });
}
