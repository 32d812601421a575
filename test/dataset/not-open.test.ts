import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  MISSING_GUIDE,
  metricGap,
  missingSentence,
  tableGap,
  whyNotOpen,
} from "../../src/dataset/not-open.ts";
import { DATASET_TABLES } from "../../src/dataset/tables/index.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("whyNotOpen", () => {
  it("has a reason for each table that the open dataset lacks, in the guide too, and for no other", () => {
    const held = new Set(readdirSync(join(ROOT, "data/australia")).map((name) => name.split(".")[0]));
    const missing = DATASET_TABLES.map(({ name }) => name).filter((name) => !held.has(name));
    expect(missing.length).toBeGreaterThan(20);
    expect(missing.filter((name) => whyNotOpen(name) === undefined)).toEqual([]);
    expect([...held].filter((name) => whyNotOpen(name) !== undefined)).toEqual([]);
    const rows = [...Map.groupBy(missing, (name) => tableGap(name).why)].map(([why, names]) => {
      const { fills, guide } = tableGap(names[0]);
      const page = basename(guide, ".md");
      const link = guide === MISSING_GUIDE ? "" : `: [${page.replaceAll("-", " ")}](${page}.md)`;
      return `| ${names
        .map((name) => `\`${name}\``)
        .toSorted()
        .join(", ")} | ${why} | ${fills}${link} |`;
    });
    const guide = readFileSync(join(ROOT, MISSING_GUIDE), "utf8");
    const table = guide.split("\n").filter((line) => line.startsWith("| `"));
    expect(table.toSorted()).toEqual(rows.toSorted());
  });

  it("leads to guides that exist, and to the file that fills the gap of a metric", () => {
    for (const { name } of DATASET_TABLES)
      expect(existsSync(join(ROOT, tableGap(name).guide)), name).toBe(true);
    const gapOf = (wanted: string) => metricGap(METRICS.find(({ key }) => key === wanted)!);
    expect(gapOf("born_overseas")).toContain("2021_GCP_SAL_for_AUS_short-header.zip");
    expect(gapOf("nbn")).toContain(tableGap("suburb_connectivity").why);
    expect(gapOf("population")).toBeUndefined();
  });

  it("is said once for tables of one reason", () => {
    const text = missingSentence(["property_listings", "property_price_events", "lga_facts"]);
    expect(text).toContain("no rows of `property_listings`, `property_price_events`, `lga_facts`: asking");
    expect(text.split("portals")).toHaveLength(2);
    expect(text).toContain("terrace start --synthetic");
  });
});
