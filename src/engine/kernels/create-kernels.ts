import type { Kernels } from "./kernels.ts";
import { createPlainKernels } from "./plain-kernels.ts";
import type { SharedMemory } from "./shared-memory.ts";
import { filterModule } from "./simd-support.ts";
import { createWasmKernels } from "./wasm-kernels.ts";

/** Kernels over `memory`: WebAssembly SIMD where the host has it, plain loops where it does not or `plain` asks for them. */
export function createKernels(memory: SharedMemory, options: { plain?: boolean } = {}): Kernels {
  const module = options.plain === true ? null : filterModule();
  return module === null ? createPlainKernels(memory) : createWasmKernels(memory, module);
}
