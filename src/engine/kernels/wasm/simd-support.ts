import { type WebAssemblyModule, webAssembly } from "../shared-memory.ts";
import { FILTER_WASM_BASE64, MEMORY_FLAGS_AT } from "./filter-wasm-bytes.ts";

/** How compare results become bits: every CPU can do both, and is fast at one. */
export type Fold = keyof typeof FILTER_WASM_BASE64;

/** Memory flags for: has a maximum, not shared. */
const UNSHARED_FLAGS = 0x01;

const compiled = new Map<string, WebAssemblyModule | null>();

/** The fold that is fast on this CPU; in a browser, which hides it, the one for most desktops. */
export function fastFold(arch: string | undefined = hostArch()): Fold {
  return arch === "arm64" || arch === "arm" ? "shuffle" : "narrow";
}

/** The filter module's binary with one of the folds, for a shared or unshared memory. */
export function filterWasmBytes(fold: Fold, { shared }: { shared: boolean }): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(FILTER_WASM_BASE64[fold]), (character) => character.charCodeAt(0));
  if (!shared) bytes[MEMORY_FLAGS_AT] = UNSHARED_FLAGS;
  return bytes;
}

/** The filter module, compiled on first use in this thread; null if the host cannot run it. */
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
