import { extname } from "node:path";
import { loadBuild } from "../domains/aggregates.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { BuildPlan, BuiltSnapshot } from "../snapshot/build/build.ts";
import { checkPath } from "./check-call.ts";
import { checkedOptions, type OptionKinds } from "./check-options.ts";

/** How a dataset is built; the aggregates and metrics of all domains unless others are given. */
export type BuildOptions = Omit<
  BuildPlan,
  "aggregates" | "pages" | "pageModule" | "metrics" | "dictionary" | "processorSeconds" | "clockSeconds"
> &
  Partial<Pick<BuildPlan, "aggregates" | "pages" | "metrics">>;

const BUILD_OPTIONS: OptionKinds<BuildOptions> = {
  datasetDir: "text",
  dataDir: "text",
  strict: "boolean",
  maxRejectShare: { min: 0, max: 1, isWhole: false },
  reuse: "boolean",
  inMemory: "boolean",
  // As of `snapshot build --memory-mb`.
  memoryLimitMb: { min: 100, max: 1_000_000, isWhole: false },
  threads: { min: 1, max: 1024 },
  rejectsPath: "text",
  aggregates: "list",
  pages: "list",
  metrics: "list",
  onProgress: "function",
  signal: "signal",
  files: "object",
  processes: "object",
  heartbeat: "object",
};

/**
 * An immutable, checksummed, flushed snapshot of a dataset. The same dataset gives the same bytes and the same id.
 * When it fails or is canceled, nothing of it is left but the list of refused rows.
 */
export async function buildSnapshot(given: BuildOptions): Promise<BuiltSnapshot> {
  const options = checkedOptions("buildSnapshot", given, BUILD_OPTIONS);
  // These two must be given, not only be texts where they are.
  checkPath("datasetDir", options.datasetDir);
  checkPath("dataDir", options.dataDir);
  const [{ buildSnapshotBy }, { columnDictionary }, own] = await Promise.all([
    import("../snapshot/build/build.ts"),
    import("../domains/column-dictionary.ts"),
    loadBuild(),
  ]);
  const { aggregates = own.aggregates } = options;
  // Pages are made from the tables of the domains: other aggregates come with their own, or without any.
  const { pages = options.aggregates === undefined ? own.pages : [] } = options;
  const pageModule = new URL(`../domains/aggregates${extname(import.meta.filename)}`, import.meta.url);
  const metrics = options.metrics ?? METRICS;
  return buildSnapshotBy({
    ...options,
    aggregates,
    pages,
    ...(pages === own.pages ? { pageModule } : {}),
    metrics,
    dictionary: await columnDictionary(metrics),
    processorSeconds: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    clockSeconds: () => performance.now() / 1000,
  });
}
