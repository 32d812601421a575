import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { DescribeMetricsResponseSchema, ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { encodedMessage } from "../../rpc/encoding/encoded-message.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { quoted } from "../../rpc/request-rules.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { lazy } from "../../runtime/lazy.ts";
import { explorerColumnsMethod } from "./columns-service.ts";
import { describeMetricsMessage, exploreMessage, rankMessage, similarMessage } from "./messages.ts";
import { explorerOf } from "./queries/suburb-explorer.ts";
import { exploreJob, rankJob, scopeCode, similarJob } from "./rules.ts";

/** DescribeMetrics, GetColumns, Explore, RankSuburbs and SimilarSuburbs. */
export function explorerMethods(engine: Engine): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    pinnedMethod(engine, method.describeMetrics, (view, request) =>
      describeAnswer(view, scopeCode(request.stateCode)),
    ),
    explorerColumnsMethod(engine),
    pinnedMethod(engine, method.explore, async (view, request, context) => {
      const job = exploreJob(request);
      const answer = await explorerOf(view).ask({ kind: "explore", job }, context.signal);
      return exploreMessage(view.columns.scopes.get(job.scope)!, answer);
    }),
    pinnedMethod(engine, method.rankSuburbs, async (view, request, context) => {
      const job = rankJob(request);
      const answer = await explorerOf(view).ask({ kind: "rank", job }, context.signal);
      return rankMessage(view.columns.scopes.get(job.scope)!, job, answer);
    }),
    pinnedMethod(engine, method.similarSuburbs, async (view, request, context) => {
      const job = similarJob(request);
      const answer = await explorerOf(view).ask({ kind: "similar", job }, context.signal);
      if (answer !== undefined) return similarMessage(view.columns.scopes.get(job.scope)!, job, answer);
      throw new TerraceError("not_found", `sal_code: there is no suburb ${quoted(job.salCode)}`);
    }),
  ];
}

/** A scope's description, worked out and encoded once a snapshot, so no caller's deadline applies to it. */
function describeAnswer(view: SnapshotView, scope: string): Promise<EncodedAnswer> {
  const load = view.derived(`describe-metrics:${scope}`, () =>
    lazy(async () => {
      const distributions = await explorerOf(view).ask({ kind: "describe", job: { scope } });
      const { sources } = view.manifest;
      return encodedMessage(
        DescribeMetricsResponseSchema,
        describeMetricsMessage(view.columns.scopes.get(scope)!, distributions, sources),
      );
    }),
  );
  return load();
}
