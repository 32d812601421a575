import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";

const quantities = METRICS.filter(({ kind, unit }) => kind === "numeric" && unit !== "code").map(
  ({ key }) => key,
);
const population = (min: number) => ({ range: { metricKey: "population", min } });

/** CorrelateSeries requests of maximum size for both figures of a server's stocks; each call's is unique. */
export async function stockCorrelations(url: string): Promise<(call: number) => object> {
  const query = "from=2026-11-02&to=2026-11-06&include_zero=true&format=ndjson";
  const panel = await fetch(`${url}/v1/panel?${query}`, { headers: { "user-agent": "terrace-tests/1" } });
  const lines = (await panel.text()).trimEnd().split("\n");
  const codes = [
    ...new Set(lines.map((line) => (JSON.parse(line) as { product_code: string }).product_code)),
  ];
  const keys = ["short_position", "price"].flatMap((figure) =>
    codes.map((code) => `stocks.${figure}.${code.toLowerCase()}`),
  );
  return (call) => ({
    baseSeriesKeys: keys.slice(0, 10),
    overlaySeriesKeys: keys.slice(-500),
    transform: "SERIES_TRANSFORM_YEAR_ON_YEAR",
    minAbsR: (call % 1000) / 1e6,
  });
}

/**
 * Requests of maximum size for the heavy methods of `terrace.v1.ExplorerService`, by method name. Each call's
 * request is unique, so that no response comes from a cache.
 */
export function heavyRequests(
  seriesKeys: readonly string[],
): Readonly<Record<string, (call: number) => object>> {
  return {
    RankSuburbs: (call) => ({
      k: 200,
      weights: quantities.slice(0, 32).map((metricKey, i) => ({ metricKey, weight: 1 + ((call + i) % 7) })),
    }),
    Explore: (call) => ({
      filter: population(call),
      histograms: Array.from({ length: 100 }, (_, i) => ({
        metricKey: quantities[i % quantities.length],
        binCount: i < quantities.length ? 200 : 199,
      })),
    }),
    SimilarSuburbs: (call) => ({
      salCode: "10001",
      k: 100,
      metricKeys: quantities.slice(call % 3, 30),
      filter: population(call),
    }),
    CorrelateSeries: (call) => ({
      baseSeriesKeys: Array.from({ length: 10 }, (_, i) => seriesKeys[(call + i) % seriesKeys.length]),
      minLagMonths: -12,
      maxLagMonths: 12,
      limit: 500 - (call % 200),
    }),
    AggregateDrops: (call) => ({ filter: population(call) }),
    AggregateAgencies: (call) => ({ filter: population(call), limit: 100 }),
    AggregatePrices: (call) => ({ filter: population(call), measure: "median_price" }),
    AggregateMarket: (call) => ({ filter: population(call) }),
    AggregateDonations: (call) => ({
      groupBy: ["DONATION_GROUP_DONOR", "DONATION_GROUP_FINANCIAL_YEAR"],
      minAmountCents: String(call),
    }),
  };
}
