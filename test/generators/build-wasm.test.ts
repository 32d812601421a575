import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filterWasmBytes } from "../../src/engine/kernels/simd-support.ts";
import { assembleFilter, bytesModule } from "../../src/generators/build-wasm.ts";

describe("assembleFilter", () => {
  it("gives the binary that is committed, byte for byte", async () => {
    const binary = await assembleFilter();
    expect(Buffer.from(filterWasmBytes()).equals(Buffer.from(binary))).toBe(true);
    const committed = new URL("../../src/engine/kernels/filter-wasm-bytes.ts", import.meta.url);
    expect(readFileSync(committed, "utf8")).toBe(bytesModule(binary));
  });
});
