import { type WebAssemblyModule, webAssembly } from "../shared-memory.ts";
import { FILTER_WASM_BASE64, MEMORY_FLAGS_AT } from "./filter-wasm-bytes.ts";

/** How the compares of many rows become bits; every processor can do both, and is fast at one. */
export type Fold = keyof typeof FILTER_WASM_BASE64;

/** Limits of a memory that has a maximum and is not shared. */
const UNSHARED_FLAGS = 0x01;

const compiled = new Map<string, WebAssemblyModule | null>();

/** The fold that is fast on this processor; in a browser, which does not tell, the one of most desktops. */
export function fastFold(arch: string | undefined = hostArch()): Fold {
  return arch === "arm64" || arch === "arm" ? "shuffle" : "narrow";
}

/** The binary of the filter module with one of the folds, over a memory that is shared or not. */
export function filterWasmBytes(fold: Fold, { shared }: { shared: boolean }): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(FILTER_WASM_BASE64[fold]), (character) => character.charCodeAt(0));
  if (!shared) bytes[MEMORY_FLAGS_AT] = UNSHARED_FLAGS;
  return bytes;
}

/** The filter module, compiled on the first call in this thread; null where the host cannot run it. */
export function filterModule(fold: Fold, options: { shared: boolean }): WebAssemblyModule | null {
  const key = `${fold} ${options.shared}`;
  let module = compiled.get(key);
  if (module === undefined) {
    const bytes = filterWasmBytes(fold, options);
    module = webAssembly?.validate(bytes) === true ? new webAssembly.Module(bytes) : null;
    compiled.set(key, module);
  }
  return module;
}

/** Node's name of the architecture; undefined in a browser. */
function hostArch(): string | undefined {
  return (globalThis as { process?: { readonly arch?: string } }).process?.arch;
}
