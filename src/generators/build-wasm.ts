import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import wabt from "wabt";
import { webAssembly } from "../engine/kernels/shared-memory.ts";

const SOURCE = new URL("../engine/kernels/filter.wat", import.meta.url);
const TARGET = new URL("../engine/kernels/filter-wasm-bytes.ts", import.meta.url);
const FEATURES = { simd: true, threads: true };

/** The binary of filter.wat, assembled and checked to be valid. Same text, same bytes. */
export async function assembleFilter(): Promise<Uint8Array<ArrayBuffer>> {
  const { parseWat } = await wabt();
  const module = parseWat("filter.wat", readFileSync(SOURCE, "utf8"), FEATURES);
  const binary = Uint8Array.from(module.toBinary({ write_debug_names: false }).buffer);
  module.destroy();
  if (webAssembly?.validate(binary) !== true)
    throw new Error("filter.wat does not assemble to a valid module");
  return binary;
}

/** The TypeScript module that carries the binary, so that no file has to be found at run time. */
export function bytesModule(binary: Uint8Array): string {
  const lines =
    Buffer.from(binary)
      .toString("base64")
      .match(/.{1,96}/g) ?? [];
  return [
    "// Built from filter.wat by build-wasm.ts (npm run build:wasm). Do not edit.",
    "",
    "/** filter.wat as a WebAssembly binary, in base64. */",
    "export const FILTER_WASM_BASE64 = [",
    ...lines.map((line) => `  "${line}",`),
    '].join("");',
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(TARGET, bytesModule(await assembleFilter()));
