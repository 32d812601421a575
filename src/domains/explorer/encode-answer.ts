import type { DescMessage } from "@bufbuild/protobuf";
import type { SuburbColumns } from "../../engine/columns/column.ts";
import {
  ExploreResponseSchema,
  RankSuburbsResponseSchema,
  SimilarSuburbsResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { encodeForm } from "../../rpc/encoding/encoded-message.ts";
import type { AnswerForm } from "../../rpc/unary-method.ts";
import { exploreMessage, rankMessage, similarMessage } from "./messages.ts";
import type { ExploreAnswer, ExplorerTask, RankAnswer, SimilarAnswer } from "./queries/explorer-jobs.ts";

/** A question whose answer is sent as it is. */
export type EncodedTask = Extract<ExplorerTask, { kind: "explore" | "rank" | "similar" }>;

/** The bytes of an answer, made in the thread that found it; undefined when there is no such suburb. */
export function encodeExplorerAnswer(
  columns: SuburbColumns,
  task: EncodedTask,
  answer: ExploreAnswer | RankAnswer | SimilarAnswer | undefined,
  form: AnswerForm,
): Uint8Array<ArrayBuffer> | undefined {
  if (answer === undefined) return undefined;
  const scope = columns.scopes.get(task.job.scope)!;
  switch (task.kind) {
    case "explore":
      return encodeForm(ExploreResponseSchema, exploreMessage(scope, answer as ExploreAnswer), form);
    case "rank":
      return encodeForm(RankSuburbsResponseSchema, rankMessage(scope, task.job, answer as RankAnswer), form);
    case "similar": {
      const message = similarMessage(scope, task.job, answer as SimilarAnswer);
      return encodeForm(SimilarSuburbsResponseSchema, message, form);
    }
  }
}

/** The message that a kind of question is answered with. */
export const ANSWER_SCHEMAS = {
  explore: ExploreResponseSchema,
  rank: RankSuburbsResponseSchema,
  similar: SimilarSuburbsResponseSchema,
} as const satisfies Record<EncodedTask["kind"], DescMessage>;
