import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAGE_LINES, payloadsOf } from "../../../src/engine/pages/paged-lines.ts";

interface Line {
  readonly key: bigint;
  readonly payload: string;
}

const digits = (key: bigint) => key.toString(16).toUpperCase().padStart(16, "0");

function pagesFrom(lines: readonly Line[], size: number): string[] {
  const pages: string[] = [];
  for (let at = 0; at < lines.length; at += size) {
    const page = lines.slice(at, at + size);
    pages.push(page.map(({ key, payload }) => `${digits(key)}${payload}\n`).join(""));
  }
  return pages;
}

describe("payloadsOf", () => {
  const key = fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
  // Payloads may look like keys: only what follows a line break is one.
  const payload = fc.oneof(fc.json(), key.map(digits));

  it("gives the payloads of one key in their order, as picking them from the whole list does", () => {
    const list = fc.array(fc.record({ key, payload }), { maxLength: 3 * PAGE_LINES });
    fc.assert(
      fc.property(list, key, fc.integer({ min: 1, max: PAGE_LINES }), (drawn, asked, size) => {
        const lines = drawn.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
        for (const wanted of [asked, ...drawn.map((line) => line.key)]) {
          expect([...payloadsOf(pagesFrom(lines, size), wanted)]).toEqual(
            lines.filter((line) => line.key === wanted).map((line) => line.payload),
          );
        }
      }),
    );
  });
});
