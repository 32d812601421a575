import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filterWasmBytes } from "../../src/engine/kernels/wasm/simd-support.ts";
import { assembleFilter, bytesModule } from "../../src/generators/build-wasm.ts";

describe("assembleFilter", () => {
  it.each(["narrow", "shuffle"] as const)(
    "gives the binary that is committed with the %s fold, byte for byte, for memory that is shared or not",
    async (fold) => {
      for (const shared of [true, false]) {
        const binary = await assembleFilter(fold, { shared });
        expect(Buffer.from(filterWasmBytes(fold, { shared })).equals(Buffer.from(binary))).toBe(true);
      }
    },
  );
});

describe("bytesModule", () => {
  it("is the file that is committed", async () => {
    const committed = new URL("../../src/engine/kernels/wasm/filter-wasm-bytes.ts", import.meta.url);
    expect(readFileSync(committed, "utf8")).toBe(await bytesModule());
  });
});
