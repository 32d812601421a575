import { fromBinary } from "@bufbuild/protobuf";
import type { Economy } from "../../../src/domains/economy/queries/economy.ts";
import type { CorrelateSeriesQuery } from "../../../src/domains/economy/rules.ts";
import { CorrelateSeriesResponseSchema } from "../../../src/gen/terrace/v1/explorer_pb.ts";

/** The answer to a query, read from the bytes that its caller gets. */
export async function correlatedSeries(economy: Economy, query: Omit<CorrelateSeriesQuery, "asOf">) {
  const bytes = await economy.encodedCorrelations({ asOf: undefined, ...query }, "binary");
  return fromBinary(CorrelateSeriesResponseSchema, bytes);
}
