import type { Engine } from "../engine/engine.ts";
import { explorerOf } from "../engine/explore/explorer.ts";
import type { SnapshotView } from "../engine/view.ts";
import { TerraceError } from "../errors.ts";
import { DescribeMetricsResponseSchema, ExplorerService } from "../gen/terrace/v1/explorer_pb.ts";
import { encodedMessage } from "./encoded-message.ts";
import { describeMetricsMessage, exploreMessage, rankMessage, similarMessage } from "./explorer-messages.ts";
import { exploreJob, rankJob, scopeCode, similarJob } from "./explorer-rules.ts";
import { pinnedMethod } from "./pinned-method.ts";
import { quoted } from "./suburb-rules.ts";
import type { EncodedAnswer, UnaryMethod } from "./unary-method.ts";

/** DescribeMetrics, Explore, RankSuburbs and SimilarSuburbs. */
export function explorerMethods(engine: Engine): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    pinnedMethod(engine, method.describeMetrics, (view, request) =>
      describeAnswer(view, scopeCode(request.stateCode)),
    ),
    pinnedMethod(engine, method.explore, (view, request) => {
      const job = exploreJob(request);
      return exploreMessage(view.columns.scopes.get(job.scope)!, explorerOf(view).explore(job));
    }),
    pinnedMethod(engine, method.rankSuburbs, (view, request) => {
      const job = rankJob(request);
      return rankMessage(view.columns.scopes.get(job.scope)!, job, explorerOf(view).rank(job));
    }),
    pinnedMethod(engine, method.similarSuburbs, (view, request) => {
      const job = similarJob(request);
      const answer = explorerOf(view).similar(job);
      if (answer !== undefined) return similarMessage(view.columns.scopes.get(job.scope)!, job, answer);
      throw new TerraceError("not_found", `sal_code: there is no suburb ${quoted(job.salCode)}`);
    }),
  ];
}

/** A scope's description, encoded once a snapshot. */
function describeAnswer(view: SnapshotView, scope: string): EncodedAnswer {
  return view.derived(`describe-metrics:${scope}`, () =>
    encodedMessage(
      DescribeMetricsResponseSchema,
      describeMetricsMessage(
        view.columns.scopes.get(scope)!,
        explorerOf(view).describe(scope),
        view.manifest.sources,
      ),
    ),
  );
}
