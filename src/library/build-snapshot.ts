import { extname } from "node:path";
import { loadBuild } from "../domains/aggregates.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { BuildPlan, BuiltSnapshot } from "../snapshot/build/build.ts";
import { check, checkedOptions, type OptionKinds } from "./check-options.ts";

/** How to build a dataset; by default with the aggregates and metrics of all domains. */
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
  // The bounds of `snapshot build --memory-mb`.
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
 * Builds an immutable, checksummed and fsynced snapshot of a dataset. The same dataset gives the same bytes
 * and the same id. After a failure or cancellation only the list of rejected rows remains.
 */
export async function buildSnapshot(given: BuildOptions): Promise<BuiltSnapshot> {
  const options = checkedOptions("buildSnapshot", given, BUILD_OPTIONS);
  // checkedOptions accepts them as undefined, but these two are required.
  check("datasetDir", options.datasetDir, "text");
  check("dataDir", options.dataDir, "text");
  const [{ buildSnapshotBy }, { columnDictionary }, own] = await Promise.all([
    import("../snapshot/build/build.ts"),
    import("../domains/column-dictionary.ts"),
    loadBuild(),
  ]);
  const { aggregates = own.aggregates } = options;
  // The default pages need the tables of the domains; other aggregates bring their own pages or have none.
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
