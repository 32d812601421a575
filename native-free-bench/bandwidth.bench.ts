import { Worker } from "node:worker_threads";
import wabtInit from "wabt";
import { createKernels } from "../src/engine/kernels/create-kernels.ts";
import { alignOffset } from "../src/engine/kernels/memory-layout.ts";
import { putFloatPredicate } from "../src/engine/kernels/predicate-list.ts";
import {
  type Figure,
  type Goal,
  measure,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
} from "./harness.ts";
import { times } from "./print-report.ts";
import { type BenchColumns, benchColumns, rowLoop } from "./suburb-data.ts";

/** Reads a range of memory 64 bytes a step and folds it to one number: what WebAssembly can read at best. */
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

/** Rows whose values and validity fit an L1 cache of 64 KB, and rows that fit no cache. */
const CACHED_ROWS = 8_192;
const UNCACHED_ROWS = 10_000_000;

export const bandwidth: Subject = {
  name: "bandwidth",
  what: "how near the scan is to memory, and two threads",
  run,
};

async function run(options: RunOptions): Promise<Report> {
  const figures: (Figure & { ratio?: string })[] = [];
  const goals: Goal[] = [];
  for (const [rows, where, goal] of [
    [CACHED_ROWS, "L1", 0.45],
    [UNCACHED_ROWS, "DRAM", 0.5],
  ] as const) {
    const data = benchColumns(rows, 1, 0.1, options.seed);
    const { scan, read } = await readerAndScan(data);
    const inner = rows === CACHED_ROWS ? 100 : 1;
    const scanned = await measure(`SIMD scan in ${where}, n=${rows} P=1`, scan, {
      ...options,
      inner,
      timeMs: 800,
    });
    const readOnly = await measure(`reading the same bytes in ${where}`, read, {
      ...options,
      inner,
      timeMs: 800,
    });
    figures.push({ ...scanned, ratio: "1×" }, { ...readOnly, ratio: times(scanned, readOnly) });
    goals.push({
      id: "K3",
      what: `share of WebAssembly read bandwidth, ${where}`,
      figure: readOnly.medianNs / scanned.medianNs,
      goal,
      better: "more",
      bound: "folding the comparisons into bits, not the loads",
    });
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

async function readerAndScan(data: BenchColumns): Promise<{ scan: () => number; read: () => number }> {
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
  return { scan: scanner(data), read: () => instance.exports.read(column.valuesOffset, end) };
}

function scanner(data: BenchColumns): () => number {
  const kernels = createKernels(data.memory);
  const [column] = data.columns;
  const out = alignOffset(data.end + 1024);
  putFloatPredicate(
    new DataView(data.memory.buffer),
    data.end,
    0,
    column.valuesOffset,
    column.validityOffset,
    column.lo,
    column.hi,
  );
  const scan = () => kernels.filterFloats(data.end, 1, data.n, out, false);
  requireSame("SIMD scan", scan(), rowLoop(data, data.columns, new Uint8Array(Math.ceil(data.n / 8))));
  return scan;
}

/** The same 10M rows scanned by one thread, and as two halves by two threads at once. */
async function twoThreads(options: RunOptions): Promise<{ one: Figure; two: Figure }> {
  const half = UNCACHED_ROWS / 2;
  const halves = [benchColumns(half, 1, 0.1, options.seed), benchColumns(half, 1, 0.1, options.seed + 1)];
  const control = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL("./scan-worker.ts", import.meta.url), {
    workerData: { control, memory: halves[1].memory, end: halves[1].end, n: half },
  });
  const scans = halves.map(scanner);
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
  const one = await measure("SIMD scan of 10M rows, one thread", alone, { ...options, timeMs: 1000 });
  const two = await measure("SIMD scan of 10M rows, two threads", both, { ...options, timeMs: 1000 });
  await worker.terminate();
  return { one, two };
}
