import { fromBinary } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { expect } from "vitest";
import type { Economy } from "../../../src/domains/economy/queries/economy.ts";
import type { CorrelateSeriesQuery } from "../../../src/domains/economy/rules.ts";
import { CorrelateSeriesResponseSchema } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { plainCorrelation } from "../plain/plain-correlation.ts";

/** The response to a query, decoded from the bytes that a client gets. */
export async function correlatedSeries(economy: Economy, query: Omit<CorrelateSeriesQuery, "asOf">) {
  const bytes = await economy.encodedCorrelations({ asOf: undefined, ...query }, "binary");
  return fromBinary(CorrelateSeriesResponseSchema, bytes);
}

/**
 * Compares every pair of these months' series (given as the query transforms them) with a plain search over
 * its lags. Returns the number of pairs.
 */
export async function expectCorrelations(
  economy: Economy,
  query: Omit<CorrelateSeriesQuery, "asOf" | "minAbsR" | "limit">,
  months: ReadonlyMap<string, ReadonlyMap<string, number>>,
  slack: number,
): Promise<number> {
  const { baseSeriesKeys, overlaySeriesKeys, minLagMonths, maxLagMonths, windowMonths } = query;
  const { correlations, totalCount } = await correlatedSeries(economy, { ...query, minAbsR: 0, limit: 500 });
  let wanted = 0;
  for (const base of baseSeriesKeys) {
    for (const overlay of overlaySeriesKeys) {
      const [own, other] = [months.get(base), months.get(overlay)];
      if (base === overlay || own === undefined || other === undefined) continue;
      const lags = Array.from({ length: maxLagMonths - minLagMonths + 1 }, (_, at) => {
        const lag = minLagMonths + at;
        return { lag, ...plainCorrelation(own, other, windowMonths, lag) };
      });
      const sizes = lags.flatMap(({ r }) => (r === undefined ? [] : [Math.abs(r)]));
      if (sizes.length === 0) continue;
      wanted++;
      const row = correlations.find((c) => c.baseSeriesKey === base && c.overlaySeriesKey === overlay)!;
      row.lags.forEach(({ lagMonths, n, r }, at) => {
        const plain = lags[at];
        expect([lagMonths, n, r === undefined]).toEqual([plain.lag, plain.n, plain.r === undefined]);
        expect(Math.abs((r ?? 0) - (plain.r ?? 0))).toBeLessThanOrEqual(slack);
      });
      const best = lags.find(({ lag }) => lag === row.bestLagMonths)!;
      expect(Math.abs(Math.abs(row.r) - Math.max(...sizes))).toBeLessThanOrEqual(slack);
      const lastPeriod = timestampDate(row.lastPeriod!).toISOString().slice(0, 10);
      expect([row.n, lastPeriod]).toEqual([best.n, best.lastPeriod]);
    }
  }
  expect([totalCount, correlations.length]).toEqual([wanted, wanted]);
  return wanted;
}
