import { hash } from "node:crypto";
import { metricGap, tableGap } from "../../dataset/not-open.ts";
import type { PublicationRow } from "../../domains/economy/pages/publication.ts";
import { READ_TABLES } from "../../domains/samples.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { errorBody } from "../../rpc/error-body.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { availableFrom, PUBLICATION_LAG_TRADING_DAYS } from "../../runtime/time/trading-days.ts";
import { readAddresses } from "../../snapshot/store/addresses.ts";
import type { Answer } from "../admission/route.ts";

interface SnapshotDocument {
  /** Name under which a snapshot keeps it. */
  readonly name: string;
  /** The answer; undefined when the snapshot has nothing to say. */
  readonly make: (view: SnapshotView) => object | undefined;
  /** What is said then. */
  readonly missing: string;
}

/** Answers with a JSON document about the current snapshot, made once a snapshot. */
function documentAnswer({ name, make, missing }: SnapshotDocument): Answer {
  return (call) => {
    const { view, reply } = call;
    const kept = view.derived(`document ${name}`, () => keptAnswer(make(view)));
    if (kept === undefined) {
      reply.code(500).header("cache-control", "no-store");
      return reply.send(errorBody("failed_precondition", missing));
    }
    reply.type("application/json; charset=utf-8");
    return call.admits({ etag: kept.etag }) ? reply.send(kept.body) : reply;
  };
}

/** The bytes of an answer and the tag that changes exactly when they do. */
function keptAnswer(answer: object | undefined) {
  if (answer === undefined) return undefined;
  const body = JSON.stringify(answer);
  return { body, etag: `"${hash("sha256", body).slice(0, 32)}"` };
}

/** Which trading dates a snapshot holds. */
function publicationState({ pages }: SnapshotView): PublicationRow {
  return JSON.parse(String(pages.find("publication", "all")!.binary(0))) as PublicationRow;
}

/** `GET /v1/latest`: which trading dates the data holds and when the newest was published. */
export const answerLatest = documentAnswer({
  name: "latest",
  missing: "the data holds no trading dates",
  make(view) {
    const { earliest_date, latest_date, total_dates } = publicationState(view);
    if (earliest_date === null || latest_date === null) return undefined;
    return {
      latest_date: dateOfDay(latest_date),
      available_from: dateOfDay(availableFrom(latest_date)),
      earliest_date: dateOfDay(earliest_date),
      total_dates: Number(total_dates),
      publication_lag_trading_days: PUBLICATION_LAG_TRADING_DAYS,
    };
  },
});

/** `GET /v1/sources`: who published what is served, how old it is, which tables have rows; why others have none, and metrics. */
export const SOURCES: SnapshotDocument = {
  name: "sources",
  missing: "the data names no source",
  make({ manifest: { snapshotId, asOf, synthetic, sources, datasetRows } }) {
    const isServed = (table: string) => {
      const own = sources.filter(({ tables }) => tables.includes(table));
      return own.length === 0 || own.some(({ withheld }) => withheld !== true);
    };
    const tables = Object.entries(datasetRows).filter(([table, rows]) => rows > 0 && isServed(table));
    const held = new Set(tables.map(([table]) => table));
    const waits = METRICS.map((metric) => [metric.key, metricGap(metric)]).filter(([, text]) => text);
    const floors = METRICS.flatMap(({ key, leastResidents }) =>
      leastResidents ? [[key, leastResidents]] : [],
    );
    return {
      snapshot_id: snapshotId,
      as_of: asOf.slice(0, 10),
      synthetic,
      sources: sources
        .filter(({ withheld }) => withheld !== true)
        .map(({ id, publisher, title, licence, vintage, url, attribution, tables }) => ({
          ...{ id, publisher, title, licence, vintage, url, attribution, tables },
        })),
      tables: Object.fromEntries(tables),
      table_gaps: Object.fromEntries(
        READ_TABLES.filter((table) => !held.has(table)).map((table) => [table, tableGap(table)]),
      ),
      metric_gaps: synthetic ? {} : Object.fromEntries(waits),
      metric_floors: Object.fromEntries(floors),
    };
  },
};

export const answerSources = documentAnswer(SOURCES);

/** `GET /v1/snapshots`: the snapshots that can be asked under `/at/`, the current one first. */
export const answerSnapshotList: Answer = async (call) => {
  if (!call.admits()) return call.reply;
  const { published, tags } = await readAddresses(call.parts.config.dataDir);
  const ids = [...new Set([...tags.values(), ...published])].reverse();
  const snapshots = ids.map((id) => ({
    snapshot_id: id,
    as_of: id.slice(0, 10),
    tags: [...tags].filter(([, tagged]) => tagged === id).map(([tag]) => tag),
    is_current: id === published.at(-1),
  }));
  return call.reply.send({ snapshots });
};
