import { describe, expect, inject, it } from "vitest";
import { metricGap } from "../../../src/dataset/not-open.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { SOURCES } from "../../../src/server/routes/snapshot-documents.ts";
import { asking } from "../../support/country/ask-country.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";

interface Answer {
  readonly synthetic: boolean;
  readonly as_of: string;
  readonly sources: readonly { readonly id: string; readonly tables: readonly string[] }[];
  readonly tables: Readonly<Record<string, number>>;
  readonly table_gaps: Readonly<Record<string, { why: string; fills: string; guide: string }>>;
  readonly metric_gaps: Readonly<Record<string, string>>;
  readonly metric_floors: Readonly<Record<string, number>>;
}

describe("GET /v1/sources", () => {
  it("names sources, tables with rows, and nothing that made-up data would wait for", async () => {
    const serving = await serveForTest(inject("country").dataDir);
    const { manifest } = serving.engine;
    const answer = await asking(serving).json<Answer>("/v1/sources");
    expect(answer.sources.map(({ id }) => id)).toEqual(
      manifest.sources.filter(({ withheld }) => withheld !== true).map(({ id }) => id),
    );
    expect(answer.as_of).toBe("2026-11-13");
    expect(answer.synthetic).toBe(true);
    expect(answer.metric_gaps).toEqual({});
    expect(answer.table_gaps).toEqual({});
    expect(answer.metric_floors).toMatchObject({ pct_rented: 100, religion: 100, recorded_drugs: 2000 });
    expect(answer.metric_floors).not.toHaveProperty("income");
    const filled = Object.entries(manifest.datasetRows).filter(([, rows]) => rows > 0);
    expect(filled.length).toBeGreaterThan(30);
    expect(answer.tables).toEqual(Object.fromEntries(filled));
  });

  it("names neither a source that its licence withholds nor a table that it alone fills", async () => {
    const source = { publisher: "P", title: "T", licence: "L", vintage: "2026-01-01" };
    const answer = SOURCES.make({
      manifest: {
        snapshotId: "x",
        asOf: "2026-01-02T00:00:00Z",
        synthetic: false,
        sources: [
          { ...source, id: "open", tables: ["lga"] },
          { ...source, id: "closed", tables: ["lga", "politicians"], withheld: true },
        ],
        datasetRows: { lga: 3, politicians: 5, dividends: 0, stock_prices: 2 },
      },
    } as never) as Answer;
    expect(answer.sources.map(({ id }) => id)).toEqual(["open"]);
    expect(answer.tables).toEqual({ lga: 3, stock_prices: 2 });
    expect(Object.keys(answer.metric_gaps)).toEqual(
      METRICS.filter((metric) => metricGap(metric) !== undefined).map(({ key }) => key),
    );
    // A table that only a withheld source fills is as missing as one that nothing fills.
    expect(answer.table_gaps.politicians.why).toContain("is unsettled");
    expect(answer.table_gaps.short_positions).toEqual({
      why: "no publisher's file of it was imported",
      fills: "publishers' files",
      guide: "data/guides/importing.md",
    });
    expect(answer.table_gaps).not.toHaveProperty("lga");
    expect(answer.metric_gaps.price).toContain("suburb medians under an open licence");
  });
});
