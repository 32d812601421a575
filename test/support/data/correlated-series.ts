import { fromBinary } from "@bufbuild/protobuf";
import type { CorrelateSeriesQuery } from "../../../src/domains/economy/queries/correlations/correlate-series.ts";
import type { Economy } from "../../../src/domains/economy/queries/economy.ts";
import { CorrelateSeriesResponseSchema } from "../../../src/gen/terrace/v1/explorer_pb.ts";

/** The answer to a query, read from the bytes that its caller gets. */
export async function correlatedSeries(economy: Economy, query: CorrelateSeriesQuery) {
  return fromBinary(CorrelateSeriesResponseSchema, await economy.encodedCorrelations(query, "binary"));
}
