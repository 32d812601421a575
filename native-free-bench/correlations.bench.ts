import { DuckDBInstance } from "@duckdb/node-api";
import { correlateLags, type LagPlan } from "../src/engine/statistics/lag-correlations.ts";
import { PairCorrelation } from "../src/engine/statistics/pair-correlation.ts";
import { firstDayOfMonth } from "../src/engine/statistics/series-alignment.ts";
import { type SeriesMatrix, seriesMatrix } from "../src/engine/statistics/series-matrix.ts";
import {
  type Figure,
  measure,
  measureRoundRobin,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
  seededRandom,
} from "./harness.ts";
import { times } from "./print-report.ts";

const OVERLAYS = 500;
const MONTHS = 300;
const WINDOW = 24;
const FEW = 20;
/** January 2000; months count up to 2024. */
const FIRST_MONTH = 2000 * 12;

/** Month and value pairs by series; series 0 is the base. */
type Observations = readonly (readonly (readonly [month: number, value: number])[])[];

export const correlations: Subject = {
  name: "correlations",
  what: `one base against ${OVERLAYS} overlays over ${WINDOW} months, and a search over lags`,
  run,
};

async function run(options: RunOptions): Promise<Report> {
  const figures: (Figure & { ratio?: string })[] = [];
  for (const gaps of [0, 0.1]) {
    const observations = walks(options.seed, gaps);
    const matrix = matrixOf(observations);
    const label = gaps === 0 ? "no gaps" : "10 % gaps";
    const plan = planOf({});
    const database = await duckdbCorr(observations);
    requireClose("DuckDB", await database.run(), correlateLags(matrix, plan));
    requireClose("maps by month", mapsByMonth(observations), correlateLags(matrix, plan));
    requireSame("pairs gathered and ranked", gatherAndRank(matrix, plan), ranking(matrix, plan));
    const few = planOf({ limit: FEW });
    const [engine, ranked, fewest, gathered] = measureRoundRobin(
      [
        { name: `correlateLags, ${label}`, inner: 1, run: () => correlateLags(matrix, plan) },
        { name: `pairs gathered and ranked, ${label}`, inner: 1, run: () => gatherAndRank(matrix, plan) },
        { name: `correlateLags, the best ${FEW}, ${label}`, inner: 1, run: () => correlateLags(matrix, few) },
        { name: `pairs gathered, no ranking, ${label}`, inner: 1, run: () => gatherAll(matrix) },
      ],
      { ...options, rounds: 300 },
    );
    const maps = await measure(
      `maps by month, no ranking, ${label}`,
      () => mapsByMonth(observations),
      options,
    );
    const duckdb = await measure(`DuckDB corr, prepared, ${label}`, () => database.run(), options);
    database.close();
    for (const figure of [engine, ranked, fewest, gathered, maps, duckdb]) {
      figures.push({ ...figure, ratio: times(engine, figure) });
    }
  }
  const matrix = matrixOf(walks(options.seed, 0));
  for (const windowMonths of [WINDOW, 120]) {
    const plan = planOf({ bases: seriesUpTo(10), minLagMonths: -12, maxLagMonths: 12, windowMonths });
    const name = `10 bases, 25 lags, ${windowMonths} months`;
    figures.push(await measure(name, () => correlateLags(matrix, plan), { ...options, timeMs: 2000 }));
  }
  return {
    subject: "correlations",
    figures,
    goals: [],
    notes: [
      "DuckDB joins on the month, keeps the newest 24 pairs of each overlay and takes corr; its months are aligned already.",
      "Ratios are to correlateLags in the same rows; answers agree to 1e-9 before anything is timed.",
    ],
  };
}

function planOf(changes: Partial<LagPlan>): LagPlan {
  return {
    bases: [0],
    overlays: seriesUpTo(OVERLAYS + 1),
    minLagMonths: 0,
    maxLagMonths: 0,
    windowMonths: WINDOW,
    minAbsR: 0,
    limit: OVERLAYS,
    ...changes,
  };
}

function seriesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function walks(seed: number, gaps: number): Observations {
  const random = seededRandom(seed);
  return seriesUpTo(OVERLAYS + 1).map(() => {
    let level = 100;
    return seriesUpTo(MONTHS).flatMap((month) => {
      level += random() - 0.5;
      return random() < gaps ? [] : [[FIRST_MONTH + month, level] as const];
    });
  });
}

function matrixOf(observations: Observations): SeriesMatrix {
  const rows = observations.flatMap((own, number) => own.map(([month, value]) => [number, month, value]));
  const [seriesNumbers, months, values] = [0, 1, 2].map((column) => rows.map((row) => row[column]));
  return seriesMatrix(
    { seriesNumbers, months, values },
    observations.map(() => "monthly"),
  );
}

/** Pair, exact r, count and last period of each row of correlateLags. */
function ranking(matrix: SeriesMatrix, plan: LagPlan) {
  return correlateLags(matrix, plan).rows.map(({ base, overlay, r, n, lastPeriod }) => ({
    base,
    overlay,
    r,
    n,
    lastPeriod,
  }));
}

/** The same answer in a simple way: one object per pair, sorted, dated and cut. */
function gatherAndRank(matrix: SeriesMatrix, plan: LagPlan) {
  const pair = new PairCorrelation(matrix, plan.windowMonths);
  const found = [];
  for (const base of plan.bases) {
    for (const overlay of plan.overlays) {
      if (base === overlay) continue;
      pair.gather(base, overlay, 0);
      const { r, n, lastMonth } = pair;
      if (r === undefined || Math.abs(r) < plan.minAbsR) continue;
      found.push({ base, overlay, r, n, lastPeriod: firstDayOfMonth(matrix.firstMonth + lastMonth) });
    }
  }
  found.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || a.base - b.base || a.overlay - b.overlay);
  return found.slice(0, plan.limit);
}

function gatherAll(matrix: SeriesMatrix): number {
  const pair = new PairCorrelation(matrix, WINDOW);
  let defined = 0;
  for (let overlay = 1; overlay <= OVERLAYS; overlay++) {
    pair.gather(0, overlay, 0);
    if (pair.r !== undefined) defined++;
  }
  return defined;
}

/** r by overlay, as a page would compute it from the observations. */
function mapsByMonth(observations: Observations): Map<number, number> {
  const base = new Map(observations[0]);
  const found = new Map<number, number>();
  for (let overlay = 1; overlay <= OVERLAYS; overlay++) {
    const pairs = observations[overlay]
      .filter(([month]) => base.has(month))
      .slice(-WINDOW)
      .map(([month, value]) => [base.get(month)!, value] as const);
    const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
    const [mx, my] = [mean(0), mean(1)];
    const sum = (term: (x: number, y: number) => number) =>
      pairs.reduce((total, [x, y]) => total + term(x - mx, y - my), 0);
    found.set(overlay, sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y)));
  }
  return found;
}

async function duckdbCorr(observations: Observations) {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run("CREATE TABLE observations (series INTEGER, month INTEGER, value DOUBLE)");
  const appender = await connection.createAppender("observations");
  observations.forEach((own, series) => {
    for (const [month, value] of own) {
      appender.appendInteger(series);
      appender.appendInteger(month);
      appender.appendDouble(value);
      appender.endRow();
    }
  });
  appender.closeSync();
  const prepared = await connection.prepare(`
    SELECT overlay, corr(x, y) AS r
    FROM (
      SELECT overlay.series AS overlay, base.value AS x, overlay.value AS y
      FROM observations AS base
      JOIN observations AS overlay USING (month)
      WHERE base.series = $1 AND overlay.series <> $1
      QUALIFY row_number() OVER (PARTITION BY overlay.series ORDER BY month DESC) <= ${WINDOW}
    )
    GROUP BY overlay
    ORDER BY abs(r) DESC`);
  return {
    run: async () => {
      prepared.bindInteger(1, 0);
      const rows = await (await prepared.runAndReadAll()).getRows();
      return new Map(rows.map(([overlay, r]) => [Number(overlay), Number(r)]));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function requireClose(
  name: string,
  found: ReadonlyMap<number, number>,
  expected: ReturnType<typeof correlateLags>,
): void {
  if (found.size !== expected.rows.length) {
    throw new Error(`${name} gives ${found.size} pairs, expected ${expected.rows.length}`);
  }
  for (const { overlay, r } of expected.rows) {
    const other = found.get(overlay) ?? Number.NaN;
    if (!(Math.abs(other - r) <= 1e-9))
      throw new Error(`${name} gives ${other} for ${overlay}, expected ${r}`);
  }
}
