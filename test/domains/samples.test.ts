import { describe, expect, it } from "vitest";
import { DATASET_TABLES, datasetTable } from "../../src/dataset/tables/index.ts";
import { METHOD_TABLES } from "../../src/domains/samples.ts";

describe("METHOD_TABLES", () => {
  it("names tables of the dataset, and every one of them", () => {
    const named = new Set([...METHOD_TABLES.values()].flatMap(({ needs, adds }) => [...needs, ...adds]));
    expect([...named].filter((name) => datasetTable(name) === undefined)).toEqual([]);
    // Shapes are in the map; imports read stations, results and origins; the others are read through the
    // tables that they describe.
    const behind = [
      "suburb_outlines",
      "railway_stations",
      "federal_results",
      "origins",
      "origin_rows",
      "industry_history",
      "register_documents",
      "entity_aliases",
      "aec_candidate_donations",
    ];
    const others = DATASET_TABLES.filter(({ name }) => !named.has(name) && !behind.includes(name));
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});
