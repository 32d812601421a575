import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import wabt from "wabt";
import { webAssembly } from "../engine/kernels/shared-memory.ts";
import type { Fold } from "../engine/kernels/wasm/simd-support.ts";
import { scanText } from "./scan-text.ts";

const SOURCE = new URL("../engine/kernels/wasm/filter.wat", import.meta.url);
const TARGET = new URL("../engine/kernels/wasm/filter-wasm-bytes.ts", import.meta.url);
const FEATURES = { simd: true, threads: true };

/** Marker for the generated functions, and the memory import in both forms. */
const SCANS = ";; @scans";
const SHARED = "(memory 1 65536 shared)";
const UNSHARED = "(memory 1 65536)";

/** Assembles and validates filter.wat with one of the two folds. Deterministic. */
export async function assembleFilter(
  fold: Fold,
  options: { shared: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const { parseWat } = await wabt();
  const source = readFileSync(SOURCE, "utf8");
  if (!source.includes(SCANS) || !source.includes(SHARED)) throw new Error("filter.wat lacks a marker");
  const text = source.replace(SCANS, scanText(fold)).replace(SHARED, options.shared ? SHARED : UNSHARED);
  const module = parseWat("filter.wat", text, FEATURES);
  const binary = Uint8Array.from(module.toBinary({ write_debug_names: false }).buffer);
  module.destroy();
  if (webAssembly?.validate(binary) !== true)
    throw new Error("filter.wat does not assemble to a valid module");
  return binary;
}

/** The TypeScript module with the binaries inlined, so that no file is read at run time. */
export async function bytesModule(): Promise<string> {
  const [narrow, shuffle] = [
    await assembleFilter("narrow", { shared: true }),
    await assembleFilter("shuffle", { shared: true }),
  ];
  return [
    "// Built from filter.wat by build-wasm.ts (npm run build:wasm). Do not edit.",
    "",
    "/** filter.wat as WebAssembly binaries in base64, one for each fold. */",
    "export const FILTER_WASM_BASE64 = {",
    ...base64Lines("narrow", narrow),
    ...base64Lines("shuffle", shuffle),
    "};",
    "",
    "/** The byte of both that says whether the memory is shared. */",
    `export const MEMORY_FLAGS_AT = ${await memoryFlagsAt()};`,
    "",
  ].join("\n");
}

function base64Lines(name: string, binary: Uint8Array): string[] {
  const lines =
    Buffer.from(binary)
      .toString("base64")
      .match(/.{1,96}/g) ?? [];
  return [`  ${name}: [`, ...lines.map((line) => `    "${line}",`), '  ].join(""),'];
}

/** Index of the only byte that differs between shared and unshared memory; the same for both folds. */
async function memoryFlagsAt(): Promise<number> {
  const places: number[] = [];
  for (const fold of ["narrow", "shuffle"] as const) {
    const shared = await assembleFilter(fold, { shared: true });
    const unshared = await assembleFilter(fold, { shared: false });
    if (shared.length !== unshared.length) throw new Error("sharing the memory changes the binary's length");
    places.push(...[...shared.keys()].filter((at) => shared[at] !== unshared[at]));
  }
  if (places.length !== 2 || places[0] !== places[1]) {
    throw new Error(`sharing the memory changes the bytes at ${places.join(", ")}, not one`);
  }
  return places[0];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(TARGET, await bytesModule());
