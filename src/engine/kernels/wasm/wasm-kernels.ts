import type { Kernels } from "../kernels.ts";
import { type WasmMemory, type WebAssemblyModule, webAssembly } from "../shared-memory.ts";

type FilterExports = Readonly<Record<string, (...numbers: number[]) => number>>;

/** The kernels of filter.wat over `memory`. `>>> 0` turns its signed counts into unsigned ones. */
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
