import { createKernels } from "../src/engine/kernels/create-kernels.ts";
import { alignOffset, maskByteLength, orderByteLength } from "../src/engine/kernels/memory-layout.ts";
import {
  BITMAP_PREDICATE_BYTES,
  putBitmapPredicate,
  putFloatPredicate,
  putUnsignedPredicate,
} from "../src/engine/kernels/predicate-list.ts";
import { buildRankBitmaps, cutCount, cutShiftFor } from "../src/engine/kernels/rank-bitmaps.ts";
import { createSortScratch, sortRows } from "../src/engine/kernels/sort-rows.ts";
import {
  type Figure,
  type Goal,
  measure,
  measureRoundRobin,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
} from "./harness.ts";
import { arqueroFilter, arrowFilter, duckdbFilter, type Opponent, polarsFilter } from "./opponents.ts";
import { findPolars } from "./polars.ts";
import { times } from "./print-report.ts";
import { type BenchColumns, benchColumns, rowLoop } from "./suburb-data.ts";

const STATE_ROWS = 4_600;
const NATION_ROWS = 15_300;
const PREDICATES = [1, 3, 8];

/** A filter that leaves its mask in memory and returns the count. */
interface Contestant {
  readonly name: string;
  /** Calls per sample: calls of a microsecond are timed together. */
  readonly inner: number;
  run(): number;
  mask(): Uint8Array;
}

interface Contestants<T> {
  readonly row: T;
  readonly plain: T;
  readonly floats: T;
  readonly bits: T;
  readonly bitmaps: T;
}

/** The row loop, the engine's scans and its index over the first `p` columns. */
function contestants(data: BenchColumns, p: number): Contestants<Contestant> {
  const chosen = data.columns.slice(0, p);
  const bytes = Math.ceil(data.n / 8);
  const rowMask = new Uint8Array(bytes);
  const list = data.end;
  const out = alignOffset(list + 8 * BITMAP_PREDICATE_BYTES);
  const view = new DataView(data.memory.buffer);
  const read = () => new Uint8Array(data.memory.buffer, out, bytes).slice();
  const scan = (name: string, plain: boolean, put: typeof putFloatPredicate): Contestant => {
    const kernels = createKernels(data.memory, { plain });
    return {
      name,
      inner: plain ? 10 : 50,
      mask: read,
      run: () => {
        for (let i = 0; i < p; i++) {
          const { valuesOffset, validityOffset, lo, hi } = chosen[i];
          put(view, list, i, valuesOffset, validityOffset, lo, hi);
        }
        return kernels.filterFloats(list, p, data.n, out, false);
      },
    };
  };
  let at = alignOffset(out + maskByteLength(data.n));
  const places = chosen.map((column) => {
    const scratch = createSortScratch(data.n);
    const order = new Uint16Array(data.memory.buffer, at, data.n);
    const rankedCount = sortRows(column.values, column.validity, data.n, order, scratch);
    const cutShift = cutShiftFor(data.n);
    const bitmaps = alignOffset(at + orderByteLength(data.n));
    const words = (cutCount(rankedCount, cutShift) * maskByteLength(data.n)) / 4;
    buildRankBitmaps(
      order,
      rankedCount,
      cutShift,
      new Uint32Array(data.memory.buffer, bitmaps, words),
      maskByteLength(data.n) / 4,
    );
    const place = { values: column.valuesOffset, order: at, bitmaps, rankedCount, cutShift };
    at = alignOffset(bitmaps + words * 4);
    return place;
  });
  const kernels = createKernels(data.memory);
  return {
    row: {
      name: "row loop, bit by bit",
      inner: 4,
      run: () => rowLoop(data, chosen, rowMask),
      mask: () => rowMask,
    },
    plain: scan("best JavaScript column kernel", true, putFloatPredicate),
    floats: scan("SIMD scan of floats", false, putFloatPredicate),
    bits: scan("SIMD scan of their bits", false, putUnsignedPredicate),
    bitmaps: {
      name: "rank bitmaps, no scan",
      inner: 100,
      mask: read,
      run: () => {
        for (let i = 0; i < p; i++) putBitmapPredicate(view, list, i, places[i], chosen[i].lo, chosen[i].hi);
        return kernels.filterBitmaps(list, p, data.n, out, false);
      },
    },
  };
}

export const kernels: Subject = { name: "kernels", what: "filters over one state and the nation", run };

async function run(options: RunOptions): Promise<Report> {
  const polars = await findPolars();
  const figures: (Figure & { ratio?: string })[] = [];
  const goals: Goal[] = [];
  for (const [n, nulls] of [
    [STATE_ROWS, 0.1],
    [STATE_ROWS, 0],
    [NATION_ROWS, 0.1],
    [NATION_ROWS, 0],
  ] as const) {
    const data = benchColumns(n, 8, nulls, options.seed, 16_000_000);
    for (const p of PREDICATES) {
      const title = `n=${n} P=${p} ${nulls === 0 ? "no nulls" : "10 % null"}`;
      const { row, plain, floats, bits, bitmaps } = compare(data, p, title, options);
      figures.push(
        { ...row, ratio: times(floats, row) },
        { ...plain, ratio: times(floats, plain) },
        { ...floats, ratio: "1×" },
        { ...bits, ratio: `1/${times(bits, floats)}` },
        { ...bitmaps, ratio: `1/${times(bitmaps, floats)}` },
      );
      if (n !== STATE_ROWS || p !== 3 || nulls === 0) continue;
      goals.push(
        {
          id: "K1",
          what: "SIMD scan of floats over the row loop (n=4,600, P=3)",
          figure: row.medianNs / floats.medianNs,
          goal: 16,
          better: "more",
        },
        {
          id: "K1",
          what: "SIMD scan of floats over the best JavaScript kernel",
          figure: plain.medianNs / floats.medianNs,
          goal: 4,
          better: "more",
        },
        {
          id: "K4",
          what: "rank bitmaps over the faster SIMD scan, same bytes",
          figure: Math.min(floats.medianNs, bits.medianNs) / bitmaps.medianNs,
          goal: 2,
          better: "more",
        },
      );
      for (const [opponent, goal] of [
        [duckdbFilter, 130],
        [arqueroFilter, 40],
        ...(polars === undefined ? [] : ([[polarsFilter.bind(undefined, polars), 60]] as const)),
        [arrowFilter, undefined],
      ] as const) {
        const figure = await against(await opponent(data, 3), data, options);
        figures.push({ ...figure, ratio: times(floats, figure) });
        if (goal === undefined) continue;
        goals.push({
          id: "K2",
          what: `SIMD scan of floats over ${figure.name}`,
          figure: figure.medianNs / floats.medianNs,
          goal,
          better: "more",
        });
      }
    }
  }
  for (const [n, nulls] of LARGE) await compareLarge(n, nulls, options, figures, goals);
  return {
    subject: "Filter kernels",
    figures,
    goals,
    notes: [
      polars === undefined
        ? "polars is not installed and left out: npm run bench -- --fetch installs it"
        : "polars counts only; all others produce the matching rows or the mask",
    ],
  };
}

/** Sizes beyond a country, where the engine has no index and memory bandwidth dominates. */
const LARGE = [
  [1_000_000, 0.1],
  [1_000_000, 0],
  [10_000_000, 0.1],
  [10_000_000, 0],
] as const;

async function compareLarge(
  n: number,
  nulls: number,
  options: RunOptions,
  figures: (Figure & { ratio?: string })[],
  goals: Goal[],
): Promise<void> {
  const data = benchColumns(n, 3, nulls, options.seed);
  const title = `n=${n} P=3 ${nulls === 0 ? "no nulls" : "10 % null"}`;
  const mask = new Uint8Array(Math.ceil(n / 8));
  const [floats, bits] = measureRoundRobin(
    [
      { name: `SIMD scan of floats, ${title}`, inner: 1, run: largeScan(data, putFloatPredicate) },
      { name: `SIMD scan of their bits, ${title}`, inner: 1, run: largeScan(data, putUnsignedPredicate) },
    ],
    { ...options, rounds: 300_000_000 / n },
  );
  const row = await measure(
    `row loop, bit by bit, ${title}`,
    () => rowLoop(data, data.columns, mask),
    options,
  );
  figures.push(
    { ...floats, ratio: "1×" },
    { ...bits, ratio: `1/${times(bits, floats)}` },
    { ...row, ratio: times(floats, row) },
  );
  if (n !== 1_000_000 || nulls === 0) return;
  const duckdb = await against(await duckdbFilter(data, 3), data, options);
  figures.push({ ...duckdb, ratio: times(floats, duckdb) });
  const figure = duckdb.medianNs / floats.medianNs;
  goals.push({
    id: "K2",
    what: "SIMD scan of floats over DuckDB at 1M rows (P=3)",
    figure,
    goal: 18,
    better: "more",
  });
}

function largeScan(data: BenchColumns, put: typeof putFloatPredicate): () => number {
  const kernels = createKernels(data.memory);
  const view = new DataView(data.memory.buffer);
  const out = alignOffset(data.end + 1024);
  const expected = rowLoop(data, data.columns, new Uint8Array(Math.ceil(data.n / 8)));
  const scan = () => {
    data.columns.forEach((c, i) => {
      put(view, data.end, i, c.valuesOffset, c.validityOffset, c.lo, c.hi);
    });
    return kernels.filterFloats(data.end, data.columns.length, data.n, out, false);
  };
  requireSame(`SIMD at ${data.n} rows`, scan(), expected);
  return scan;
}

/** Measures all contestants round-robin, after checking that their masks equal the row loop's. */
function compare(data: BenchColumns, p: number, title: string, options: RunOptions): Contestants<Figure> {
  const { row, plain, floats, bits, bitmaps } = contestants(data, p);
  const all = [row, plain, floats, bits, bitmaps];
  const answer = (one: Contestant) => ({
    count: one.run(),
    mask: Buffer.from(one.mask()).toString("base64"),
  });
  const expected = answer(row);
  for (const one of all) requireSame(one.name, answer(one), expected);
  const found = measureRoundRobin(
    all.map((one) => ({ ...one, name: `${one.name}, ${title}` })),
    options,
  );
  return { row: found[0], plain: found[1], floats: found[2], bits: found[3], bitmaps: found[4] };
}

async function against(opponent: Opponent, data: BenchColumns, options: RunOptions): Promise<Figure> {
  const expected = rowLoop(data, data.columns.slice(0, 3), new Uint8Array(Math.ceil(data.n / 8)));
  requireSame(opponent.name, await opponent.count(), expected);
  const figure = await measure(`${opponent.name}, n=${data.n} P=3`, () => opponent.count(), options);
  opponent.close?.();
  return figure;
}
