import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Piscina } from "piscina";
import { METRICS, metricPosition } from "../src/domains/suburbs/metrics/metric-registry.ts";
import { loadColumns } from "../src/engine/columns/load-columns.ts";
import { filterByteLength, filterMemoryOf } from "../src/engine/filter/filter-memory.ts";
import { FilterPool } from "../src/engine/filter/filter-pool.ts";
import { inlineFilter } from "../src/engine/filter/inline-filter.ts";
import type { FilterAnswer, RangePredicate } from "../src/engine/filter/predicate.ts";
import { COLUMNS_FILE } from "../src/snapshot/manifest/manifest.ts";
import { openSnapshotDirectory } from "../src/snapshot/store/open.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { type Figure, measure, type Report, type RunOptions, requireSame, type Subject } from "./harness.ts";
import { times } from "./print-report.ts";

const IN_FLIGHT = 64;
const STATE = "NSW";
const PREDICATES: readonly RangePredicate[] = [
  { metric: metricPosition("population"), min: 500, max: Number.POSITIVE_INFINITY },
  { metric: metricPosition("income"), min: 1000, max: 3000 },
  { metric: metricPosition("age"), min: Number.NEGATIVE_INFINITY, max: 45 },
];

export const dispatch: Subject = { name: "dispatch", what: "filters through worker threads", run };

async function run(options: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const { directory, manifest } = await openSnapshotDirectory(dataDir);
  const rowCounts = [...manifest.states.map((state) => state.suburbs), manifest.national.suburbs];
  const columns = loadColumns(await readFile(join(directory, COLUMNS_FILE)), manifest, {
    metrics: METRICS,
    reserveBytes: filterByteLength(rowCounts, METRICS.length, 1),
  });
  const filterMemory = filterMemoryOf(columns, 1);
  const inline = inlineFilter(filterMemory);
  const pool = new FilterPool({ threads: 1 });
  const pooled = pool.attach(filterMemory);
  await pool.ready();
  const tasks = new Piscina({
    filename: resolve(import.meta.dirname, "task-worker.ts"),
    workerData: filterMemory,
    minThreads: 1,
    maxThreads: 1,
  });
  const byTask = () => tasks.run({ scope: STATE, predicates: PREDICATES }) as Promise<FilterAnswer>;
  const byPool = () => pooled.filter(STATE, PREDICATES);
  const expected = plain(inline.filterSync(STATE, PREDICATES));
  requireSame("the pool", plain(await byPool()), expected);
  requireSame("a piscina task", plain(await byTask()), expected);
  const together = (call: () => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: IN_FLIGHT }, call));
  const each = (figure: Figure): Figure => ({
    ...figure,
    medianNs: figure.medianNs / IN_FLIGHT,
    p99Ns: figure.p99Ns / IN_FLIGHT,
  });
  const here = await measure("inline, in the calling thread", () => inline.filterSync(STATE, PREDICATES), {
    ...options,
    inner: 50,
  });
  const pool64 = each(await measure("worker pool, 64 in flight, a call", together(byPool), options));
  const task64 = each(
    await measure("one piscina task a call, 64 in flight, a call", together(byTask), options),
  );
  const pool1 = await measure("worker pool, one after the other", byPool, options);
  const task1 = await measure("one piscina task a call, one after the other", byTask, options);
  await pooled.close();
  await pool.close();
  await tasks.destroy();
  return {
    subject: "Dispatch to a worker",
    figures: [
      { ...here, ratio: times(pool64, here) },
      { ...pool64, ratio: "1×" },
      { ...task64, ratio: times(pool64, task64) },
      { ...pool1, ratio: "1×" },
      { ...task1, ratio: times(pool1, task1) },
    ],
    goals: [
      {
        id: "D1",
        what: "worker pool over one piscina task a call, 64 in flight",
        figure: task64.medianNs / pool64.medianNs,
        goal: 10,
        better: "more",
      },
    ],
    notes: [
      `${columns.scopes.get(STATE)!.index.n} suburbs, ${PREDICATES.length} predicates, one worker thread`,
    ],
  };
}

function plain({ mask, count }: FilterAnswer): { mask: string; count: number } {
  return { mask: Buffer.from(mask).toString("base64"), count };
}
