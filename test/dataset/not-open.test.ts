import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MISSING_GUIDE, missingSentence, whyNotOpen } from "../../src/dataset/not-open.ts";
import { DATASET_TABLES } from "../../src/dataset/tables/index.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("whyNotOpen", () => {
  it("has a reason for each table that the open dataset lacks, in the guide too, and for no other", () => {
    const held = new Set(readdirSync(join(ROOT, "data/australia")).map((name) => name.split(".")[0]));
    const missing = DATASET_TABLES.map(({ name }) => name).filter((name) => !held.has(name));
    expect(missing.length).toBeGreaterThan(20);
    expect(missing.filter((name) => whyNotOpen(name) === undefined)).toEqual([]);
    expect([...held].filter((name) => whyNotOpen(name) !== undefined)).toEqual([]);
    const guide = readFileSync(join(ROOT, MISSING_GUIDE), "utf8");
    expect(missing.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it("is said once for tables of one reason", () => {
    const text = missingSentence(["property_listings", "property_price_events", "lga_facts"]);
    expect(text).toContain("no rows of `property_listings`, `property_price_events`, `lga_facts`: asking");
    expect(text.split("portals")).toHaveLength(2);
    expect(text).toContain("terrace start --synthetic");
  });
});
