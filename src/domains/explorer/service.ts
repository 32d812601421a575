import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { DescribeMetricsResponseSchema, ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { CachedAnswer } from "../../rpc/cached-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { CallContext, EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { affordMethod } from "./afford/service.ts";
import { explorerColumnsMethod } from "./columns-service.ts";
import { marketMethods } from "./market/service.ts";
import { ANSWER_SCHEMAS, describeMetricsMessage, type EncodedTask, encodedOnce } from "./messages.ts";
import { presetsMethod } from "./presets/service.ts";
import type { SimilarJob } from "./queries/explorer.ts";
import { explorerOf } from "./queries/suburb-explorer.ts";
import { exploreJob, rankJob, scopeCode, similarJob, unknownSuburb } from "./rules.ts";
import { suburbSetMethods } from "./sets/service.ts";
import { stockExplorerMethods } from "./stocks/service.ts";

/** All methods of ExplorerService but Search. */
export function explorerMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    pinnedMethod(engine, method.describeMetrics, (view, request) =>
      describeAnswer(view, scopeCode(request.stateCode)),
    ),
    explorerColumnsMethod(engine),
    pinnedMethod(engine, method.explore, (view, request, context) =>
      answerEncoded(view, { kind: "explore", job: exploreJob(request) }, context),
    ),
    pinnedMethod(engine, method.rankSuburbs, (view, request, context) =>
      answerEncoded(view, { kind: "rank", job: rankJob(request) }, context),
    ),
    pinnedMethod(engine, method.similarSuburbs, (view, request, context) =>
      answerEncoded(view, { kind: "similar", job: similarJob(request) }, context),
    ),
    ...stockExplorerMethods(engine, options),
    ...suburbSetMethods(engine, options),
    ...marketMethods(engine, options),
    affordMethod(engine, options),
    presetsMethod(engine),
  ];
}

/** Has the answer encoded by the thread that computes it, so that a large one does not block this thread. */
async function answerEncoded(
  view: SnapshotView,
  task: EncodedTask,
  { form = "binary", signal, time }: CallContext,
): Promise<EncodedAnswer> {
  const bytes = await explorerOf(view).encode(task, form, signal, time);
  if (bytes !== undefined) return new CachedAnswer(ANSWER_SCHEMAS[task.kind], { form, bytes });
  const { salCode } = task.job as SimilarJob;
  throw unknownSuburb(salCode);
}

function describeAnswer(view: SnapshotView, scope: string): Promise<EncodedAnswer> {
  return encodedOnce(view, `describe-metrics:${scope}`, DescribeMetricsResponseSchema, async () => {
    const distributions = await explorerOf(view).ask({ kind: "describe", job: { scope } });
    return describeMetricsMessage(view.columns.scopes.get(scope)!, distributions, view.manifest.sources);
  });
}
