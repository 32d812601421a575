import type { Kernels } from "../../engine/kernels/kernels.ts";
import { createPlainKernels } from "../../engine/kernels/plain-kernels.ts";
import {
  PAGE_BYTES,
  type SharedMemory,
  type WebAssemblyModule,
  webAssembly,
} from "../../engine/kernels/shared-memory.ts";
import { filterWasmBytes } from "../../engine/kernels/simd-support.ts";
import { createWasmKernels } from "../../engine/kernels/wasm-kernels.ts";

/** A memory of this thread alone, and kernels over it. */
export interface KernelMemory {
  readonly memory: SharedMemory;
  readonly kernels: Kernels;
}

/**
 * Zeroed memory of at least `byteLength` bytes with kernels: WebAssembly SIMD where the host has it, plain loops where
 * it does not or `plain` asks for them. It is not shared: a page that is not isolated may have no shared memory.
 */
export function openKernelMemory(byteLength: number, plain = false): KernelMemory {
  const module = plain ? null : unsharedModule();
  const pages = Math.max(1, Math.ceil(byteLength / PAGE_BYTES));
  if (module === null || webAssembly === undefined) {
    // Plain loops need a buffer only.
    const buffer = new ArrayBuffer(pages * PAGE_BYTES) as unknown as SharedArrayBuffer;
    const memory: SharedMemory = { buffer, grow: () => -1 };
    return { memory, kernels: createPlainKernels(memory) };
  }
  const memory = new webAssembly.Memory({ initial: pages, maximum: pages, shared: false });
  return { memory, kernels: createWasmKernels(memory, module) };
}

let compiled: WebAssemblyModule | null | undefined;

/** The filter module over a memory that is not shared; null where the host cannot run it. */
function unsharedModule(): WebAssemblyModule | null {
  if (compiled === undefined) {
    const bytes = withUnsharedMemory(filterWasmBytes());
    compiled = webAssembly?.validate(bytes) === true ? new webAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** "memory" as an import's name, then its kind: a memory; the limits' flags follow. */
const MEMORY_IMPORT = [0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02];
const HAS_MAXIMUM = 1;

/** The same module without the flag that its memory is shared; nothing in it needs that. */
function withUnsharedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = bytes.findIndex((_, i) => MEMORY_IMPORT.every((byte, k) => bytes[i + k] === byte));
  if (at >= 0) bytes[at + MEMORY_IMPORT.length] = HAS_MAXIMUM;
  return bytes;
}
