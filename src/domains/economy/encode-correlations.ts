import { correlateLags } from "../../engine/statistics/lag-correlations.ts";
import { CorrelateSeriesResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { encodeForm } from "../../rpc/encoding/encoded-message.ts";
import type { AnswerForm } from "../../rpc/unary-method.ts";
import { correlateSeriesMessage } from "./messages.ts";
import type { PlannedCorrelations } from "./queries/correlations/correlate-series.ts";
import { namedCorrelations } from "./queries/correlations/named-correlations.ts";
import { matrixOf } from "./queries/correlations/planned-series.ts";

/** A plan with all that its answer needs, as it travels to a thread. */
export interface EncodedPlan extends PlannedCorrelations {
  readonly form: AnswerForm;
}

/** The bytes of the answer to a plan, made in the thread that performs it. */
export function encodeCorrelations({
  series,
  plan,
  seriesKeys,
  notKnown,
  form,
}: EncodedPlan): Uint8Array<ArrayBuffer> {
  const answer = namedCorrelations(
    correlateLags(matrixOf(series), plan),
    (number) => seriesKeys.get(number)!,
  );
  return encodeForm(
    CorrelateSeriesResponseSchema,
    correlateSeriesMessage(answer, plan.limit, notKnown),
    form,
  );
}
