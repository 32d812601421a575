import { describe, expect, it } from "vitest";
import { datasetTable } from "../../src/dataset/tables/index.ts";
import { DOMAINS } from "../../src/domains/index.ts";
import { METHOD_TABLES } from "../../src/domains/samples.ts";

describe("METHOD_TABLES", () => {
  it("names tables of the dataset, and every table that a domain has", async () => {
    const named = new Set([...METHOD_TABLES.values()].flatMap(({ needs, adds }) => [...needs, ...adds]));
    expect([...named].filter((name) => datasetTable(name) === undefined)).toEqual([]);
    const tables = await Promise.all(DOMAINS.map((domain) => domain.tables?.() ?? []));
    const own = tables.flat().map(({ name }) => name);
    // Shapes go to the map, and the others are read through the tables that they describe.
    const behind = [
      "suburb_outlines",
      "industry_history",
      "register_documents",
      "entity_aliases",
      "aec_candidate_donations",
    ];
    expect(own.filter((name) => !named.has(name) && !behind.includes(name))).toEqual([]);
  });
});
