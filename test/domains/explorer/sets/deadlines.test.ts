import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { correlationTasks } from "../../../../src/domains/economy/queries/correlations/perform-plan.ts";
import { economyOf, openEconomy } from "../../../../src/domains/economy/queries/economy.ts";
import { economyMethods } from "../../../../src/domains/economy/service.ts";
import { suburbExplorer } from "../../../../src/domains/explorer/queries/suburb-explorer.ts";
import { explorerMethods } from "../../../../src/domains/explorer/service.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { marketOf } from "../../../../src/engine/columns/market/market.ts";
import { Engine } from "../../../../src/engine/engine.ts";
import { openView } from "../../../../src/engine/open-view.ts";
import type { HeavyWork, SnapshotView } from "../../../../src/engine/view.ts";
import { EconomyService } from "../../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import { ownCall, type UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import type { CallTime } from "../../../../src/runtime/threads/cost-queue.ts";
import { openSnapshot } from "../../../support/country/open-snapshot.ts";
import { ALL_ON } from "../../../support/data/method-calls.ts";

let engine: Engine;
let methods: UnaryMethod[];
let baseSeriesKey: string;
/** The deadlines that were passed to the threads for heavy calls. */
let times: (CallTime | undefined)[];

/** Real threads that record the deadlines they get. */
function recorded(view: SnapshotView): HeavyWork {
  return {
    ...view.heavyWork,
    thread: (options) => {
      const thread = view.heavyWork.thread(options);
      const perform: typeof thread.perform = (task, signal, estimate) => {
        times.push(estimate?.time);
        return thread.perform(task, signal, estimate);
      };
      return Object.assign(Object.create(thread), { perform });
    },
  };
}

beforeAll(async () => {
  const snapshot = await openSnapshot(inject("country").dataDir);
  const opened = await openView(snapshot, {
    metrics: METRICS,
    sqlConnections: 1,
    sqlWaiting: 4,
    threads: 2,
  });
  const heavyWork = recorded(opened.view);
  const view = { ...opened.view, heavyWork };
  // As in a country where every call is heavy.
  const { thread } = heavyWork;
  const { columns, pages } = view;
  view.derived("explorer", () => suburbExplorer(columns, { pages, heavyThread: thread, leastCost: 0 }));
  const correlations = correlationTasks(thread, 0);
  view.derived("economy", () => ({
    ...openEconomy(pages, correlations.perform, () => marketOf(view)),
    close: correlations.close,
  }));
  const [series] = (await economyOf(view).store()).series;
  baseSeriesKey = series.seriesKey;
  engine = new Engine({ ...opened, view });
  const switches = () => ALL_ON;
  methods = [...explorerMethods(engine, { now: () => new Date(0), switches }), ...economyMethods(engine, {})];
});
afterAll(() => engine.close());

const { aggregateDrops, aggregateAgencies, aggregateMarket, aggregatePrices, explore, rankSuburbs } =
  ExplorerService.method;
const filter = { node: { case: "range", value: { metricKey: "population", min: 1 } } } as const;

it.each([
  [aggregateDrops, { filter }],
  [aggregateAgencies, { filter, limit: 5 }],
  [aggregatePrices, { filter, measure: "median_price" }],
  [aggregateMarket, { filter }],
  [explore, { filter }],
  [rankSuburbs, { k: 1, weights: [{ metricKey: "population", weight: 1 }] }],
  // A window that snapshots do not precompute.
  [EconomyService.method.listSeriesCorrelations, { windowMonths: 36 }],
] as unknown as [DescMethodUnary, Record<string, unknown>][])(
  "$name tells its thread how long its caller waits",
  async (desc, fields) => {
    const request =
      desc === EconomyService.method.listSeriesCorrelations ? { ...fields, baseSeriesKey } : fields;
    times = [];
    const time: CallTime = { now: () => 0, endsAtMs: 12_345 };
    const method = methods.find((one) => one.desc === desc)!;
    const { signal } = new AbortController();
    await method.answer(create(desc.input, request) as never, ownCall(signal, { time }));
    expect(times.length).toBeGreaterThan(0);
    expect(times.map((time) => time?.endsAtMs)).toEqual(times.map(() => 12_345));
  },
);
