import { Worker } from "node:worker_threads";
import wabtInit from "wabt";
import { createKernels } from "../src/engine/kernels/create-kernels.ts";
import { alignOffset } from "../src/engine/kernels/memory-layout.ts";
import {
  FLOAT_PREDICATE_BYTES,
  putFloatPredicate,
  putUnsignedPredicate,
} from "../src/engine/kernels/predicate-list.ts";
import {
  type Figure,
  type Goal,
  measureRoundRobin,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
} from "./harness.ts";
import { times } from "./print-report.ts";
import { type BenchColumns, benchColumns, rowLoop } from "./suburb-data.ts";

/** Reads 64 bytes per step and folds them with XOR: the upper bound of WebAssembly's read bandwidth. */
const READER = `(module
  (import "env" "memory" (memory 1 65536 shared))
  (func (export "read") (param $at i32) (param $end i32) (result i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $next
      (local.set $a (v128.xor (local.get $a) (v128.load (local.get $at))))
      (local.set $b (v128.xor (local.get $b) (v128.load offset=16 (local.get $at))))
      (local.set $c (v128.xor (local.get $c) (v128.load offset=32 (local.get $at))))
      (local.set $d (v128.xor (local.get $d) (v128.load offset=48 (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32x4.extract_lane 0 (v128.xor
      (v128.xor (local.get $a) (local.get $b)) (v128.xor (local.get $c) (local.get $d))))))`;

const UNCACHED_ROWS = 10_000_000;

/** Rows whose values and validity fit an L1 cache of 48 KB, and rows that fit no cache; with the goals. */
const SIZES = [
  { rows: 8_192, where: "L1", inner: 100, rounds: 1000, wanted: { floats: 0.3, bits: 0.45 } },
  { rows: UNCACHED_ROWS, where: "DRAM", inner: 1, rounds: 60, wanted: { floats: 0.6, bits: 0.6 } },
] as const;

export const bandwidth: Subject = {
  name: "bandwidth",
  what: "how near the scan is to memory, and two threads",
  run,
};

async function run(options: RunOptions): Promise<Report> {
  const figures: (Figure & { ratio?: string })[] = [];
  const goals: Goal[] = [];
  for (const { rows, where, inner, rounds, wanted } of SIZES) {
    const data = benchColumns(rows, 1, 0.1, options.seed);
    const [floats, bits, read] = measureRoundRobin(
      [
        {
          name: `SIMD scan of floats in ${where}, n=${rows} P=1`,
          inner,
          run: scanner(data, putFloatPredicate),
        },
        { name: `SIMD scan of their bits in ${where}`, inner, run: scanner(data, putUnsignedPredicate) },
        { name: `reading the same bytes in ${where}`, inner, run: await reader(data) },
      ],
      { ...options, rounds },
    );
    figures.push(
      { ...floats, ratio: "1×" },
      { ...bits, ratio: `1/${times(bits, floats)}` },
      { ...read, ratio: `1/${times(read, floats)}` },
    );
    for (const [what, scan, goal] of [
      ["float", floats, wanted.floats],
      ["integer", bits, wanted.bits],
    ] as const) {
      goals.push({
        id: "K3",
        what: `${what} compares, share of WebAssembly read bandwidth, ${where}`,
        figure: read.medianNs / scan.medianNs,
        goal,
        better: "more",
        bound: "the processor's ports for vectors, which comparing and folding into bits take up",
      });
    }
  }
  const { one, two } = await twoThreads(options);
  figures.push({ ...one, ratio: "1×" }, { ...two, ratio: times(one, two) });
  goals.push({
    id: "K3",
    what: "two threads over one at 10M rows",
    figure: one.medianNs / two.medianNs,
    goal: 1.75,
    better: "more",
    bound: "needs two idle cores",
  });
  return { subject: "Bandwidth and threads", figures, goals, notes: [] };
}

async function reader(data: BenchColumns): Promise<() => number> {
  const wabt = await wabtInit();
  const features = { simd: true, threads: true };
  const { buffer } = wabt.parseWat("reader.wat", READER, features).toBinary({});
  const api = (
    globalThis as never as {
      WebAssembly: {
        instantiate(
          bytes: Uint8Array,
          imports: object,
        ): Promise<{ instance: { exports: { read(at: number, end: number): number } } }>;
      };
    }
  ).WebAssembly;
  const { instance } = await api.instantiate(buffer, { env: { memory: data.memory } });
  const [column] = data.columns;
  const end = column.validityOffset + Math.ceil(data.n / 8);
  return () => instance.exports.read(column.valuesOffset, end);
}

/** A scan of the first column with its own predicate list, so that several can run round-robin. */
function scanner(data: BenchColumns, put: typeof putFloatPredicate): () => number {
  const kernels = createKernels(data.memory);
  const [column] = data.columns;
  const list = put === putFloatPredicate ? data.end : data.end + FLOAT_PREDICATE_BYTES;
  const out = alignOffset(data.end + 1024);
  const { valuesOffset, validityOffset, lo, hi } = column;
  put(new DataView(data.memory.buffer), list, 0, valuesOffset, validityOffset, lo, hi);
  const scan = () => kernels.filterFloats(list, 1, data.n, out, false);
  requireSame("SIMD scan", scan(), rowLoop(data, data.columns, new Uint8Array(Math.ceil(data.n / 8))));
  return scan;
}

async function twoThreads(options: RunOptions): Promise<{ one: Figure; two: Figure }> {
  const half = UNCACHED_ROWS / 2;
  const halves = [benchColumns(half, 1, 0.1, options.seed), benchColumns(half, 1, 0.1, options.seed + 1)];
  const control = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL("./scan-worker.ts", import.meta.url), {
    workerData: { control, memory: halves[1].memory, end: halves[1].end, n: half },
  });
  const scans = halves.map((data) => scanner(data, putFloatPredicate));
  await new Promise((ready) => worker.once("message", ready));
  const both = () => {
    const round = Atomics.add(control, 0, 1) + 1;
    Atomics.notify(control, 0);
    const mine = scans[0]();
    while (Atomics.load(control, 1) !== round) Atomics.wait(control, 1, round - 1, 50);
    return mine + Atomics.load(control, 2);
  };
  const alone = () => scans[0]() + scans[1]();
  requireSame("two threads", both(), alone());
  const [one, two] = measureRoundRobin(
    [
      { name: "SIMD scan of 10M rows, one thread", inner: 1, run: alone },
      { name: "SIMD scan of 10M rows, two threads", inner: 1, run: both },
    ],
    { ...options, rounds: 60 },
  );
  await worker.terminate();
  return { one, two };
}
