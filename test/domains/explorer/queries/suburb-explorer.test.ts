import fc from "fast-check";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { NATIONAL_SCOPE } from "../../../../src/dataset/states.ts";
import type { ExplorerTask } from "../../../../src/domains/explorer/queries/explorer.ts";
import {
  type SuburbExplorerOptions,
  suburbExplorer,
} from "../../../../src/domains/explorer/queries/suburb-explorer.ts";
import { taskCost } from "../../../../src/domains/explorer/queries/task-cost.ts";
import { METRICS, metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { withoutData } from "../../../../src/engine/columns/blank-columns.ts";
import { EVERY_SUBURB, type Expression } from "../../../../src/engine/expressions/expression.ts";
import { heavyThreads } from "../../../../src/engine/heavy-threads.ts";
import { countryColumns } from "../../../support/country/open-snapshot.ts";
import { expressionOver } from "../../../support/data/random-expression.ts";

const { columns } = await countryColumns(inject("country").dataDir);

function opened(options: SuburbExplorerOptions, over = columns) {
  const explorer = suburbExplorer(over, options);
  onTestFinished(() => explorer.close());
  return explorer;
}

const threaded = () => ({ heavyThread: heavyThreads(1000).thread, leastCost: 0 });

const explore = (filter: Expression): Extract<ExplorerTask, { kind: "explore" }> => ({
  kind: "explore",
  job: {
    scope: NATIONAL_SCOPE,
    filter,
    histograms: METRICS.map((_, metric) => ({ metric, binCount: 11 })),
  },
});

describe("suburbExplorer", () => {
  it("answers in another thread exactly as in this one, both at once on the same memory", async () => {
    const here = opened({});
    const there = opened(threaded());
    const filters = fc.sample(expressionOver(columns.scopes.get(NATIONAL_SCOPE)!), 30);
    const salCode = columns.scopes.get("VIC")!.index.salCodes[3];
    const metrics = [metricPosition("age"), metricPosition("population")];
    const weights = metrics.map((metric) => ({ metric, weight: -2 }));
    const tasks = filters.flatMap((filter): ExplorerTask[] => [
      explore(filter),
      { kind: "rank", job: { scope: "NSW", filter, weights, k: 20 } },
      { kind: "similar", job: { scope: NATIONAL_SCOPE, filter, salCode, metrics, k: 20 } },
      { kind: "describe", job: { scope: "WA" } },
    ]);
    const pairs = tasks.map((task) => Promise.all([there.ask(task), here.ask(task)]));
    for (const [answer, expected] of await Promise.all(pairs)) expect(answer).toEqual(expected);
    expect([there.isThreadStarted(), here.isThreadStarted()]).toEqual([true, false]);
  });

  it("explores columns without some data next to the whole ones, in another thread on the same memory", async () => {
    const age = metricPosition("age");
    const blank = withoutData(columns, new Set([age]));
    const whole = [opened(threaded()), opened({})];
    const without = [opened({ ...threaded(), withheld: "the ages" }, blank), opened({}, blank)];
    const scope = columns.scopes.get(NATIONAL_SCOPE)!;
    const filters = fc.sample(expressionOver(scope), 20);
    const tasks = filters.flatMap((filter) => [
      explore(filter),
      explore({ kind: "and", children: [filter, { kind: "not", child: { kind: "hasData", metric: age } }] }),
    ]);
    const asked = tasks.flatMap((task) => [whole, without].map((both) => [task, both] as const));
    const answers = asked.map(([task, both]) => Promise.all(both.map((one) => one.ask(task))));
    for (const [answer, expected] of await Promise.all(answers)) expect(answer).toEqual(expected);
    const known = await without[0].ask(explore({ kind: "hasData", metric: age }));
    expect([known.count, known.histograms[age].allNulls]).toEqual([0, scope.index.n]);
    const described = await without[0].ask({ kind: "describe", job: { scope: NATIONAL_SCOPE } });
    expect(described[age]).toEqual({ dataCount: 0, range: undefined, categoryCounts: [] });
    expect(described.toSpliced(age, 1)).toEqual(
      (await whole[1].ask({ kind: "describe", job: { scope: NATIONAL_SCOPE } })).toSpliced(age, 1),
    );
  });

  it("starts no thread for light tasks", async () => {
    const explorer = opened({ heavyThread: heavyThreads(1).thread });
    const { count } = await explorer.ask(explore(EVERY_SUBURB));
    expect(count).toBe(columns.scopes.get(NATIONAL_SCOPE)!.index.n);
    expect(explorer.isThreadStarted()).toBe(false);
  });
});

describe("taskSteps", () => {
  const names = (count: number): Expression => ({
    kind: "or",
    children: Array.from({ length: count }, () => ({ kind: "name", text: "a" })),
  });

  it("grows with suburbs, names, histograms and metrics", () => {
    const one: ExplorerTask = { kind: "explore", job: { scope: "AU", filter: names(1), histograms: [] } };
    const many: ExplorerTask = { kind: "explore", job: { scope: "AU", filter: names(200), histograms: [] } };
    expect(taskCost(many, 100)).toBe(200 * taskCost(one, 100));
    expect(taskCost(one, 200)).toBe(2 * taskCost(one, 100));
    expect(taskCost(explore(names(1)), 100)).toBeGreaterThan(taskCost(one, 100));
    const weights = [{ metric: 0, weight: 1 }];
    const rank: ExplorerTask = { kind: "rank", job: { scope: "AU", filter: EVERY_SUBURB, weights, k: 1 } };
    expect(taskCost(rank, 100)).toBeGreaterThan(0);
  });

  it("is far below a heavy task for a filter of a state with a few histograms", () => {
    const filter: Expression = {
      kind: "and",
      children: [names(1), { kind: "range", metric: 0, min: 1, max: 2 }],
    };
    const histograms = [1, 2, 3].map((metric) => ({ metric, binCount: 20 }));
    expect(taskCost({ kind: "explore", job: { scope: "NSW", filter, histograms } }, 4600)).toBeLessThan(
      200_000,
    );
  });
});
