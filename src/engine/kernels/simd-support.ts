import { FILTER_WASM_BASE64 } from "./filter-wasm-bytes.ts";
import { type WebAssemblyModule, webAssembly } from "./shared-memory.ts";

let compiled: WebAssemblyModule | null | undefined;

/** The filter module's binary. */
export function filterWasmBytes(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(FILTER_WASM_BASE64), (character) => character.charCodeAt(0));
}

/** Whether this process can run the filter module: WebAssembly with SIMD and shared memory. */
export function hasSimd(): boolean {
  return filterModule() !== null;
}

/** The filter module, compiled on the first call in this thread; null where the host cannot run it. */
export function filterModule(): WebAssemblyModule | null {
  if (compiled === undefined) {
    const bytes = filterWasmBytes();
    compiled = webAssembly?.validate(bytes) === true ? new webAssembly.Module(bytes) : null;
  }
  return compiled;
}
