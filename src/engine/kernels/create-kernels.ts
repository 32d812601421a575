import type { Kernels } from "./kernels.ts";
import { createPlainKernels } from "./plain-kernels.ts";
import { PAGE_BYTES, type SharedMemory, type WasmMemory, webAssembly } from "./shared-memory.ts";
import { type Fold, fastFold, filterModule } from "./wasm/simd-support.ts";
import { createWasmKernels } from "./wasm/wasm-kernels.ts";

export interface KernelOptions {
  /** Use plain loops even where WebAssembly SIMD is available. */
  readonly plain?: boolean;
  /** How compares become bits; by default what is fast on this CPU. The result is the same. */
  readonly fold?: Fold;
}

/** Kernels over `memory`: WebAssembly SIMD if available, else (or with `plain`) plain loops. */
export function createKernels(memory: SharedMemory, { plain, fold }: KernelOptions = {}): Kernels {
  const module = plain === true ? null : filterModule(fold ?? fastFold(), { shared: true });
  return module === null ? createPlainKernels(memory) : createWasmKernels(memory, module);
}

/** A memory that is not shared, and kernels over it. */
export interface KernelMemory {
  readonly memory: WasmMemory<ArrayBuffer>;
  readonly kernels: Kernels;
}

/** Kernels over a new zeroed, unshared memory, for browsers: only isolated pages have shared memory. */
export function openKernelMemory(byteLength: number, { plain, fold }: KernelOptions = {}): KernelMemory {
  const module = plain === true ? null : filterModule(fold ?? fastFold(), { shared: false });
  const pages = Math.max(1, Math.ceil(byteLength / PAGE_BYTES));
  if (module === null || webAssembly === undefined) {
    const memory = { buffer: new ArrayBuffer(pages * PAGE_BYTES) };
    return { memory, kernels: createPlainKernels(memory) };
  }
  const memory = new webAssembly.Memory({ initial: pages, maximum: pages, shared: false });
  return { memory, kernels: createWasmKernels(memory, module) };
}
