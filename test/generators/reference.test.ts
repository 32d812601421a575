import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publicMethods } from "../../src/domains/public-methods.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { referenceText } from "../../src/generators/write-reference.ts";

const committed = readFileSync(join(import.meta.dirname, "../../proto/REFERENCE.md"), "utf8");

describe("referenceText", () => {
  it("is what proto/REFERENCE.md holds; npm run generate writes it", () => {
    expect(committed).toBe(referenceText());
  });

  it("has a heading for every public method and a row for every metric", () => {
    for (const { method } of publicMethods()) expect(committed).toContain(`\n### ${method}\n`);
    for (const key of METRIC_KEYS) expect(committed).toContain(`\n| \`${key}\` |`);
  });

  it("links only to headings that it has", () => {
    const anchors = new Set(
      Array.from(committed.matchAll(/^#+ (.+)$/gm), ([, heading]) =>
        heading.toLowerCase().replaceAll(".", ""),
      ),
    );
    const links = Array.from(committed.matchAll(/\]\(#([^)]+)\)/g), ([, target]) => target);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((target) => !anchors.has(target))).toEqual([]);
  });
});
