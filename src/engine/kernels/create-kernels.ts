import type { Kernels } from "./kernels.ts";
import { createPlainKernels } from "./plain-kernels.ts";
import { PAGE_BYTES, type SharedMemory, type WasmMemory, webAssembly } from "./shared-memory.ts";
import { type Fold, fastFold, filterModule } from "./wasm/simd-support.ts";
import { createWasmKernels } from "./wasm/wasm-kernels.ts";

export interface KernelOptions {
  /** Plain loops even where the host has WebAssembly SIMD. */
  readonly plain?: boolean;
  /** How compares become bits, instead of the way that is fast on this processor. Same bytes out. */
  readonly fold?: Fold;
}

/** Kernels over `memory`: WebAssembly SIMD where the host has it, plain loops where it does not or `plain` asks for them. */
export function createKernels(memory: SharedMemory, { plain, fold }: KernelOptions = {}): Kernels {
  const module = plain === true ? null : filterModule(fold ?? fastFold(), { shared: true });
  return module === null ? createPlainKernels(memory) : createWasmKernels(memory, module);
}

/** A memory of this thread alone, and kernels over it. */
export interface KernelMemory {
  readonly memory: WasmMemory<ArrayBuffer>;
  readonly kernels: Kernels;
}

/**
 * The same kernels over a zeroed memory of at least `byteLength` bytes that is not shared, for browsers: a page that is
 * not isolated has no shared memory.
 */
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
