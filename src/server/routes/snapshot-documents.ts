import { metricGap, tableGap } from "../../dataset/not-open.ts";
import type { PublicationRow } from "../../domains/economy/pages/index.ts";
import { EXPORTS } from "../../domains/index.ts";
import { READ_TABLES } from "../../domains/samples.ts";
import { METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { addressOf, formatsOf, METADATA_EXTENSION } from "../../exports/formats.ts";
import { errorBody } from "../../rpc/error-body.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { availableFrom, PUBLICATION_LAG_TRADING_DAYS } from "../../runtime/time/trading-days.ts";
import { readAddresses } from "../../snapshot/store/addresses.ts";
import type { Answer } from "../admission/route.ts";
import { CATALOG_LINK } from "../wire/http/api-catalog.ts";
import { tagOf } from "../wire/http/entity-tags.ts";

interface SnapshotDocument {
  /** Cache key within a snapshot. */
  readonly name: string;
  /** The document; undefined if the snapshot lacks its data. */
  readonly make: (view: SnapshotView) => object | undefined;
  readonly missing: string;
}

/** A handler for a JSON document that is rendered once per snapshot. */
function documentAnswer({ name, make, missing }: SnapshotDocument): Answer {
  return (call) => {
    const { view, reply } = call;
    const kept = view.derived(`document ${name}`, () => {
      const body = JSON.stringify(make(view)) as string | undefined;
      return body && { body, etag: tagOf(body) };
    });
    if (!kept) {
      reply.code(500).header("cache-control", "no-store");
      return reply.send(errorBody("failed_precondition", missing));
    }
    reply.type("application/json; charset=utf-8");
    return call.admits({ etag: kept.etag }) ? reply.send(kept.body) : reply;
  };
}

function publicationState({ pages }: SnapshotView): PublicationRow {
  return pages.find("publication", "all")!.json(0);
}

/** `GET /v1/latest`: the range of trading dates and when the newest was published. */
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

/** `GET /v1/sources`: sources with their dates, tables with rows, and why tables and metrics are empty. */
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
          id,
          publisher,
          title,
          licence,
          vintage,
          url,
          attribution,
          tables,
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

/** `GET /v1/snapshots`: snapshots available under `/at/`, the current one first. */
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

const INDEX = {
  files: EXPORTS.map((declared) => ({
    path: `${addressOf(declared)}.{extension}`,
    title: declared.title,
    extensions: [...formatsOf(declared), METADATA_EXTENSION],
    parameters: Object.keys(declared.parameters),
  })),
  endpoints: [
    { path: "/v1/latest", title: "The newest report of short positions and when it became public" },
    { path: "/v1/sources", title: "Who published what is served, how old it is, and what is missing" },
    { path: "/v1/catalog.json", title: "Every table of the snapshot as a file: DCAT 3 and Frictionless" },
    { path: "/v1/tables/{table}.parquet", title: "A table as it is stored; ranges of bytes are answered" },
    { path: "/ogc", title: "Suburbs, councils and states for QGIS and other maps: OGC API – Features" },
    { path: "/v1/tiles/{set}.json", title: "Vector tiles of suburbs, councils or states: TileJSON" },
    { path: "/v1/tiles/{set}/{z}/{x}/{y}.mvt", title: "A vector tile" },
    { path: "/v1/columns.arrow", title: "All metrics of all suburbs, as Arrow" },
    { path: "/v1/snapshots", title: "The snapshots that can be asked under /at/" },
    {
      path: "/v1/changes.json",
      title: "What publications changed, with old and new figures; also .ndjson, .csv",
    },
    { path: "/feeds/changes.atom", title: "What publications changed, as Atom" },
    {
      path: "/feeds/{kind}/{key}.atom",
      title: "The same of one suburb, council, series, stock or member",
    },
    {
      path: "/v1/outlines/{state}.geojson",
      title: "Outlines of suburbs; AU for the country, councils or states for these",
    },
    { path: "/v1/panel", title: "Short positions of many days" },
  ],
  documents: ["/docs", "/docs.md", "/openapi.json", "/llms.txt"],
};

/** The listing and the empty tables; not counted, like all documents. */
export const answerIndex: Answer = ({ reply, parts }) => {
  const { datasetRows } = parts.engine.manifest;
  const missing = READ_TABLES.filter((table) => !(datasetRows[table] > 0)).map((table) => ({
    table,
    ...tableGap(table),
  }));
  return reply.header("link", CATALOG_LINK).send({ ...INDEX, missing });
};
