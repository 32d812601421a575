import { describe, expect, it } from "vitest";
import { sourcesOfColumns, sourcesOfMetric } from "../../../src/snapshot/manifest/metric-sources.ts";

const AGE = { table: "suburb_demographics", column: "median_age" };
const source = (id: string, more: object) => ({ id, tables: [], ...more }) as never;

describe("sourcesOfMetric", () => {
  const idsOf = (metric: typeof AGE, sources: never[]) =>
    sourcesOfMetric(metric, sources).map(({ id }) => id);

  it("names sources of the whole table and of the column, whether or not they also name the table", () => {
    const sources = [
      source("whole", { tables: ["suburb_demographics"] }),
      source("column", { tables: ["suburb_demographics"], columns: ["suburb_demographics.median_age"] }),
      source("column alone", { columns: ["suburb_demographics.median_age"] }),
      source("other column", { columns: ["suburb_demographics.population"] }),
      source("other table", { tables: ["house_prices"] }),
      source("withheld", { tables: ["suburb_demographics"], withheld: true }),
    ];
    expect(idsOf(AGE, sources)).toEqual(["whole", "column", "column alone"]);
    const ofTable = sourcesOfColumns("suburb_demographics", undefined, sources).map(({ id }) => id);
    expect(ofTable).toEqual(["whole", "column", "column alone", "other column"]);
  });
});
