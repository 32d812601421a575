import type { Kernels } from "../kernels.ts";
import { type WasmMemory, type WebAssemblyModule, webAssembly } from "../shared-memory.ts";

type Filter = (list: number, count: number, n: number, out: number, narrow: number) => number;
type Join = (a: number, b: number, out: number, n: number) => void;

/** What filter.wat exports. */
interface FilterExports {
  readonly filter_floats: Filter;
  readonly filter_bitmaps: Filter;
  readonly and_mask: Join;
  readonly or_mask: Join;
  readonly and_not_mask: Join;
  readonly complement_mask: (a: number, out: number, n: number) => void;
  readonly count_bits: (mask: number, n: number) => number;
}

/** The kernels of filter.wat over `memory`. Counts come back signed, so they are read as unsigned. */
export function createWasmKernels(memory: WasmMemory, module: WebAssemblyModule): Kernels {
  if (webAssembly === undefined) throw new Error("WebAssembly is not available in this process");
  const wasm = new webAssembly.Instance(module, { env: { memory } }).exports as FilterExports;
  return {
    kind: "wasm-simd",
    filterFloats: (list, count, n, out, narrow) =>
      wasm.filter_floats(list, count, n, out, narrow ? 1 : 0) >>> 0,
    filterBitmaps: (list, count, n, out, narrow) =>
      wasm.filter_bitmaps(list, count, n, out, narrow ? 1 : 0) >>> 0,
    andMask: wasm.and_mask,
    orMask: wasm.or_mask,
    andNotMask: wasm.and_not_mask,
    complementMask: wasm.complement_mask,
    countBits: (mask, n) => wasm.count_bits(mask, n) >>> 0,
  };
}
